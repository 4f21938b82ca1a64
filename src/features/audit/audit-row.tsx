import { auditLabel } from "../../../convex/rules/labels.ts";
import { formatMoment } from "../../lib/format.ts";
import { actorOf, type AuditEntry, detailWords } from "./audit-words.ts";

/** An entry of the log: its time, kind, person, address and further facts. */
export function AuditRow({ entry }: { entry: AuditEntry }) {
  const actor = actorOf(entry);
  const words = detailWords(entry);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 border-t border-line px-4 py-2.5 text-sm [contain-intrinsic-size:auto_4.5rem] [content-visibility:auto] first:border-t-0 md:grid-cols-[11rem_minmax(0,1fr)_9rem_12.5rem]">
      <span className="font-medium text-ink">{auditLabel(entry.kind)}</span>
      <span className="min-w-0 max-md:col-span-2 max-md:row-start-2">
        <span className="block truncate text-ink" title={actor}>
          {actor}
        </span>
        {words !== "" && <span className="block break-words text-ink-muted">{words}</span>}
      </span>
      <span
        className="truncate text-ink-muted tabular-nums max-md:col-span-2 max-md:row-start-3"
        title={entry.address ?? undefined}
      >
        {entry.address !== null && <span className="sr-only">From </span>}
        {entry.address}
      </span>
      <time dateTime={entry.at} className="text-right text-ink-muted tabular-nums">
        {formatMoment(entry.at)}
      </time>
    </li>
  );
}
