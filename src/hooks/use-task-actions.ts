import { useMutation } from "convex/react";
import { useMemo } from "react";
import { api } from "../../convex/_generated/api.js";
import { toastStore } from "../lib/toast-store.ts";
import { showError } from "../lib/errors.ts";
import { applyTaskOrder, applyTaskDeletion, applyTaskUpdate } from "../lib/optimistic-tasks.ts";
import type { TaskPatch } from "../lib/task-change.ts";

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
          () => toastStore.show({ title: "Task updated successfully" }),
          (error: unknown) => showError(error),
        ),
      deleteTask: (taskId: string) =>
        void deleteNow({ taskId }).catch((error: unknown) => showError(error)),
      reorderTasks: (unitId: string, taskIds: string[]) =>
        void reorderNow({ unitId, taskIds }).catch((error: unknown) => showError(error)),
    };
  }, [update, remove, reorder]);
}
