import { type SubmitEvent, useState } from "react";
import { api } from "../../../convex/_generated/api.js";
import { useLiveQuery } from "../../hooks/reads/use-live-query.ts";
import { useKeptTyping } from "../../hooks/edits/use-kept-typing.ts";
import { orNull, someOf, text } from "../../lib/shape.ts";
import { formatCount } from "../../lib/format.ts";
import { type GivenTo, PeopleFields } from "../people-fields.tsx";
import { TitledDialog } from "../titled-dialog.tsx";
import { DialogForm } from "../ui/dialog-form.tsx";
import type { BulkDialogProps } from "./bulk-dialog.ts";

/** The option value for "no change"; ids are longer. */
const asItIs = "same";

const keptShape = someOf<GivenTo>({ assignedToId: orNull(text), crewMemberId: orNull(text) });

/** A dialog that gives all selected tasks to people. It offers a team only when all tasks belong to one project. */
export function BulkPeopleDialog({ noun, selected, onClose, onUpdate }: BulkDialogProps) {
  const projectIds = new Set(selected.map(({ projectId }) => projectId));
  const [projectId] = projectIds.size === 1 ? projectIds : [];
  const people = useLiveQuery(api.people.list, {});
  const team = useLiveQuery(
    api.projectTeams.list,
    projectId === undefined ? "skip" : { projectId },
  );
  const [givenTo, setGivenTo] = useState<GivenTo>({});
  const [isSubmitting, setSubmitting] = useState(false);
  const sent = Object.fromEntries(Object.entries(givenTo).filter(([, id]) => id !== asItIs));
  const { assignedToId = asItIs, crewMemberId = asItIs } = givenTo;

  const kept = useKeptTyping(`people of many ${noun}s of ${projectId ?? "several projects"}`, {
    shape: keptShape,
    typed: Object.keys(sent).length === 0 ? null : sent,
    bringBack: setGivenTo,
  });

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setSubmitting(true);
    if (await onUpdate(sent)) kept.saved(() => undefined);
    setSubmitting(false);
  };
  return (
    <TitledDialog
      open
      onClose={onClose}
      title={`People of ${formatCount(selected.length, noun)}`}
      description="Who does them, signed in or of the project's team."
    >
      <DialogForm
        onSubmit={submit}
        submitLabel="Give"
        isSubmitting={isSubmitting}
        canSubmit={Object.keys(sent).length > 0}
        kept={kept}
      >
        <PeopleFields
          given={{
            ...{ assignedToId, crewMemberId },
            ...{ assignedToName: "As it is", crewMemberName: "As it is" },
          }}
          people={people}
          team={team}
          onChange={(change) => setGivenTo({ ...givenTo, ...change })}
        />
        {projectId === undefined && (
          <p className="text-sm text-ink-muted">
            The tasks are of several projects, each with a team of its own.
          </p>
        )}
      </DialogForm>
    </TitledDialog>
  );
}
