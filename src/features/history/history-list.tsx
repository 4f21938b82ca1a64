import { useMemo } from "react";
import { LoadMore } from "../../components/load-more.tsx";
import { NotOnDevice } from "../../components/ui/not-on-device.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { useLivePages } from "../../hooks/reads/use-live-pages.ts";
import { useMissing } from "../../hooks/reads/use-missing.ts";
import { entriesOf, type HistoryEntry } from "../../lib/history/entries.ts";
import type { HistoryEvent } from "../../lib/history/history-event.ts";
import { HistoryGroup } from "./history-group.tsx";
import { HistoryRow, ROWS_IN_SIGHT } from "./history-row.tsx";
import type { HistoryFilter } from "../../lib/history/history-search.ts";
import { type HistorySubject, questionOf } from "./history-subject.ts";
import { dayHeading } from "./history-times.ts";
import { NoEvents } from "./no-events.tsx";
import { type OpenGroups, useOpenGroups } from "./use-open-groups.ts";

/** Events of a page: two or three screens full. */
const PAGE_EVENTS = 50;
/**
 * The number of pages that load automatically even when they give few lines; every `LINES_PER_PAGE` lines allow one
 * more.
 */
const PAGES_AHEAD = 12;
const LINES_PER_PAGE = 5;

interface HistoryListProps {
  subject: HistorySubject;
  filter: HistoryFilter;
  onClear: () => void;
}

/**
 * The events that the filter lets through, newest first and by day. An act on many records is one line. More pages load
 * while the user scrolls.
 */
export function HistoryList({ subject, filter, onClear }: HistoryListProps) {
  const { query, question } = questionOf(subject, filter);
  const { items, pages, hasMore, readMore } = useLivePages(query, question, PAGE_EVENTS);
  const days = useMemo(() => byDay(items ?? []), [items]);
  // The history of a unit is below the heading of its dialog, that of a project below the heading of the page.
  const Heading = "unitId" in subject ? "h3" : "h2";
  const lines = days.reduce((sum, { entries }) => sum + entries.length, 0);
  const groups = useOpenGroups();
  const isMissing = useMissing(items);
  if (isMissing) return <NotOnDevice />;
  if (items === undefined) return <HistorySkeleton />;
  return (
    <div className="grid grid-cols-1 gap-4">
      {days.map(({ heading, entries, before }, day) => (
        <section key={heading} aria-label={heading}>
          <Heading className="mb-1.5 text-sm font-semibold text-ink-muted">{heading}</Heading>
          <ol className="overflow-clip rounded-lg border border-line bg-surface shadow-raised">
            {entries.map((entry, place) => (
              <HistoryLine
                key={keyOf(entry)}
                entry={entry}
                showsUnit={"projectId" in subject}
                isFarDown={before + place >= ROWS_IN_SIGHT}
                goesOn={hasMore && day === days.length - 1 && place === entries.length - 1}
                groups={groups}
              />
            ))}
          </ol>
        </section>
      ))}
      {items.length === 0 && !hasMore && (
        <NoEvents isNarrowed={Object.keys(filter).length > 0} onClear={onClear} />
      )}
      {items.length === 0 && hasMore && <HistorySkeleton />}
      {hasMore && (
        <LoadMore
          label="Show Earlier Changes"
          pages={pages}
          isAutomatic={pages < PAGES_AHEAD + lines / LINES_PER_PAGE}
          onLoad={readMore}
        />
      )}
    </div>
  );
}

const LINE_SPACE = "px-4 max-sm:px-3";

interface HistoryLineProps {
  entry: HistoryEntry;
  showsUnit: boolean;
  isFarDown: boolean;
  goesOn: boolean;
  groups: OpenGroups;
}

function HistoryLine({ entry, showsUnit, isFarDown, goesOn, groups }: HistoryLineProps) {
  if (entry.length === 1) {
    const row = { event: entry[0], showsUnit, isFarDown };
    return <HistoryRow {...row} className={LINE_SPACE} />;
  }
  return (
    <HistoryGroup
      entry={entry}
      showsUnit={showsUnit}
      goesOn={goesOn}
      isOpen={groups.isOpen(entry)}
      onToggle={() => groups.toggle(entry)}
      className={LINE_SPACE}
    />
  );
}

/**
 * The React key of an entry. A run of events grows at its new end, an act on many records grows at its old end as more
 * pages load.
 */
function keyOf(entry: HistoryEntry): string {
  const event = entry[0].batchId === null ? entry.at(-1) : entry[0];
  return event?.id ?? "";
}

/** The entries of a day, and the number of entries of the days above it. */
type Day = { heading: string; entries: readonly HistoryEntry[]; before: number };

function byDay(events: readonly HistoryEvent[]): Day[] {
  const days: { heading: string; events: HistoryEvent[] }[] = [];
  for (const event of events) {
    const heading = dayHeading(event.at);
    const day = days.at(-1);
    if (day?.heading === heading) day.events.push(event);
    else days.push({ heading, events: [event] });
  }
  let before = 0;
  return days.map((day) => {
    const entries = entriesOf(day.events);
    const shown = { heading: day.heading, entries, before };
    before += entries.length;
    return shown;
  });
}

/** The placeholder of the list while it loads. */
function HistorySkeleton() {
  return (
    <div aria-busy className="grid gap-2">
      <Skeleton className="h-5 w-32" />
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} className="h-14" />
      ))}
    </div>
  );
}
