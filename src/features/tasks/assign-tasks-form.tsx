import { ListChecks } from "lucide-react";
import { useState } from "react";
import { Button } from "../../components/ui/button.tsx";
import { Checkbox } from "../../components/ui/checkbox.tsx";
import { DialogBody, DialogFooter } from "../../components/ui/dialog.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { Progress } from "../../components/ui/progress.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import {
  assignLabel,
  isAllSelected,
  selectedIds,
  toggleAll,
  toggleOne,
} from "./assign-selection.ts";
import type { AssignTarget } from "./assignment.ts";
import { TemplateList } from "./template-list.tsx";
import { useAssignable } from "./use-assignable.ts";
import type { AssignmentInProgress, AssignRequest } from "./use-assign-tasks.ts";

/** The choice of templates; it forgets the selection when it goes away. */
export function AssignTasksForm(props: {
  target: AssignTarget;
  /** The dialog is on its way out: nothing is read any more. */
  isClosing: boolean;
  run: AssignmentInProgress | null;
  onAssign: (request: AssignRequest) => Promise<void>;
  onCancel: () => void;
}) {
  const { target, run } = props;
  const assignable = useAssignable(props.isClosing ? undefined : target);
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  // What is being assigned leaves the live list bit by bit; the list stands still until all is done.
  const listed = run?.listed ?? assignable?.available;

  if (!listed || !assignable) return <Placeholders />;
  if (listed.length === 0) return <NothingLeft target={target} />;

  const chosen = selectedIds(selection, listed);
  const submit = () =>
    props.onAssign({ target, templateIds: chosen, unitCount: assignable.unitCount, listed });

  return (
    <form
      className="flex min-h-0 flex-1 flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className="flex min-h-9 items-center justify-between gap-3 border-b border-line px-5 pb-2">
        <label className="flex items-center gap-2.5 text-sm font-medium touch:min-h-11">
          <Checkbox
            checked={isAllSelected(selection, listed) || (chosen.length > 0 && "indeterminate")}
            disabled={run !== null}
            onCheckedChange={() => setSelection(toggleAll(selection, listed))}
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
        disabled={run !== null}
        onToggle={(id) => setSelection((current) => toggleOne(current, id))}
      />
      {run && run.target.projectId && <RunProgress run={run} />}
      <DialogFooter>
        <Button variant="secondary" onClick={props.onCancel}>
          {run ? "Close" : "Cancel"}
        </Button>
        <Button type="submit" loading={run !== null}>
          {run ? "Assigning…" : assignLabel(chosen.length)}
        </Button>
      </DialogFooter>
    </form>
  );
}

function RunProgress({ run }: { run: AssignmentInProgress }) {
  return (
    <div className="grid gap-1.5 border-t border-line px-5 py-3" role="status">
      <span className="text-sm text-ink-muted">
        {run.done} of {run.total} tasks assigned to all units
      </span>
      <Progress value={(100 * run.done) / run.total} label="Assignment progress" />
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
    <DialogBody className="grid gap-2" aria-busy>
      {Array.from({ length: 8 }, (_, index) => (
        <Skeleton key={index} className="h-12" />
      ))}
    </DialogBody>
  );
}
