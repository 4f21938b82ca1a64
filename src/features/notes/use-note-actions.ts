import { useMutation } from "convex/react";
import { useMemo } from "react";
import { api } from "../../../convex/_generated/api.js";
import { toast } from "../../components/ui/toast.ts";
import { useViewer } from "../../hooks/use-viewer.ts";
import { errorCode, showError } from "../../lib/errors.ts";
import { newRequestKey } from "../../lib/request-key.ts";
import { drafts, editKey } from "./draft-store.ts";
import { applyNewNote, applyNoteDeletion, applyNoteUpdate, type Note } from "./optimistic-notes.ts";

/** Writes notes: seen at once here; what the server refuses is taken back, its text into the draft it came from. */
export function useNoteActions(unitId: string) {
  const create = useMutation(api.unitNotes.create);
  const update = useMutation(api.unitNotes.update);
  const remove = useMutation(api.unitNotes.remove);
  const viewer = useViewer();

  return useMemo(() => {
    const updateNow = update.withOptimisticUpdate(applyNoteUpdate);
    const deleteNow = remove.withOptimisticUpdate(applyNoteDeletion);

    /** Empties the draft, and fills it again if its text could not be saved. */
    const save = async (draft: string, work: () => Promise<unknown>, done: string) => {
      const typed = drafts.get(draft) ?? "";
      drafts.clear(draft);
      try {
        await work();
        toast({ title: done });
      } catch (error) {
        // The text of a note that someone has deleted meanwhile can become a new note.
        drafts.restore(errorCode(error) === "not_found" ? unitId : draft, typed);
        showError(error);
      }
    };

    return {
      addNote: (content: string) => {
        const key = newRequestKey();
        const createNow = create.withOptimisticUpdate((store) =>
          applyNewNote(store, { unitId, content, key }, viewer),
        );
        const work = () => createNow({ unitId, content, key });
        void save(unitId, work, "Note added successfully");
      },
      updateNote: (note: Note, content: string) => {
        const work = () => updateNow({ noteId: note.id, content });
        void save(editKey(note), work, "Note updated successfully");
      },
      deleteNote: (noteId: string) =>
        void deleteNow({ noteId }).then(
          () => toast({ title: "Note deleted successfully" }),
          (error: unknown) => showError(error),
        ),
    };
  }, [create, update, remove, viewer, unitId]);
}
