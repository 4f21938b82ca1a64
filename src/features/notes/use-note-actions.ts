import { useMemo } from "react";
import { toast } from "../../components/ui/toast.ts";
import { errorCode, showError } from "../../lib/errors.ts";
import { outbox } from "../../lib/outbox/outbox.ts";
import { pendingId } from "../../lib/outbox/operation.ts";
import { doAndTell } from "../../lib/outbox/do-and-tell.ts";
import type { Note } from "../../lib/optimistic/notes.ts";
import { useUndoDeletion } from "../../hooks/edits/use-undo-deletion.ts";
import { drafts, editKey } from "../../lib/typed/drafts.ts";
import { keepUnsure, unsureText } from "./unsure-notes.ts";

interface Saving {
  work: () => Promise<string>;
  done: string;
  draftLeft?: (error: unknown) => string;
}

/** Writes notes: seen at once here; what the server refuses is taken back, its text into the draft it came from. */
export function useNoteActions(unitId: string) {
  const undoDeletion = useUndoDeletion();
  return useMemo(() => {
    /** Empties the draft, and fills one again if its text could not be saved: `draftLeft` says which. */
    const save = async (draft: string, { work, done, draftLeft = () => draft }: Saving) => {
      const typed = drafts.handOver(draft);
      try {
        const id = await work();
        typed.taken();
        const end = await outbox.answered(id, { isHeld: () => true });
        if (end === "confirmed") toast({ title: done });
      } catch (error) {
        // The text of a note that someone has deleted meanwhile can become a new note.
        typed.refused(errorCode(error) === "not_found" ? unitId : draftLeft(error));
        showError(error);
      }
    };

    return {
      addNote: (content: string) => {
        const text = unsureText(unitId) ?? content;
        let made: string | undefined;
        const work = async () => {
          const id = await outbox.do("note.add", { unitId, content: text });
          if (text === content) return id;
          // The first text stands once under its key, whether the server had it or not; the rest is a change of it.
          made = outbox.recordOf(pendingId(id)) ?? pendingId(id);
          return await outbox.do("note.edit", { noteId: made, unitId, content, base: text });
        };
        const draftLeft = (error: unknown) => {
          if (made === undefined) return keepUnsure(unitId, { text, error });
          drafts.rebase(editKey({ unitId, id: made }), text);
          return editKey({ unitId, id: made });
        };
        void save(unitId, { work, done: "Note added successfully", draftLeft });
      },
      updateNote: (note: Note, content: string) => {
        const base = drafts.baseOf(editKey(note));
        const args = { noteId: note.id, unitId, content, ...(base !== undefined && { base }) };
        const work = () => outbox.do("note.edit", args);
        void save(editKey(note), { work, done: "Note updated successfully" });
      },
      deleteNote: (noteId: string) => {
        const confirmed = () =>
          toast({ title: "Note deleted successfully", undo: undoDeletion(noteId) });
        void doAndTell("note.delete", { noteId, unitId }, { confirmed });
      },
    };
  }, [unitId, undoDeletion]);
}
