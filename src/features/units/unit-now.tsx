import { CalendarClock, CircleAlert } from "lucide-react";
import { cn } from "../../lib/cn.ts";
import { formatShortDate } from "../../lib/format.ts";
import type { Tone } from "../../lib/tone.ts";
import { turnLine } from "../../lib/turn-line.ts";
import type { UnitListItem } from "./unit-filter.ts";

const TEXT_TONE: Record<Tone, string> = {
  neutral: "text-ink-muted",
  accent: "text-accent-text",
  info: "text-info-text",
  success: "text-ink-muted",
  warning: "text-warning-text",
  danger: "text-danger-text",
};

/** The line about a unit's turn, and its tasks that are overdue or due next; nothing where nothing is planned. */
export function UnitNow({ unit, className }: { unit: UnitListItem; className?: string }) {
  const line = turnLine(unit);
  const { overdueTasks, nextDueDate } = unit;
  if (line === null && overdueTasks === 0 && nextDueDate === null) return null;
  return (
    <div className={cn("grid gap-0.5 text-sm", className)}>
      {line !== null && (
        <p className={cn("flex items-start gap-1.5", TEXT_TONE[line.tone])}>
          <line.icon aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          <span className="min-w-0 break-words">{line.text}</span>
        </p>
      )}
      {(overdueTasks > 0 || nextDueDate !== null) && (
        <p className="flex flex-wrap items-center gap-x-3 text-xs">
          {overdueTasks > 0 && (
            <span className="flex items-center gap-1.5 font-medium text-danger-text">
              <CircleAlert aria-hidden className="size-3.5" /> {overdueTasks} overdue
            </span>
          )}
          {nextDueDate !== null && (
            <span className="flex items-center gap-1.5 text-ink-muted">
              <CalendarClock aria-hidden className="size-3.5" /> Next due{" "}
              {formatShortDate(nextDueDate)}
            </span>
          )}
        </p>
      )}
    </div>
  );
}

/** True where a card has a red edge: somebody should look at it now. */
export function isAlarming({ overdueTasks, turn }: UnitListItem): boolean {
  return overdueTasks > 0 || turn.risk === "late";
}
