import { CircleAlert, ListChecks } from "lucide-react";
import { Button } from "../../../components/ui/button.tsx";
import { Checkbox } from "../../../components/ui/checkbox.tsx";
import { DialogBody, DialogFooter } from "../../../components/ui/dialog.tsx";
import { EmptyState } from "../../../components/ui/empty-state.tsx";
import { focusLateForm } from "../../../components/ui/focus-field.ts";
import { KeptTypingOffer } from "../../../components/ui/kept-typing-offer.tsx";
import { Progress } from "../../../components/ui/progress.tsx";
import { Skeleton } from "../../../components/ui/skeleton.tsx";
import { UntilKnown } from "../../../components/ui/until-known.tsx";
import {
  assignLabel,
  isAllSelected,
  selectedIds,
  toggleAll,
  toggleOne,
} from "./assign-selection.ts";
import { AssignPeople } from "./assign-people.tsx";
import type { AssignTarget } from "./assignment.ts";
import type { AssignmentRun, AssignRequest } from "./assignment-runs.ts";
import { TemplateList } from "./template-list.tsx";
import { useAssignChoice } from "./use-assign-choice.ts";
import { useAssignable } from "./use-assignable.ts";

interface AssignTasksFormProps {
  target: AssignTarget;
  /** True while the dialog closes: its queries stop. */
  isClosing: boolean;
  run: AssignmentRun | undefined;
  onAssign: (request: AssignRequest) => Promise<boolean>;
  onCancelRun: () => void;
  onClose: () => void;
}

/** The form that selects templates. The next opening starts empty, and offers the selection that was not assigned. */
export function AssignTasksForm(props: AssignTasksFormProps) {
  const { target, run } = props;
  const assignable = useAssignable(props.isClosing ? undefined : target);
  const { selection, setSelection, givenTo, setGivenTo, kept } = useAssignChoice(target, run);
  const isRunning = run !== undefined && !run.hasFailed;
  // The live list loses templates while they are assigned, so the form keeps the original list until the run ends.
  const listed = isRunning ? run.listed : assignable?.available;

  if (!listed || !assignable) return <Placeholders />;
  if (listed.length === 0) return <NothingLeft target={target} />;

  const chosen = selectedIds(selection, listed);
  const submit = async () => {
    const { unitCount } = assignable;
    const opening = kept.requestKey;
    const request = { target, templateIds: chosen, givenTo, unitCount, opening, listed };
    if (await props.onAssign(request)) kept.saved(() => undefined);
  };

  return (
    <form
      ref={focusLateForm}
      className="flex min-h-0 flex-1 flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {kept.offer && !run && (
        <div className="px-5 pb-2">
          <KeptTypingOffer offer={kept.offer} isTyped={kept.isTyped} />
        </div>
      )}
      <div className="flex min-h-9 items-center justify-between gap-3 border-b border-line px-5 pb-2">
        <label className="flex items-center gap-2.5 text-sm font-medium touch:min-h-11">
          <Checkbox
            checked={isAllSelected(selection, listed) || (chosen.length > 0 && "indeterminate")}
            disabled={isRunning}
            onCheckedChange={() => setSelection((current) => toggleAll(current, listed))}
          />
          Select All Tasks ({listed.length})
        </label>
        <span aria-live="polite" className="text-sm text-ink-muted">
          {chosen.length} selected
        </span>
      </div>
      <TemplateList
        templates={listed}
        selection={selection}
        disabled={isRunning}
        onToggle={(id) => setSelection((current) => toggleOne(current, id))}
      />
      <AssignPeople
        teamOf={target.teamOf ?? target.projectId}
        givenTo={givenTo}
        disabled={isRunning}
        onChange={setGivenTo}
      />
      {run && run.target.projectId && <RunProgress run={run} onCancel={props.onCancelRun} />}
      <DialogFooter>
        <Button
          variant="secondary"
          onClick={() => {
            if (!isRunning) kept.forget();
            props.onClose();
          }}
        >
          {isRunning ? "Close" : "Cancel"}
        </Button>
        <Button type="submit" loading={isRunning}>
          {isRunning ? "Assigning…" : assignLabel(chosen.length)}
        </Button>
      </DialogFooter>
    </form>
  );
}

function RunProgress({ run, onCancel }: { run: AssignmentRun; onCancel: () => void }) {
  const total = run.templateIds.length;
  if (run.hasFailed) {
    return (
      <p className="flex items-start gap-2 border-t border-line px-5 py-3 text-sm" role="status">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger-text" />
        <span>
          The assignment broke off after {run.done} of {total} tasks. What was assigned stays;
          assign again to do the rest.
        </span>
      </p>
    );
  }
  return (
    <div className="flex items-center gap-3 border-t border-line px-5 py-2">
      <div className="grid min-w-0 flex-1 gap-1.5 py-1" role="status">
        <span className="text-sm text-ink-muted">
          {run.done} of {total} tasks assigned to all units
        </span>
        <Progress value={(100 * run.done) / total} label="Assignment progress" />
      </div>
      <Button variant="outline" size="sm" onClick={onCancel}>
        Stop
      </Button>
    </div>
  );
}

function NothingLeft({ target }: { target: AssignTarget }) {
  return (
    <EmptyState
      icon={ListChecks}
      title="No More Tasks Available"
      description={
        target.unitId
          ? `All available tasks have already been assigned to ${target.name}.`
          : "All available tasks have been assigned to all units in this project."
      }
    />
  );
}

function Placeholders() {
  return (
    <DialogBody>
      <UntilKnown>
        <div className="grid gap-2" aria-busy>
          {Array.from({ length: 8 }, (_, index) => (
            <Skeleton key={index} className="h-12" />
          ))}
        </div>
      </UntilKnown>
    </DialogBody>
  );
}
