import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { cn } from "../../lib/cn.ts";
import { formatDateTime } from "../../lib/format.ts";
import type { HistoryEvent } from "../../lib/history/history-event.ts";
import { isOfUnit as isKindOfUnit } from "../../lib/history/names.ts";
import type { SummaryLine } from "../../lib/history/summary.ts";
import { actSentence } from "../../lib/history/words.ts";

/** A sentence about events; when it covers several, it expands to show each one. */
export function AwayLine({ line, isOfUnit }: { line: SummaryLine; isOfUnit: boolean }) {
  const { words, events } = line;
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  if (events.length === 1) return <li className="break-words">{words}</li>;
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onClick={() => setOpen(!isOpen)}
        className="-ml-1 flex min-h-6 max-w-full items-start gap-0.5 rounded-sm py-0.5 text-left hover:text-ink touch:min-h-11 touch:items-center"
      >
        <ChevronRight
          aria-hidden
          className={cn("mt-0.5 size-4 shrink-0 transition-transform", isOpen && "rotate-90")}
        />
        <span className="min-w-0 break-words">{words}</span>
      </button>
      {isOpen && (
        <ol
          id={listId}
          className="mb-1 ml-1 grid grid-cols-1 gap-0.5 border-l border-line pl-3 text-sm"
        >
          {events.map((event) => (
            <li key={event.id} className="break-words">
              <time dateTime={event.at} className="tabular-nums">
                {formatDateTime(event.at)}
              </time>{" "}
              <span className="text-ink">{actSentence(event)}</span>
              {!isOfUnit && unitWords(event)}
            </li>
          ))}
        </ol>
      )}
    </li>
  );
}

/** The unit of an event within a project's list; "" for events of units themselves. */
function unitWords({ kind, unitName }: HistoryEvent): string {
  return unitName === null || isKindOfUnit(kind) ? "" : ` in ${unitName}`;
}
