import { BLOCKED_REASON, TASK_STATUS } from "../../../lib/status.ts";
import { formatShortDate } from "../../../lib/format.ts";
import type { CategoryCounts } from "./board-columns.ts";
import type { BoardTask } from "./board-types.ts";

/** The name of a unit within a sentence: "unit 204" for "204", and "Unit 204" unchanged. */
export function unitInSentence(name: string): string {
  return /^(?:unit|apt|apartment|suite)\b/iu.test(name) ? name : `unit ${name}`;
}

/** A cell in words: "Paint walls, unit 204, in progress, due Mar 3, blocked: parts". */
export function cellText(task: BoardTask, unitName: string): string {
  const facts = [
    task.name,
    unitInSentence(unitName),
    TASK_STATUS[task.status].label.toLowerCase(),
    task.dueDate === null ? null : `due ${formatShortDate(task.dueDate)}`,
    task.blockedReason === null
      ? null
      : `blocked: ${BLOCKED_REASON[task.blockedReason].label.toLowerCase()}`,
  ];
  return facts.filter((fact) => fact !== null).join(", ");
}

/** A folded category in words: "Paint, unit 204, 3 of 5 completed, 1 overdue". */
export function foldedText(category: string, unitName: string, counts: CategoryCounts): string {
  const { done, total, overdue, blocked } = counts;
  const facts = [
    category,
    unitInSentence(unitName),
    total === 0 ? "no tasks" : `${String(done)} of ${String(total)} completed`,
    overdue === 0 ? null : `${String(overdue)} overdue`,
    blocked === 0 ? null : `${String(blocked)} blocked`,
  ];
  return facts.filter((fact) => fact !== null).join(", ");
}
