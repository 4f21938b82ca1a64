import { useQuery } from "convex/react";
import { useMemo } from "react";
import { api } from "../../../convex/_generated/api.js";
import { listAvailable } from "./assign-selection.ts";
import type { AssignTarget } from "./assignment.ts";
import type { TaskTemplate } from "./task-types.ts";

/** What can still be assigned to a target, and to how many units; undefined while loading. */
export function useAssignable(
  target: AssignTarget,
): { available: TaskTemplate[]; unitCount: number } | undefined {
  const templates = useQuery(api.taskTemplates.list, {});
  const tasks = useQuery(api.tasks.list, target.unitId ? { unitId: target.unitId } : "skip");
  const everywhere = useQuery(
    api.tasks.assigned,
    !target.unitId && target.projectId ? { projectId: target.projectId } : "skip",
  );

  return useMemo(() => {
    const assignedIds = tasks?.map((task) => task.templateId) ?? everywhere?.templateIds;
    if (!templates || !assignedIds) return undefined;
    const hiddenIds = new Set(assignedIds.filter((id) => id !== null));
    return {
      available: listAvailable(templates, hiddenIds),
      unitCount: everywhere?.unitCount ?? 1,
    };
  }, [templates, tasks, everywhere]);
}
