import { useEffect, useRef, useState } from "react";
import { useDraft } from "../../hooks/edits/use-draft.ts";
import { drafts, editKey } from "../../lib/typed/drafts.ts";
import type { Note } from "../../lib/optimistic/notes.ts";
import { outbox } from "../../lib/outbox/outbox.ts";

/**
 * Keeps what was typed about a note that somebody else has deleted: it goes on as the text of a new note. Returns the
 * sentence that says so, for as long as that text is there.
 */
export function useRescuedEdit(
  unitId: string,
  notes: readonly Note[] | undefined,
): string | undefined {
  const [wasRescued, setWasRescued] = useState(false);
  const lastNotes = useRef(notes);
  const hasText = (useDraft(unitId) ?? "") !== "";

  useEffect(() => {
    if (!notes) return;
    const listed = new Set(notes.map(editKey));
    for (const key of drafts.editsOf(unitId)) {
      if (listed.has(key)) continue;
      const made = outbox.recordOf(key.slice(unitId.length + 1));
      if (made !== undefined) {
        drafts.move(key, editKey({ unitId, id: made }));
        continue;
      }
      const typed = drafts.get(key) ?? "";
      const before = lastNotes.current?.find((note) => editKey(note) === key);
      // An edit that changed nothing has nothing to keep.
      const isNew = typed.trim() !== "" && typed !== before?.content;
      if (isNew) drafts.restore(unitId, typed);
      drafts.clear(key);
      if (isNew) setWasRescued(true);
    }
    lastNotes.current = notes;
  }, [unitId, notes]);

  if (!hasText && wasRescued) setWasRescued(false);
  return hasText && wasRescued
    ? "The note you were editing was deleted. Your text is kept here."
    : undefined;
}
