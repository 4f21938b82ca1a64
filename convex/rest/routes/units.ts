import { type Infer, v } from "convex/values";
import * as z from "zod";
import { api } from "../../_generated/api.js";
import type { Id } from "../../_generated/dataModel.js";
import { errorData } from "../../lib/errors.ts";
import { vUnitListItem, type vUnitPage } from "../../model/projects/units.ts";
import { bulkChange, bulkDeletion } from "../../rules/inputs/bulk.ts";
import { addUnitsInput } from "../../rules/inputs/newUnits.ts";
import { changeNoteInput, noteInput, updateUnitInput } from "../../rules/inputs/units.ts";
import { actFields, type Call, changeRoute, readRoute, requestKey } from "../door/endpoint.ts";
import { LongList, requireWaiting } from "../door/longAnswer.ts";
import type { Route } from "../door/route.ts";

type UnitListItem = Infer<typeof vUnitListItem>;
type UnitPage = Infer<typeof vUnitPage>;

const shape = v.array(vUnitListItem);

export const unitRoutes: readonly Route[] = [
  readRoute("/api/units", {
    summary: "The units of all projects, in the order of the projects, then in the order entered",
    calls: api.projects.list,
    isLong: true,
    answer: { shape, of: async (projects, call) => await unitsOfAll(projects, call) },
  }),
  readRoute("/api/projects/:projectId/units", {
    summary: "The units of a project with their counts and newest photos, in the order entered",
    calls: api.units.page,
    isLong: true,
    answer: {
      shape,
      of: async (first, call) => {
        const projectId = call.params["projectId"] ?? "";
        return (await unitsOf(call, { projectId, first })).text();
      },
    },
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

function unitList() {
  return new LongList<UnitListItem, null>(() => null);
}

/**
 * The units of all projects as JSON text. They are read project by project and page by page, because they do not fit
 * one transaction.
 */
async function unitsOfAll(
  projects: readonly { id: Id<"projects"> }[],
  call: Call,
): Promise<Uint8Array> {
  const units = unitList();
  for (const { id: projectId } of projects) {
    try {
      units.join(await unitsOf(call, { projectId, first: await readPage(call, projectId, 0) }));
    } catch (error) {
      // The project was deleted after the list was read, so its units do not belong to the answer.
      if (errorData(error)?.code !== "not_found") throw error;
    }
  }
  return units.text();
}

/** The units of a project: those of its first page and of all later pages. */
async function unitsOf(
  call: Call,
  { projectId, first }: { projectId: string; first: UnitPage },
): Promise<ReturnType<typeof unitList>> {
  const units = unitList();
  units.add(first.units);
  let { next } = first;
  while (next !== null) {
    const page = await readPage(call, projectId, next);
    units.add(page.units);
    next = page.next;
  }
  return units;
}

async function readPage({ ctx, request, session }: Call, projectId: string, after: number) {
  requireWaiting(request);
  return await ctx.runQuery(api.units.page, { session, projectId, after });
}
