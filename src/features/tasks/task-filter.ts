import type { Task, TaskStatus } from "../../lib/optimistic/task-change.ts";

export type TaskFilter = "all" | TaskStatus;

const ORDER: readonly TaskFilter[] = ["all", "not_started", "in_progress", "completed", "overdue"];

/** The filter chips with their counts; "overdue" only when a task is overdue. */
export function countByFilter(tasks: readonly Task[]): { filter: TaskFilter; count: number }[] {
  const countByStatus = new Map<TaskFilter, number>([["all", tasks.length]]);
  for (const { status } of tasks) countByStatus.set(status, (countByStatus.get(status) ?? 0) + 1);
  return ORDER.map((filter) => ({ filter, count: countByStatus.get(filter) ?? 0 })).filter(
    ({ filter, count }) => filter !== "overdue" || count > 0,
  );
}

/** The tasks that pass a filter chip. */
export function filterTasks(tasks: readonly Task[], filter: TaskFilter): readonly Task[] {
  return filter === "all" ? tasks : tasks.filter((task) => task.status === filter);
}
