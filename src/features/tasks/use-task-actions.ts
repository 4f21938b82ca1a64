import { useMutation } from "convex/react";
import { useMemo } from "react";
import { api } from "../../../convex/_generated/api.js";
import { toast } from "../../components/ui/toast.ts";
import { showError } from "../../lib/errors.ts";
import { applyTaskRemoval, applyTaskUpdate } from "./optimistic-tasks.ts";
import type { TaskPatch } from "./task-change.ts";

/** Changes and removes tasks: seen at once here, taken back with a message when the server refuses. */
export function useTaskActions() {
  const update = useMutation(api.tasks.update);
  const remove = useMutation(api.tasks.remove);

  return useMemo(() => {
    const updateNow = update.withOptimisticUpdate(applyTaskUpdate);
    const removeNow = remove.withOptimisticUpdate(applyTaskRemoval);
    return {
      updateTask: (taskId: string, patch: TaskPatch) =>
        void updateNow({ taskId, ...patch }).then(
          () => toast({ title: "Task updated successfully" }),
          (error: unknown) => showError(error),
        ),
      removeTask: (taskId: string) =>
        void removeNow({ taskId }).catch((error: unknown) => showError(error)),
    };
  }, [update, remove]);
}
