import { z } from "zod";
import { api } from "../_generated/api.js";
import { parseInput } from "../lib/parse.ts";
import { noteInput } from "../model/inputs/notes.ts";
import { mutationEndpoint, queryEndpoint } from "./endpoint.ts";
import type { Handler } from "./responses.ts";

const newNote = noteInput.extend({
  unitId: z.string("Unit is required").min(1, "Unit is required"),
});

/** The notes of a unit. */
export const listNotes: Handler = queryEndpoint(api.unitNotes.list, {
  parse: ({ params }) => ({ unitId: params.unitId ?? "" }),
});

/** A new note of the caller. */
export const addNote: Handler = mutationEndpoint(api.unitNotes.create, {
  parse: ({ body }) => parseInput(newNote, body),
  status: 201,
});

/** New content of a note. */
export const updateNote: Handler = mutationEndpoint(api.unitNotes.update, {
  parse: ({ params, body }) => ({ noteId: params.noteId ?? "", ...parseInput(noteInput, body) }),
});

export const removeNote: Handler = mutationEndpoint(api.unitNotes.remove, {
  parse: ({ params }) => ({ noteId: params.noteId ?? "" }),
});
