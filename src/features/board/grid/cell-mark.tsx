import { Check, Hand } from "lucide-react";
import { memo } from "react";
import { TaskMark } from "../../../components/task-circle.tsx";
import { cn } from "../../../lib/cn.ts";
import type { CategoryCounts } from "../contents/board-columns.ts";
import type { BoardTask } from "../contents/board-types.ts";

interface CellMarkProps {
  task: Pick<BoardTask, "status" | "baseStatus" | "blockedReason">;
  className?: string;
}

/**
 * The state of a task as its circle. A sign in the corner says what colour alone would not: a hand for blocked, a "!"
 * for overdue; on paper, where circles are small and columns narrow, it stands below the circle. The cell has the
 * words. A row has many marks, so each renders again only for another state.
 */
export const CellMark = memo(function CellMark({ task, className }: CellMarkProps) {
  const isBlocked = task.blockedReason !== null;
  // Completed tasks are less prominent, so that open ones stand out.
  if (task.baseStatus === "completed") {
    return <Check aria-hidden className="size-4.5 shrink-0 text-success-text" strokeWidth={2.5} />;
  }
  return (
    <span aria-hidden className="relative inline-flex print:flex-col print:items-center">
      <TaskMark task={task} className={cn("touch:size-5", className)} />
      {(isBlocked || task.status === "overdue") && (
        <span
          className={cn(
            "absolute -right-1.5 -bottom-1.5 inline-flex size-3.5 items-center justify-center rounded-full text-xs leading-none font-bold print:static print:mt-px print:size-3 print:text-[0.5rem]",
            isBlocked ? "bg-warning-soft text-warning-text" : "bg-danger text-danger-on",
          )}
        >
          {isBlocked ? <Hand className="size-2.5" strokeWidth={2.75} /> : "!"}
        </span>
      )}
    </span>
  );
});

/** A folded category as "3/5", with the signs for overdue and blocked tasks in it. */
export function FoldedMark({ counts }: { counts: CategoryCounts }) {
  const { done, total, overdue, blocked } = counts;
  return (
    <span
      aria-hidden
      className={cn(
        "inline-flex items-center gap-0.5",
        done === total ? "text-success-text" : overdue > 0 && "font-semibold text-danger-text",
      )}
    >
      {done}/{total}
      {overdue > 0 && "!"}
      {blocked > 0 && <Hand className="size-3 text-warning-text" strokeWidth={2.5} />}
    </span>
  );
}
