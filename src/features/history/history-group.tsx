import { ChevronRight } from "lucide-react";
import { useId } from "react";
import { Button } from "../../components/ui/button.tsx";
import { cn } from "../../lib/cn.ts";
import { formatCount, formatTime } from "../../lib/format.ts";
import type { HistoryEntry } from "../../lib/history/entries.ts";
import { entryWords, unitsOfEntry } from "../../lib/history/entry-words.ts";
import { EventTime, LINE_CLASSES, Person, Place, UndoneBadge } from "./history-act.tsx";
import { HistoryRow, ROWS_IN_SIGHT } from "./history-row.tsx";

interface HistoryGroupProps {
  entry: HistoryEntry;
  /** True shows the unit of the events, as a link to its own history. */
  showsUnit: boolean;
  /** True when more events of the act may be on pages that are not read yet. */
  goesOn: boolean;
  isOpen: boolean;
  onToggle: () => void;
  className?: string;
}

/** Several events as one line, which expands to show each event. */
export function HistoryGroup(props: HistoryGroupProps) {
  const { entry, showsUnit, goesOn, isOpen, onToggle, className } = props;
  const listId = useId();
  const [newest] = entry;
  return (
    <li className={cn(LINE_CLASSES, className)}>
      <EventTime at={newest.at} />
      <div className="min-w-0">
        <p className="break-words text-ink">
          <Person event={newest} /> {entryWords(entry)}
          {showsUnit && <Places entry={entry} />}
          <Undone entry={entry} />
        </p>
        <Button
          variant="ghost"
          size="sm"
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          onClick={onToggle}
          className="-ml-2 h-auto min-h-8 max-w-full justify-start text-left whitespace-normal touch:-ml-2"
        >
          <ChevronRight aria-hidden className={cn("transition-transform", isOpen && "rotate-90")} />
          {isOpen ? "Hide" : "Show"} {extentOf(entry)}
          {goesOn && " so far"}
        </Button>
        {isOpen && (
          <ol id={listId} className="mt-1 border-l border-line">
            {entry.map((event, place) => (
              <HistoryRow
                key={event.id}
                event={event}
                showsUnit={showsUnit}
                isFarDown={place >= ROWS_IN_SIGHT}
                className="pl-3"
              />
            ))}
          </ol>
        )}
      </div>
    </li>
  );
}

/** The number of events, and their time span when the first and the last have different times. */
function extentOf(entry: HistoryEntry): string {
  const count = formatCount(entry.length, "change");
  const last = formatTime(entry[0].at);
  const first = formatTime((entry.at(-1) ?? entry[0]).at);
  return first === last ? count : `${count} from ${first} to ${last}`;
}

function Places({ entry }: { entry: HistoryEntry }) {
  const units = unitsOfEntry(entry);
  if (units.length > 1) return ` in ${formatCount(units.length, "unit")}`;
  const [unitId] = units;
  const event = entry.find((candidate) => candidate.unitId === unitId);
  return unitId === undefined || event === undefined ? null : <Place event={event} />;
}

function Undone({ entry }: { entry: HistoryEntry }) {
  const undone = entry.filter(({ undoneAt }) => undoneAt !== null).length;
  if (undone === 0) return null;
  const isWhole = undone === entry.length;
  return <UndoneBadge words={isWhole ? "Undone" : `${String(undone)} of them undone`} />;
}
