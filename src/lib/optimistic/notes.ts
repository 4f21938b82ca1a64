import type { OptimisticLocalStore } from "convex/browser";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api.js";
import type { Editor } from "./block-change.ts";

/** A note of a unit with its author. */
export type Note = FunctionReturnType<typeof api.unitNotes.list>[number];

/**
 * Shows a new note at once, at the top of its unit's list, unless the server's list already has it. When this device
 * does not have the list, it shows only the new notes.
 */
export function applyNewNote(
  store: OptimisticLocalStore,
  { unitId, content }: { unitId: string; content: string },
  made: { id: string; at: number; by: Editor; known: string | undefined },
): void {
  const notes = store.getQuery(api.unitNotes.list, { unitId }) ?? [];
  if (notes.some(({ id }) => id === made.known)) return;
  const at = new Date(made.at).toISOString();
  const note = {
    ...{ id: made.id, unitId, userId: made.by.id, content: content.trim() },
    ...{ createdAt: at, updatedAt: at },
    userFirstName: made.by.firstName,
    userLastName: made.by.lastName,
    userEmail: made.by.email,
  } as Note;
  store.setQuery(api.unitNotes.list, { unitId }, [note, ...notes]);
}

/** Shows a note's new text at once, and marks it as edited. */
export function applyNoteUpdate(
  store: OptimisticLocalStore,
  { noteId, content }: { noteId: string; content: string },
  at: number,
): void {
  const updatedAt = new Date(at).toISOString();
  replaceNote(store, noteId, (note) => [{ ...note, content: content.trim(), updatedAt }]);
}

/** Removes a deleted note from its list at once. */
export function applyNoteDeletion(
  store: OptimisticLocalStore,
  { noteId }: { noteId: string },
): void {
  replaceNote(store, noteId, () => []);
}

function replaceNote(
  store: OptimisticLocalStore,
  noteId: string,
  change: (note: Note) => Note[],
): void {
  for (const { args, value: notes } of store.getAllQueries(api.unitNotes.list)) {
    if (!notes?.some((note) => note.id === noteId)) continue;
    store.setQuery(
      api.unitNotes.list,
      args,
      notes.flatMap((note) => (note.id === noteId ? change(note) : [note])),
    );
  }
}
