import { NotebookPen } from "lucide-react";
import { api } from "../../../convex/_generated/api.js";
import { canChangeNote } from "../../../convex/rules/permissions.ts";
import { ConfirmDialog } from "../../components/ui/confirm-dialog.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { UntilKnown } from "../../components/ui/until-known.tsx";
import { useChosen } from "../../hooks/address/use-chosen.ts";
import { useLiveQuery } from "../../hooks/reads/use-live-query.ts";
import { useShownRow } from "../../hooks/address/use-shown-row.ts";
import { useCan, useViewer } from "../../hooks/people/use-viewer.ts";
import { NoteEditor } from "./note-editor.tsx";
import { NoteItem } from "./note-item.tsx";
import { useNoteActions } from "./use-note-actions.ts";
import { useRescuedEdit } from "./use-rescued-edit.ts";

/** The value in the address that stands for a new note. */
const NEW_NOTE = "new";

/**
 * The notes of a unit, newest first, with a field for a new one. An address may lead to one of them or to that field.
 */
export function NotesPanel({ unitId, shownId }: { unitId: string; shownId?: string | undefined }) {
  const notes = useLiveQuery(api.unitNotes.list, { unitId });
  const viewer = useViewer();
  const mayWrite = useCan("unit:write");
  const { addNote, updateNote, deleteNote } = useNoteActions(unitId);
  const { chosen: deleting, choose: chooseToDelete } = useChosen(notes, "note");
  const hint = useRescuedEdit(unitId, notes);
  useShownRow(shownId, notes?.some(({ id }) => id === shownId) === true);

  return (
    <section aria-label="Notes" className="grid grid-cols-1 gap-3">
      {mayWrite && (
        <NoteEditor
          draftKey={unitId}
          label="New note"
          saveLabel="Add Note"
          placeholder="Write a note for the team"
          hint={hint}
          startsFocused={shownId === NEW_NOTE}
          onSave={addNote}
        />
      )}
      {notes === undefined ? (
        <UntilKnown>
          <NotesSkeleton />
        </UntilKnown>
      ) : notes.length === 0 ? (
        <EmptyState
          icon={NotebookPen}
          title="No notes yet"
          description="What the team should know about this unit is written down here."
        />
      ) : (
        <ul className="grid grid-cols-1 gap-2">
          {notes.map((note) => (
            <NoteItem
              key={note.id}
              note={note}
              isShown={note.id === shownId}
              mayChange={canChangeNote(viewer, note)}
              onUpdate={updateNote}
              onDelete={chooseToDelete}
            />
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={deleting !== undefined}
        onOpenChange={(open) => !open && chooseToDelete(null)}
        title="Delete note?"
        description="The note is deleted for everyone and lies in the trash."
        confirmLabel="Delete Note"
        destructive
        onConfirm={() => {
          chooseToDelete(null);
          if (deleting) deleteNote(deleting.id);
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
