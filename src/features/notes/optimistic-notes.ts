import type { OptimisticLocalStore } from "convex/browser";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api.js";
import type { Viewer } from "../../hooks/use-viewer.ts";

/** A note of a unit with its author. */
export type Note = FunctionReturnType<typeof api.unitNotes.list>[number];

const PENDING = "pending:";

/** True while a note is shown before the server has it, so that it cannot be changed yet. */
export function isPending(note: Pick<Note, "id">): boolean {
  return note.id.startsWith(PENDING);
}

/** Shows a new note at once, at the top of its unit's list. */
export function applyNewNote(
  store: OptimisticLocalStore,
  { unitId, content, key }: { unitId: string; content: string; key: string },
  author: Viewer,
): void {
  const notes = store.getQuery(api.unitNotes.list, { unitId });
  if (!notes) return;
  const now = new Date().toISOString();
  const note = {
    id: `${PENDING}${key}`,
    unitId,
    userId: author.id,
    content: content.trim(),
    createdAt: now,
    updatedAt: now,
    userFirstName: author.firstName,
    userLastName: author.lastName,
    userEmail: author.email,
  } as Note;
  store.setQuery(api.unitNotes.list, { unitId }, [note, ...notes]);
}

/** Shows at once what a note says now, and that it was edited. */
export function applyNoteUpdate(
  store: OptimisticLocalStore,
  { noteId, content }: { noteId: string; content: string },
): void {
  const updatedAt = new Date().toISOString();
  replaceNote(store, noteId, (note) => [{ ...note, content: content.trim(), updatedAt }]);
}

/** Takes a deleted note out of its list at once. */
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
