import { type Infer, v } from "convex/values";
import * as z from "zod";
import { api } from "../../_generated/api.js";
import { vUnitListItem, type vUnitPage } from "../../model/projects/units.ts";
import { bulkChange, bulkDeletion } from "../../rules/inputs/bulk.ts";
import { addUnitsInput } from "../../rules/inputs/newUnits.ts";
import { changeNoteInput, noteInput, updateUnitInput } from "../../rules/inputs/units.ts";
import { actFields, changeRoute, readRoute, requestKey } from "../door/endpoint.ts";
import { LongList } from "../door/longAnswer.ts";
import { ProjectPages } from "../door/projectPages.ts";
import type { Route } from "../door/route.ts";

type UnitListItem = Infer<typeof vUnitListItem>;
type UnitPage = Infer<typeof vUnitPage>;

const shape = v.array(vUnitListItem);

const unitPages = new ProjectPages({
  newList: () => new LongList<UnitListItem, null>(() => null),
  itemsOf: ({ units }: UnitPage) => units,
  read: ({ ctx, session }, projectId, after) =>
    ctx.runQuery(api.units.page, { session, projectId, after }),
});

export const unitRoutes: readonly Route[] = [
  readRoute("/api/units", {
    summary: "The units of all projects, in the order of the projects, then in the order entered",
    calls: api.projects.list,
    isLong: true,
    answer: { shape, of: async (projects, call) => (await unitPages.ofAll(call, projects)).text() },
  }),
  readRoute("/api/projects/:projectId/units", {
    summary: "The units of a project with their counts and newest photos, in the order entered",
    calls: api.units.page,
    isLong: true,
    answer: { shape, of: async (first, call) => (await unitPages.ofOne(call, first)).text() },
  }),
  changeRoute("POST", "/api/projects/:projectId/units", {
    summary: "Add units to a project, each by its name or with its dates and rent",
    calls: api.units.create,
    body: addUnitsInput.safeExtend(requestKey),
    status: 201,
  }),
  readRoute("/api/units/:unitId", {
    summary: "One unit with its counts and newest photos",
    calls: api.units.get,
  }),
  changeRoute("PATCH", "/api/units", {
    summary: "Make one change in up to 500 units: in all of them, or in none",
    calls: api.units.updateMany,
    body: bulkChange(updateUnitInput).safeExtend(requestKey),
  }),
  changeRoute("POST", "/api/units/delete", {
    summary: "Delete up to 500 units with what hangs on them: all of them, or none",
    calls: api.units.removeMany,
    body: bulkDeletion.safeExtend(requestKey),
  }),
  changeRoute("PATCH", "/api/units/:unitId", {
    summary: "Update the sent fields of a unit and what follows from them",
    calls: api.units.update,
    body: updateUnitInput.safeExtend(actFields),
  }),
  changeRoute("DELETE", "/api/units/:unitId", {
    summary: "Delete a unit with its tasks, photos, notes and time entries",
    calls: api.units.remove,
  }),
];

const newNote = noteInput.safeExtend({
  unitId: z.string("Unit is required").min(1, "Unit is required"),
  ...actFields,
});

export const noteRoutes: readonly Route[] = [
  readRoute("/api/units/:unitId/notes", {
    summary: "The notes of a unit with their authors, newest first",
    calls: api.unitNotes.list,
  }),
  changeRoute("POST", "/api/unit-notes", {
    summary: "Add a note of the caller to a unit",
    calls: api.unitNotes.create,
    body: newNote,
    status: 201,
  }),
  changeRoute("PATCH", "/api/unit-notes/:noteId", {
    summary: "Replace what a note says; for its author, and for managers",
    calls: api.unitNotes.update,
    body: changeNoteInput.safeExtend(actFields),
  }),
  changeRoute("DELETE", "/api/unit-notes/:noteId", {
    summary: "Delete a note; for its author, and for managers",
    calls: api.unitNotes.remove,
    query: z.object(actFields),
  }),
];
