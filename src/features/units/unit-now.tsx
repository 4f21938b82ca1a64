import { CalendarClock, CircleAlert } from "lucide-react";
import { GivenTo } from "../../components/given-to.tsx";
import { cn } from "../../lib/cn.ts";
import { formatShortDate } from "../../lib/format.ts";
import { peopleOf } from "../../lib/units/given-to.ts";
import type { Tone } from "../../lib/tone.ts";
import { turnLine } from "../../lib/units/turn-line.ts";
import type { UnitListItem } from "./unit-filter.ts";

const TEXT_TONE: Record<Tone, string> = {
  neutral: "text-ink-muted",
  accent: "text-accent-text",
  info: "text-info-text",
  success: "text-ink-muted",
  warning: "text-warning-text",
  danger: "text-danger-text",
};

/** The line about a unit's turn, its overdue or next due tasks, and their people; empty when nothing is planned. */
export function UnitNow({ unit, className }: { unit: UnitListItem; className?: string }) {
  const line = turnLine(unit);
  const { overdueTasks, nextDueDate } = unit;
  const people = peopleOf(unit);
  const isDue = overdueTasks > 0 || nextDueDate !== null;
  // A unit that needs no attention does not say that its tasks have no person.
  const tellsWho = people.length > 0 || needsLook(unit);
  if (line === null && !isDue && !tellsWho) return null;
  return (
    <div className={cn("grid gap-0.5 text-sm", className)}>
      {line !== null && (
        <p className={cn("flex items-start gap-1.5", TEXT_TONE[line.tone])}>
          <line.icon aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          <span className="min-w-0 break-words">{line.text}</span>
        </p>
      )}
      {(isDue || tellsWho) && (
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
          {tellsWho && <GivenTo names={people} />}
        </p>
      )}
    </div>
  );
}

function needsLook(unit: UnitListItem): boolean {
  const { turn, totalTasks, completedTasks } = unit;
  return totalTasks > completedTasks && (isAlarming(unit) || turn.risk === "at_risk");
}

/** True when the card has a red edge, because the unit needs attention now. */
export function isAlarming({ overdueTasks, turn }: UnitListItem): boolean {
  return overdueTasks > 0 || turn.risk === "late";
}
