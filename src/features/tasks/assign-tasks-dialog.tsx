import { useEffect, useRef } from "react";
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from "../../components/ui/dialog.tsx";
import { useLast } from "../../hooks/use-last.ts";
import { AssignTasksForm } from "./assign-tasks-form.tsx";
import type { AssignTarget } from "./assignment.ts";
import { assignmentRuns, targetKey } from "./assignment-runs.ts";
import { useAssignTasks } from "./use-assign-tasks.ts";

/**
 * Chooses master tasks for one unit, or for all units of a project. Open while there is a target.
 * A running assignment goes on when the dialog is closed, and is shown again when it is reopened.
 */
export function AssignTasksDialog(props: {
  target: AssignTarget | undefined;
  onClose: () => void;
}) {
  const target = useLast(props.target);
  const openTarget = useRef(props.target);
  useEffect(() => {
    openTarget.current = props.target;
    return () => {
      openTarget.current = undefined;
    };
  });
  const { run, assign } = useAssignTasks(target, (assigned) => {
    // Another dialog may be open by now; only the one of this assignment closes.
    if (openTarget.current && targetKey(openTarget.current) === targetKey(assigned))
      props.onClose();
  });
  if (!target) return null;
  const key = targetKey(target) ?? "";
  const close = () => {
    assignmentRuns.forget(key);
    props.onClose();
  };
  return (
    <Dialog open={props.target !== undefined} onOpenChange={(open) => !open && close()}>
      <DialogContent size="lg" className="max-w-2xl">
        <DialogHeader>
          <DialogTitle>Assign Tasks</DialogTitle>
          <DialogDescription className="truncate">
            {target.unitId ? `To ${target.name}` : `To all units in ${target.name}`}
          </DialogDescription>
        </DialogHeader>
        <AssignTasksForm
          key={key}
          target={target}
          isClosing={!props.target}
          run={run}
          onAssign={assign}
          onCancelRun={() => assignmentRuns.cancel(key)}
          onClose={close}
        />
      </DialogContent>
    </Dialog>
  );
}
