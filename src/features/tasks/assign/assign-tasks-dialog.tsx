import { useEffect, useRef } from "react";
import { TitledDialog } from "../../../components/titled-dialog.tsx";
import { useLast } from "../../../hooks/use-last.ts";
import { AssignTasksForm } from "./assign-tasks-form.tsx";
import { assignmentRuns, targetKey } from "./assignment-runs.ts";
import type { AssignTarget } from "./assignment.ts";
import { useAssignTasks } from "./use-assign-tasks.ts";

/**
 * Chooses task templates for one unit, or for all units of a project. The dialog is open while `target` is defined. A
 * running assignment continues when the dialog closes, and shows again when the dialog is reopened.
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
    // Another dialog may be open by now, so only the dialog of this assignment closes.
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
    <TitledDialog
      open={props.target !== undefined}
      onClose={close}
      size="lg"
      className="max-w-2xl"
      title="Assign Tasks"
      description={
        <span className="line-clamp-2">
          {target.unitId ? `To ${target.name}` : `To all units in ${target.name}`}
        </span>
      }
    >
      <AssignTasksForm
        key={key}
        target={target}
        isClosing={!props.target}
        run={run}
        onAssign={assign}
        onCancelRun={() => assignmentRuns.cancel(key)}
        onClose={close}
      />
    </TitledDialog>
  );
}
