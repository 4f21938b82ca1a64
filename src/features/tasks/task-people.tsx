import { UserRound } from "lucide-react";
import type { Task } from "../../lib/optimistic/task-change.ts";

/** The people of a task in one line; empty when it has none. */
export function TaskPeople({ task }: { task: Task }) {
  const names = [task.assignedToName, task.crewMemberName].filter((name) => name !== null);
  if (names.length === 0) return null;
  const text = names.join(", ");
  return (
    <p className="flex min-w-0 items-center gap-1 text-xs text-ink-muted" title={text}>
      <UserRound aria-hidden className="size-3 shrink-0" />
      <span className="sr-only">Given to </span>
      <span className="truncate">{text}</span>
    </p>
  );
}
