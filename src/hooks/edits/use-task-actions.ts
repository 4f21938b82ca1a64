import { useMemo } from "react";
import { api } from "../../../convex/_generated/api.js";
import { useServerMutation } from "./use-server-mutation.ts";
import { toastStore, type ToastOptions } from "../../lib/toast-store.ts";
import { showError } from "../../lib/errors.ts";
import { applyTaskOrder, applyTaskDeletion } from "../../lib/optimistic/tasks.ts";
import { doAndTell, undoCompletion } from "../../lib/outbox/do-and-tell.ts";
import { useUndoDeletion } from "./use-undo-deletion.ts";
import type { Task, TaskPatch } from "../../lib/optimistic/task-change.ts";

/**
 * Functions that change, order and delete tasks. A change appears here at once, and is undone with a message when the
 * server refuses it.
 */
export function useTaskActions() {
  const remove = useServerMutation(api.tasks.remove);
  const reorder = useServerMutation(api.tasks.reorder);
  const undoDeletion = useUndoDeletion();

  return useMemo(() => {
    const deleteNow = remove.withOptimisticUpdate(applyTaskDeletion);
    const reorderNow = reorder.withOptimisticUpdate(applyTaskOrder);
    return {
      updateTask: (taskId: string, patch: TaskPatch) =>
        void doAndTell(
          "task.update",
          { taskId, ...patch },
          { confirmed: () => toastStore.show(taskNotice(taskId, patch)) },
        ),
      /** Completes a task, which leaves the list by that; the toast offers to undo it. */
      completeTask: (task: Task) => {
        const tell = (notice: ToastOptions) => (id: string) =>
          toastStore.show({ ...notice, undo: () => void undoCompletion(id, task) });
        void doAndTell(
          "task.update",
          { taskId: task.id, status: "completed" },
          {
            confirmed: tell(taskNotice(task.id, { status: "completed" })),
            waiting: tell(waitingNotice(task.id)),
          },
        );
      },
      deleteTask: (taskId: string) =>
        void deleteNow({ taskId }).then(
          () => toastStore.show({ title: "Task deleted", undo: undoDeletion(taskId) }),
          (error: unknown) => showError(error),
        ),
      reorderTasks: (unitId: string, taskIds: string[]) =>
        void reorderNow({ unitId, taskIds }).catch((error: unknown) => showError(error)),
    };
  }, [remove, reorder, undoDeletion]);
}

/** The toast for a changed task; the toasts of several tasks merge into one. */
function taskNotice(taskId: string, { status }: TaskPatch): ToastOptions {
  const act = status === "completed" ? "completed" : "updated";
  return {
    title: "Task updated successfully",
    merge: { kind: `tasks ${act}`, id: taskId, title: (count) => `${count} tasks ${act}` },
  };
}

/** The toast for a task that left its list and waits for a connection. */
function waitingNotice(taskId: string): ToastOptions {
  const title = (count: number) => `${String(count)} tasks kept on this device`;
  return { title: "Task kept on this device", merge: { kind: "tasks kept", id: taskId, title } };
}
