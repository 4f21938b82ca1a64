import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api.js";

/** The viewer's tasks of today. */
export type MyDay = FunctionReturnType<typeof api.myDay.mine>;

/** The tasks of one unit in a list of the day. */
export type MyDayGroup = MyDay["overdue"][number];

/** The lists of a day with their headings, in their order. */
export const DAY_LISTS = [
  { list: "overdue", title: "Overdue" },
  { list: "dueToday", title: "Today" },
  { list: "nextSevenDays", title: "Next Seven Days" },
  { list: "blocked", title: "Blocked" },
  { list: "noDate", title: "No Date" },
] as const satisfies readonly { list: Exclude<keyof MyDay, "today">; title: string }[];

/** The number of tasks in groups. */
export function countTasks(groups: readonly MyDayGroup[]): number {
  return groups.reduce((sum, { tasks }) => sum + tasks.length, 0);
}
