import { useMemo } from "react";
import { toast } from "../../components/ui/toast.ts";
import { errorCode, showError } from "../../lib/errors.ts";
import type { Doing } from "../../lib/outbox/operation.ts";
import { outbox } from "../../lib/outbox/outbox.ts";
import { doAndTell } from "../../lib/outbox/do-and-tell.ts";
import type { Note } from "../../lib/optimistic/notes.ts";
import { useUndoDeletion } from "../../hooks/edits/use-undo-deletion.ts";
import { drafts, editKey } from "../../lib/typed/drafts.ts";

/**
 * Functions that write notes. A change appears here at once. When the server refuses it, it is undone and its text
 * returns to the draft that it came from.
 */
export function useNoteActions(unitId: string) {
  const undoDeletion = useUndoDeletion();
  return useMemo(() => {
    /** Empties the draft, and restores it if the text could not be saved. */
    const save = async (draft: string, work: (of: Doing) => Promise<string>, done: string) => {
      const typed = drafts.handOver(draft);
      let id: string | undefined;
      try {
        id = await work({ from: typed.origin, name: typed.name });
        typed.taken();
        const end = await outbox.answered(id, { keepsRefusal: true });
        if (end === "confirmed") toast({ title: done });
      } catch (error) {
        // The text of a note that another person has deleted becomes the draft of a new note.
        typed.refused(errorCode(error) === "not_found" ? unitId : draft);
        // The outbox lets go of it last: a crash in between leaves it in both places, and never in none.
        if (id !== undefined) await outbox.discard(id).catch(() => undefined);
        showError(error);
      }
    };

    return {
      addNote: (content: string) => {
        const work = (of: Doing) => outbox.do("note.add", { unitId, content }, of);
        void save(unitId, work, "Note added successfully");
      },
      updateNote: (note: Note, content: string) => {
        const base = drafts.baseOf(editKey(note));
        const args = { noteId: note.id, unitId, content, ...(base !== undefined && { base }) };
        const work = (of: Doing) => outbox.do("note.edit", args, of);
        void save(editKey(note), work, "Note updated successfully");
      },
      deleteNote: (noteId: string) => {
        const confirmed = () =>
          toast({ title: "Note deleted successfully", undo: undoDeletion(noteId) });
        void doAndTell("note.delete", { noteId, unitId }, { confirmed });
      },
    };
  }, [unitId, undoDeletion]);
}
