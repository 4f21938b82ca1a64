import { useState } from "react";
import { canChangeTimeEntry } from "../../../../convex/rules/permissions.ts";
import { TitledDialog } from "../../../components/titled-dialog.tsx";
import { ConfirmDialog } from "../../../components/ui/confirm-dialog.tsx";
import { useLast } from "../../../hooks/use-last.ts";
import { useUndoDeletion } from "../../../hooks/edits/use-undo-deletion.ts";
import { useViewer } from "../../../hooks/people/use-viewer.ts";
import { dayOf } from "../../../lib/format.ts";
import { newValues, valuesOf } from "./entry-form-values.ts";
import { EntryForm } from "./entry-form.tsx";
import { formatDay, formatWorked, timeZoneHere } from "../week/time-format.ts";
import type { Owner, TimeEntry } from "../week/timesheet.ts";
import { entryActions } from "./entry-actions.ts";

/** The subject of the dialog: an entry, or a new one for a person and a day. The person is "" until one is chosen. */
export type DialogSubject =
  | {
      kind: "edit";
      entry: TimeEntry;
    }
  | { kind: "add"; person: string; day: string };

interface EntryDialogProps {
  projectId: string;
  /** Undefined closes the dialog. */
  subject: DialogSubject | undefined;
  owners: readonly Owner[];
  units: readonly { id: string; name: string }[] | undefined;
  onClose: () => void;
}

/** Adds or edits a time entry. Typed values stay until the entry is saved or the dialog is closed. */
export function EntryDialog({ projectId, subject, owners, units, onClose }: EntryDialogProps) {
  const shown = useLast(subject);
  const [deleting, setDeleting] = useState(false);
  const undoDeletion = useUndoDeletion();
  const viewer = useViewer();
  if (!shown) return null;
  const entry = shown.kind === "edit" ? shown.entry : null;
  const mayChange = entry === null || canChangeTimeEntry(viewer, entry);
  return (
    <>
      <TitledDialog
        open={subject !== undefined}
        onClose={onClose}
        title={!mayChange ? "Time Entry" : entry ? "Edit Time Entry" : "Add Time Entry"}
        description={`Times are in your time zone, ${timeZoneHere()}.`}
      >
        <EntryForm
          key={shown.kind === "edit" ? shown.entry.id : `${shown.person} ${shown.day}`}
          projectId={projectId}
          entry={entry}
          mayChange={mayChange}
          initial={
            shown.kind === "edit" ? valuesOf(shown.entry) : newValues(shown.person, shown.day)
          }
          owners={owners}
          units={units}
          onSaved={onClose}
          onDelete={() => setDeleting(true)}
        />
      </TitledDialog>
      {entry && (
        <ConfirmDialog
          open={deleting}
          onOpenChange={setDeleting}
          title="Delete Time Entry"
          description={deletionText(entry, owners)}
          confirmLabel="Delete Time Entry"
          destructive
          onConfirm={async () => {
            await entryActions.deleteEntry(entry, undoDeletion(entry.id));
            onClose();
          }}
        />
      )}
    </>
  );
}

function deletionText(entry: TimeEntry, owners: readonly Owner[]): string {
  const { teamMemberId, userId, totalHours } = entry;
  const name = owners.find((owner) => owner.key === (teamMemberId ?? `user:${userId}`))?.name;
  const what = totalHours === null ? "open shift" : `${formatWorked(Number(totalHours))} hours`;
  const whose = name === undefined ? "" : ` of ${name}`;
  return `The ${what}${whose} on ${formatDay(dayOf(entry.date))} will be deleted and kept in the trash.`;
}
