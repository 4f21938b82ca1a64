import { useEffect, useRef, useState } from "react";
import { canChangeNote } from "../../../convex/rules/permissions.ts";
import { useDraft } from "../../hooks/edits/use-draft.ts";
import { useViewer } from "../../hooks/people/use-viewer.ts";
import { drafts, editKey } from "../../lib/typed/drafts.ts";
import type { Note } from "../../lib/optimistic/notes.ts";
import { outbox } from "../../lib/outbox/outbox.ts";

/** An end of an edit that its author did not choose. */
type End = "deleted" | "not allowed";

const hints: Record<End, string> = {
  deleted: "The note you were editing was deleted. Your text is kept here.",
  "not allowed": "You may not change the note you were editing any more. Your text is kept here.",
};

/**
 * Keeps the text that was typed for a note that another person has deleted, or that the viewer may no longer change: it
 * becomes the draft of a new note. Returns the sentence that says so, until that draft is empty.
 */
export function useRescuedEdit(
  unitId: string,
  notes: readonly Note[] | undefined,
): string | undefined {
  const viewer = useViewer();
  const [end, setEnd] = useState<End>();
  const lastNotes = useRef(notes);
  const hasText = (useDraft(unitId) ?? "") !== "";

  useEffect(() => {
    if (!notes) return;
    for (const key of drafts.editsOf(unitId)) {
      const isOf = (note: Note) => editKey(note) === key;
      const listed = notes.find(isOf);
      if (listed && canChangeNote(viewer, listed)) continue;
      const made = outbox.recordOf(key.slice(unitId.length + 1));
      if (!listed && made !== undefined) {
        drafts.move(key, editKey({ unitId, id: made }));
        continue;
      }
      const typed = drafts.get(key) ?? "";
      // An edit without changes needs no rescue.
      const isNew = typed.trim() !== "" && typed !== lastNotes.current?.find(isOf)?.content;
      if (isNew) drafts.restore(unitId, typed);
      drafts.clear(key);
      if (isNew) setEnd(listed ? "not allowed" : "deleted");
    }
    lastNotes.current = notes;
  }, [unitId, notes, viewer]);

  if (!hasText && end !== undefined) setEnd(undefined);
  return hasText && end !== undefined ? hints[end] : undefined;
}
