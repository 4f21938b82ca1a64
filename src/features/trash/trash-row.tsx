import { Trash2, Undo2 } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "../../components/ui/button.tsx";
import { formatDate, formatDateTime } from "../../lib/format.ts";
import { kindWords, placeWords, type TrashItem } from "./trash-words.ts";

interface TrashRowProps {
  item: TrashItem;
  onRestore: (item: TrashItem) => Promise<void>;
  onRemove: (item: TrashItem) => void;
}

/**
 * One deleted record: its name and place, who deleted it and when, the day until which it stays, and its two buttons.
 */
export function TrashRow({ item, onRestore, onRemove }: TrashRowProps) {
  const [isRestoring, setRestoring] = useState(false);
  const rowRef = useRef<HTMLLIElement>(null);
  const place = placeWords(item);
  const restore = async () => {
    const row = rowRef.current;
    const hadFocus = row?.contains(document.activeElement) === true;
    const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
    setRestoring(true);
    await onRestore(item);
    setRestoring(false);
    // The focus is gone with the row of the restored record.
    if (hadFocus && document.activeElement === document.body) focusBeside(neighbour);
  };
  return (
    <li
      ref={rowRef}
      className="grid grid-cols-1 gap-x-4 gap-y-2 border-t border-line px-4 py-2.5 text-sm first:border-t-0 md:grid-cols-[minmax(0,1fr)_19rem_auto] md:items-center"
    >
      <div className="min-w-0">
        <p className="flex min-w-0 items-baseline gap-2">
          <span className="shrink-0 text-ink-muted">{kindWords[item.kind]}</span>
          <span className="truncate font-medium text-ink" title={item.name}>
            {item.name}
          </span>
        </p>
        {place !== "" && (
          <p className="truncate text-ink-muted" title={place}>
            {place}
          </p>
        )}
      </div>
      <div className="min-w-0 text-ink-muted">
        <p className="flex">
          <span className="truncate" title={item.deletedByName}>
            {item.deletedByName}
          </span>
          <span className="shrink-0 whitespace-pre">, </span>
          <time dateTime={item.deletedAt} className="shrink-0 tabular-nums">
            {formatDateTime(item.deletedAt)}
          </time>
        </p>
        <p>
          Gone for good on{" "}
          <time dateTime={item.goneAt} className="tabular-nums">
            {formatDate(item.goneAt)}
          </time>
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          variant="secondary"
          loading={isRestoring}
          aria-label={`Restore ${item.name}`}
          onClick={() => void restore()}
        >
          <Undo2 aria-hidden /> Restore
        </Button>
        <Button
          variant="ghost"
          aria-label={`Remove ${item.name} for good`}
          onClick={() => onRemove(item)}
        >
          <Trash2 aria-hidden /> Remove
        </Button>
      </div>
    </li>
  );
}

/** Focuses the first button of a row, or the heading of the page when the row is gone too. */
function focusBeside(row: Element | null | undefined): void {
  const button = row?.isConnected === true ? row.querySelector("button") : null;
  (button ?? document.querySelector<HTMLElement>("h1[tabindex]"))?.focus();
}
