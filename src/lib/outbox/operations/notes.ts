import { api } from "../../../../convex/_generated/api.js";
import { applyNewNote, applyNoteDeletion, applyNoteUpdate } from "../../optimistic/notes.ts";
import { type Description, pendingId, type Shown } from "../operation.ts";
import { actOf } from "./act.ts";
import { unitAddress, unitName } from "./names.ts";

interface NewNote {
  unitId: string;
  content: string;
}

interface EditedNote extends NewNote {
  noteId: string;
  /** The text that the author saw at the start of the edit. */
  base?: string;
}

/** A new note of a unit. */
export const noteAdd: Description<NewNote, { id: string }> = {
  version: 1,
  recordOf: (_, id) => pendingId(id),
  textOf: ({ unitId, content }, shown) => `Note${placeOf(shown, unitId)}: ${short(content)}`,
  addressOf: ({ unitId }, shown) => unitAddress(shown, unitId, "notes"),
  show: (store, { id, args, madeAt }, { person, created }) =>
    applyNewNote(store, args, { id: pendingId(id), at: madeAt, by: person, known: created }),
  send: (operation, { mutation }) =>
    mutation(api.unitNotes.create, { ...operation.args, ...actOf(operation) }),
  createdBy: ({ id }) => id,
  changeTo: (args, { record, seen }) => ({
    kind: "note.edit",
    args: { ...args, noteId: record, base: seen.content },
  }),
  typedIn: ({ content }) => content,
};

/** A new text for a note. */
export const noteEdit: Description<EditedNote> = {
  version: 1,
  recordOf: ({ noteId }) => noteId,
  textOf: ({ unitId, content }, shown) => `Edited note${placeOf(shown, unitId)}: ${short(content)}`,
  addressOf: ({ unitId }, shown) => unitAddress(shown, unitId, "notes"),
  show: (store, { args, madeAt }) => applyNoteUpdate(store, args, madeAt),
  send: ({ args: { unitId: _, ...args }, ...operation }, { mutation }) =>
    mutation(api.unitNotes.update, { ...args, ...actOf(operation) }),
  withRecord: (args, noteId) => ({ ...args, noteId }),
  // Several edits are based on the text that the author saw before the first one.
  foldInto: ({ kind, args }, { content }) =>
    kind === "note.add" || kind === "note.edit" ? { ...(args as NewNote), content } : null,
  typedIn: ({ content }) => content,
};

/** The removal of a note. */
export const noteDelete: Description<{ noteId: string; unitId: string }> = {
  version: 1,
  recordOf: ({ noteId }) => noteId,
  textOf: ({ noteId, unitId }, shown) => {
    const notes = shown.getAllQueries(api.unitNotes.list).flatMap(({ value }) => value ?? []);
    const note = notes.find(({ id }) => id === noteId);
    const place = placeOf(shown, unitId);
    return note ? `Deleted note${place}: ${short(note.content)}` : `Note${place}: Deleted`;
  },
  addressOf: ({ unitId }, shown) => unitAddress(shown, unitId, "notes"),
  show: (store, { args }) => applyNoteDeletion(store, args),
  send: ({ args: { noteId }, ...operation }, { mutation }) =>
    mutation(api.unitNotes.remove, { noteId, ...actOf(operation) }),
  withRecord: (args, noteId) => ({ ...args, noteId }),
  foldInto: ({ kind }) => (kind === "note.add" ? "nothing" : null),
};

function placeOf(shown: Shown, unitId: string): string {
  const name = unitName(shown, unitId);
  return name === undefined ? "" : ` on ${name}`;
}

const SHORT = 80;

function short(content: string): string {
  const line = content.trim().replaceAll(/\s+/gu, " ");
  return line.length > SHORT ? `${line.slice(0, SHORT)}…` : line;
}
