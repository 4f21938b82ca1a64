import { Link } from "@tanstack/react-router";
import { Badge } from "../../components/ui/badge.tsx";
import { cn } from "../../lib/cn.ts";
import { formatMoment, formatTime } from "../../lib/format.ts";
import type { HistoryEvent } from "../../lib/history/history-event.ts";

const LINK_CLASSES = "rounded-sm underline-offset-2 hover:underline";

/** The columns of a line: its time, and the event. */
export const LINE_CLASSES =
  "grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-3 border-t border-line py-2.5 text-base first:border-t-0 max-sm:grid-cols-1";

/** The time of an event at the start of its line. */
export function EventTime({ at }: { at: string }) {
  return (
    <time
      dateTime={at}
      title={formatMoment(at)}
      className="pt-px text-sm text-ink-muted tabular-nums sm:text-right"
    >
      {formatTime(at)}
    </time>
  );
}

/** The person of an event. A press on the name narrows the history to that person's events. */
export function Person({ event: { userId, userName } }: { event: HistoryEvent }) {
  if (userId === null) return <span className="font-medium">{userName}</span>;
  return (
    <Link
      to="."
      search={(previous: Record<string, unknown>) => ({ ...previous, by: userId })}
      state={true}
      replace
      resetScroll={false}
      title={`Only what ${userName} did`}
      className={cn("font-medium", LINK_CLASSES)}
    >
      {userName}
    </Link>
  );
}

/** The unit of an event, as a link to its own history. */
export function Place({ event: { kind, projectId, unitId, unitName } }: { event: HistoryEvent }) {
  if (unitId === null || projectId === null || unitName === null) return null;
  // A unit that this event deleted has no page.
  if (kind.startsWith("unit.removed")) return null;
  const isUnit = kind.startsWith("unit.");
  return (
    <>
      {isUnit ? " · " : " in "}
      <Link
        to="/projects/$projectId/units"
        params={{ projectId }}
        search={{ unit: unitId, tab: "history" }}
        className="rounded-sm text-accent-text underline underline-offset-2"
      >
        {isUnit ? "History of the unit" : unitName}
      </Link>
    </>
  );
}

/** Marks an act that was undone. */
export function UndoneBadge({ words = "Undone" }: { words?: string }) {
  return (
    <Badge tone="neutral" className="ml-2 align-text-bottom">
      {words}
    </Badge>
  );
}
