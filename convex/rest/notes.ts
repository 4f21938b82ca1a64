import * as z from "zod";
import { api } from "../_generated/api.js";
import { noteInput } from "../rules/inputs/units.ts";
import { changeRoute, readRoute, requestKey } from "./endpoint.ts";
import type { Route } from "./route.ts";

const newNote = noteInput.safeExtend({
  unitId: z.string("Unit is required").min(1, "Unit is required"),
  ...requestKey,
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
    body: noteInput,
  }),
  changeRoute("DELETE", "/api/unit-notes/:noteId", {
    summary: "Remove a note; for its author, and for managers",
    calls: api.unitNotes.remove,
  }),
];
