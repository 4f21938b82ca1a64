import type { FunctionReturnType } from "convex/server";
import { CalendarClock, CircleAlert, type LucideIcon, TriangleAlert } from "lucide-react";
import type { api } from "../../../../convex/_generated/api.js";
import { cn } from "../../../lib/cn.ts";
import { formatCount, formatShortDate } from "../../../lib/format.ts";

type Stats = FunctionReturnType<typeof api.projects.stats>;

/** The line of a project that says what needs attention now, or else what is due next. */
export function ProjectNow({ stats }: { stats: Stats }) {
  const line = lineOf(stats);
  if (line === null) return null;
  const { text, icon: Icon, tone } = line;
  return (
    // The attribute gives the card a red edge.
    <p
      data-alarm={Icon === CircleAlert || undefined}
      className={cn("flex items-start gap-1.5 text-sm", tone)}
    >
      <Icon aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      {text}
    </p>
  );
}

function lineOf(stats: Stats): { text: string; icon: LucideIcon; tone: string } | null {
  const { unitsLate, unitsAtRisk, overdueTasks, nextDueDate } = stats;
  const parts = [
    ...(unitsLate > 0 ? [`${formatCount(unitsLate, "unit")} late`] : []),
    ...(unitsAtRisk > 0 ? [`${formatCount(unitsAtRisk, "unit")} at risk`] : []),
    ...(overdueTasks > 0 ? [`${formatCount(overdueTasks, "task")} overdue`] : []),
  ];
  if (parts.length > 0) {
    const isDanger = unitsLate > 0 || overdueTasks > 0;
    const text = parts.join(", ");
    return isDanger
      ? { text, icon: CircleAlert, tone: "text-danger-text" }
      : { text, icon: TriangleAlert, tone: "text-warning-text" };
  }
  if (nextDueDate === null) return null;
  const text = `Next due ${formatShortDate(nextDueDate)}`;
  return { text, icon: CalendarClock, tone: "text-ink-muted" };
}
