import { useMemo } from "react";
import { api } from "../../../../convex/_generated/api.js";
import { useLast } from "../../../hooks/use-last.ts";
import { useLiveQuery } from "../../../hooks/reads/use-live-query.ts";
import { listAvailable } from "./assign-selection.ts";
import type { AssignTarget } from "./assignment.ts";
import type { TaskTemplate } from "../../../lib/optimistic/task-change.ts";

/** The templates that can be assigned, and the number of units that get them. */
export interface Assignable {
  available: TaskTemplate[];
  unitCount: number;
}

/**
 * The templates that a target can still get; undefined while loading. Without a target the last value stays and no
 * query runs: a dialog that closes because its unit was deleted must not query the tasks of that unit.
 */
export function useAssignable(target: AssignTarget | undefined): Assignable | undefined {
  const templates = useLiveQuery(api.taskTemplates.list, target ? {} : "skip");
  const tasks = useLiveQuery(api.tasks.list, target?.unitId ? { unitId: target.unitId } : "skip");
  const everywhere = useLiveQuery(
    api.tasks.assigned,
    !target?.unitId && target?.projectId ? { projectId: target.projectId } : "skip",
  );

  const assignable = useMemo(() => {
    const assignedIds = tasks?.map((task) => task.templateId) ?? everywhere?.templateIds;
    if (!templates || !assignedIds) return undefined;
    const hiddenIds = new Set(assignedIds.filter((id) => id !== null));
    return {
      available: listAvailable(templates, hiddenIds),
      unitCount: everywhere?.unitCount ?? 1,
    };
  }, [templates, tasks, everywhere]);
  return useLast(assignable);
}
