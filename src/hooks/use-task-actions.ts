import { useMutation } from "convex/react";
import { useMemo } from "react";
import { api } from "../../convex/_generated/api.js";
import { toastStore, type ToastOptions } from "../lib/toast-store.ts";
import { showError } from "../lib/errors.ts";
import { applyTaskOrder, applyTaskDeletion, applyTaskUpdate } from "../lib/optimistic-tasks.ts";
import type { Task, TaskPatch } from "../lib/task-change.ts";

/** Changes, orders and deletes tasks: seen at once here, taken back with a message when the server refuses. */
export function useTaskActions() {
  const update = useMutation(api.tasks.update);
  const remove = useMutation(api.tasks.remove);
  const reorder = useMutation(api.tasks.reorder);

  return useMemo(() => {
    const updateNow = update.withOptimisticUpdate(applyTaskUpdate);
    const deleteNow = remove.withOptimisticUpdate(applyTaskDeletion);
    const reorderNow = reorder.withOptimisticUpdate(applyTaskOrder);
    return {
      updateTask: (taskId: string, patch: TaskPatch) =>
        void updateNow({ taskId, ...patch }).then(
          () => toastStore.show(taskNotice(taskId, patch)),
          (error: unknown) => showError(error),
        ),
      /** Completes a task of a list that it leaves by that; the notice offers to take it back. */
      completeTask: (task: Task) => {
        const undo = () =>
          void updateNow(stateOf(task)).catch((error: unknown) => showError(error));
        void updateNow({ taskId: task.id, status: "completed" }).then(
          () => toastStore.show({ ...taskNotice(task.id, { status: "completed" }), undo }),
          (error: unknown) => showError(error),
        );
      },
      deleteTask: (taskId: string) =>
        void deleteNow({ taskId }).catch((error: unknown) => showError(error)),
      reorderTasks: (unitId: string, taskIds: string[]) =>
        void reorderNow({ unitId, taskIds }).catch((error: unknown) => showError(error)),
    };
  }, [update, remove, reorder]);
}

/** The notice of a changed task; those of several tasks become one. */
function taskNotice(taskId: string, { status }: TaskPatch): ToastOptions {
  const act = status === "completed" ? "completed" : "updated";
  return {
    title: "Task updated successfully",
    merge: { kind: `tasks ${act}`, id: taskId, title: (count) => `${count} tasks ${act}` },
  };
}

/** The change that puts a task back into the state it is in now. */
function stateOf({ id, baseStatus, startDate, blockedReason, blockedNote }: Task) {
  const block = blockedReason === null ? {} : { blockedReason, blockedNote };
  const dates = baseStatus === "in_progress" ? { startDate } : {};
  return { taskId: id, status: baseStatus, ...dates, ...block };
}
