import type { ChangeLine } from "../../lib/history/changes.ts";

/** Changed fields, each with its old and its new value. */
export function HistoryLines({ title, lines }: { title?: string; lines: readonly ChangeLine[] }) {
  if (lines.length === 0) return null;
  return (
    <div className="text-sm text-ink-muted">
      {title !== undefined && <p className="font-medium">{title}</p>}
      <ul className="grid gap-0.5">
        {lines.map(({ label, from, to }) => (
          <li key={label} className="break-words">
            {label}
            {to !== null && (
              <>
                {": "}
                {from} <span aria-hidden>→</span>
                <span className="sr-only">to</span> <span className="text-ink">{to}</span>
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
