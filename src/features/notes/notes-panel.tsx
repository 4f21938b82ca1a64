import { useQuery } from "convex/react";
import { NotebookPen } from "lucide-react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api.js";
import { canChangeNote } from "../../../convex/model/permissions.ts";
import { ConfirmDialog } from "../../components/ui/confirm-dialog.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { useCan, useViewer } from "../../hooks/use-viewer.ts";
import { NoteEditor } from "./note-editor.tsx";
import { NoteItem } from "./note-item.tsx";
import type { Note } from "./note-types.ts";
import { useNoteActions } from "./use-note-actions.ts";

/** The notes of a unit, newest first, with a place to write one. */
export function NotesPanel({ unitId }: { unitId: string }) {
  const notes = useQuery(api.unitNotes.list, { unitId });
  const viewer = useViewer();
  const mayWrite = useCan("unit:write");
  const { addNote, updateNote, removeNote } = useNoteActions(unitId);
  const [removing, setRemoving] = useState<Note | null>(null);

  return (
    <section aria-label="Notes" className="grid gap-3">
      {mayWrite && (
        <NoteEditor
          draftKey={unitId}
          label="New note"
          saveLabel="Add Note"
          placeholder="Write a note for the team"
          onSave={addNote}
        />
      )}
      {notes === undefined ? (
        <NotesSkeleton />
      ) : notes.length === 0 ? (
        <EmptyState
          icon={NotebookPen}
          title="No notes yet"
          description="What the team should know about this unit is written down here."
        />
      ) : (
        <ul className="grid gap-2">
          {notes.map((note) => (
            <NoteItem
              key={note.id}
              note={note}
              mayChange={canChangeNote(viewer, note)}
              onUpdate={updateNote}
              onRemove={setRemoving}
            />
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={removing !== null}
        onOpenChange={(open) => !open && setRemoving(null)}
        title="Delete note?"
        description="The note is deleted for everyone. It cannot be undone."
        confirmLabel="Delete Note"
        destructive
        onConfirm={() => {
          if (removing) removeNote(removing.id);
          return Promise.resolve();
        }}
      />
    </section>
  );
}

function NotesSkeleton() {
  return (
    <div className="grid gap-2" aria-busy>
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-20" />
      ))}
    </div>
  );
}
