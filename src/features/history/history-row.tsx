import { cn } from "../../lib/cn.ts";
import { changeLines, overtakenLines } from "../../lib/history/changes.ts";
import type { HistoryEvent } from "../../lib/history/history-event.ts";
import { actWords } from "../../lib/history/words.ts";
import { EventTime, LINE_CLASSES, Person, Place, UndoneBadge } from "./history-act.tsx";
import { HistoryLines } from "./history-lines.tsx";
import { bothTimes } from "./history-times.ts";

interface HistoryRowProps {
  event: HistoryEvent;
  /** True shows the unit of the event, as a link to its own history. */
  showsUnit: boolean;
  /** True draws the row when it comes into view; its height is a guess until then, and would move what is in sight. */
  isFarDown: boolean;
  className?: string;
}

/** The rows of a list that are drawn at once: more than a screen has room for. */
export const ROWS_IN_SIGHT = 24;

/** One event: its time, its author, the change, and the old and the new values. */
export function HistoryRow({ event, showsUnit, isFarDown, className }: HistoryRowProps) {
  const times = bothTimes(event);
  return (
    <li
      className={cn(
        LINE_CLASSES,
        isFarDown && "[contain-intrinsic-size:auto_4rem] [content-visibility:auto]",
        className,
      )}
    >
      <EventTime at={event.at} />
      <div className="grid min-w-0 grid-cols-1 gap-1">
        <p className="break-words text-ink">
          <Person event={event} /> {actWords(event)}
          {showsUnit && <Place event={event} />}
          {event.undoneAt !== null && <UndoneBadge />}
        </p>
        {times !== null && <p className="text-sm text-ink-muted">Done offline {times}</p>}
        <HistoryLines lines={changeLines(event)} />
        <HistoryLines title="Not taken over, a later change stands" lines={overtakenLines(event)} />
      </div>
    </li>
  );
}
