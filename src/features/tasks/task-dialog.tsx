import { api } from "../../../convex/_generated/api.js";
import { useLast } from "../../hooks/use-last.ts";
import { useLiveQuery } from "../../hooks/reads/use-live-query.ts";
import { errorSentence, showError } from "../../lib/errors.ts";
import { outbox } from "../../lib/outbox/outbox.ts";
import type { Task, TaskPatch } from "../../lib/optimistic/task-change.ts";
import { BlockForm } from "../../components/block-form.tsx";
import { PeopleFields, type GivenTo } from "../../components/people-fields.tsx";
import { TitledDialog } from "../../components/titled-dialog.tsx";
import { DialogBody } from "../../components/ui/dialog.tsx";

type TaskDialogProps = {
  task: Task | undefined;
  unitName: string;
  projectId: string;
  onClose: () => void;
};

/** The people who do a task, and its block. The dialog is open while `task` is defined. */
export function TaskDialog(props: TaskDialogProps) {
  const task = useLast(props.task);
  if (!task) return null;
  return (
    <TitledDialog
      open={props.task !== undefined}
      onClose={props.onClose}
      title={task.name}
      description={props.unitName}
    >
      <TaskForm key={task.id} {...props} task={task} />
    </TitledDialog>
  );
}

function TaskForm({ task, projectId, onClose }: TaskDialogProps & { task: Task }) {
  const update = async (patch: TaskPatch, isHeld?: () => boolean) =>
    await outbox.answered(await outbox.do("task.update", { taskId: task.id, ...patch }), {
      ...(isHeld && { isHeld }),
    });
  const people = useLiveQuery(api.people.list, {});
  const team = useLiveQuery(api.projectTeams.list, { projectId });
  const give = (givenTo: GivenTo) =>
    void update(givenTo).catch((error: unknown) => showError(error, errorSentence(error)));
  const fields = <PeopleFields given={task} people={people} team={team} onChange={give} />;
  // A completed task cannot be blocked.
  if (task.baseStatus === "completed")
    return <DialogBody className="grid gap-4">{fields}</DialogBody>;
  return (
    <BlockForm
      block={task}
      subject={task.id}
      record={{ id: task.id, unitId: task.unitId }}
      onSave={update}
      onDone={onClose}
    >
      {fields}
    </BlockForm>
  );
}
