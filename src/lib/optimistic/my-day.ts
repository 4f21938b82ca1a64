import type { OptimisticLocalStore } from "convex/browser";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api.js";
import type { Task } from "./task-change.ts";

type MyDay = FunctionReturnType<typeof api.myDay.mine>;
type MyDayGroup = MyDay["overdue"][number];

/** Shows changed tasks at once in their lists of the day; a completed or deleted one leaves them. */
export function replaceInMyDay(
  store: OptimisticLocalStore,
  ids: ReadonlySet<string>,
  change: (task: Task) => Task | null,
): void {
  for (const { args, value } of store.getAllQueries(api.myDay.mine)) {
    if (value) store.setQuery(api.myDay.mine, args, replaceInDay(value, ids, change));
  }
}

function replaceInDay(
  { today, ...lists }: MyDay,
  ids: ReadonlySet<string>,
  change: (task: Task) => Task | null,
): MyDay {
  const replaceIn = (groups: MyDayGroup[]) =>
    groups.flatMap((group) => {
      if (!group.tasks.some(({ id }) => ids.has(id))) return [group];
      const tasks = group.tasks.flatMap((task) => {
        const changed = ids.has(task.id) ? change(task) : task;
        return changed === null || changed.baseStatus === "completed" ? [] : [changed];
      });
      return tasks.length === 0 ? [] : [{ ...group, tasks }];
    });
  return {
    today,
    overdue: replaceIn(lists.overdue),
    dueToday: replaceIn(lists.dueToday),
    nextSevenDays: replaceIn(lists.nextSevenDays),
    blocked: replaceIn(lists.blocked),
    noDate: replaceIn(lists.noDate),
  };
}
