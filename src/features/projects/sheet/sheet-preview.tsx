import { TriangleAlert } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { maxUnitsPerProject } from "../../../../convex/rules/inputs/newUnits.ts";
import { Button } from "../../../components/ui/button.tsx";
import { formatCount } from "../../../lib/format.ts";
import { cellsOf, longestSheet } from "../../../lib/sheet/cells.ts";
import { guessColumns } from "../../../lib/sheet/columns.ts";
import { type DateOrder, orderOfCells, orderOfLanguage } from "../../../lib/sheet/dates.ts";
import { nameKey, readRows, type Reading } from "../../../lib/sheet/rows.ts";
import { SheetOptions } from "./sheet-options.tsx";
import { SheetTable } from "./sheet-table.tsx";
import type { Sheet } from "./use-sheet.ts";

interface SheetPreviewProps {
  text: string;
  /** The unit names that the project already has. */
  existing: readonly string[];
  onUnits: Sheet["take"];
  onLeave: () => void;
}

/**
 * The preview of a pasted spreadsheet before its units are created: the meaning of its columns, and the errors of each
 * row.
 */
export default function SheetPreview(props: SheetPreviewProps) {
  const { text, onUnits, onLeave } = props;
  if (text.length > longestSheet) {
    return (
      <Refusal onLeave={onLeave}>
        This is too much text for a list of units. Paste the rows of the units alone.
      </Refusal>
    );
  }
  return <Preview key={text} {...props} onUnits={onUnits} />;
}

function Preview({ text, existing, onUnits, onLeave }: SheetPreviewProps) {
  const cells = useMemo(() => cellsOf(text), [text]);
  const taken = useMemo(() => new Set(existing.map(nameKey)), [existing]);
  const [reading, setReading] = useState(() => firstReading(cells));
  const rows = useMemo(() => readRows(cells, reading, taken), [cells, reading, taken]);
  const wrong = rows.filter(({ errors }) => errors.length > 0);
  const isTooLong = rows.length > maxUnitsPerProject;
  const isReady = rows.length > 0 && wrong.length === 0 && !isTooLong;
  useEffect(() => onUnits(isReady ? rows.map(({ unit }) => unit) : null), [rows, isReady, onUnits]);

  const leaveOut = (ids: readonly string[]) =>
    setReading({ ...reading, left: new Set([...reading.left, ...ids]) });
  return (
    <div className="grid min-w-0 gap-3">
      <SheetOptions cells={cells} reading={reading} onChange={setReading} />
      {isTooLong && (
        <Refusal>
          {rows.length.toLocaleString("en")} units are too many: at most{" "}
          {maxUnitsPerProject.toLocaleString("en")} can be added at once.
        </Refusal>
      )}
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-2 text-sm">
        <p role="status">
          <span className="font-medium">{formatCount(rows.length, "unit")}</span>
          {wrong.length > 0 && (
            <span className="text-danger-text">
              , {formatCount(wrong.length, "row")} with errors
            </span>
          )}
          {reading.left.size > 0 && (
            <span className="text-ink-muted">, {reading.left.size} left out</span>
          )}
        </p>
        <div className="flex gap-1">
          {wrong.length > 0 && (
            <Button
              variant="secondary"
              size="sm"
              onClick={() => leaveOut(wrong.map(({ id }) => id))}
            >
              Leave Out {formatCount(wrong.length, "Row")}
            </Button>
          )}
          <Button variant="ghost" size="sm" onClick={onLeave}>
            Type Names Instead
          </Button>
        </div>
      </div>
      <SheetTable
        rows={rows}
        cells={cells}
        reading={reading}
        onChange={setReading}
        onLeaveOut={(id) => leaveOut([id])}
      />
    </div>
  );
}

function firstReading(cells: readonly (readonly string[])[]): Reading {
  const { hasHeads, meanings } = guessColumns(cells);
  return { hasHeads, meanings, order: orderOf(cells, meanings), left: new Set() };
}

/**
 * The order of day and month: from a date in the sheet that allows only one order, else from the browser's language.
 */
function orderOf(cells: readonly (readonly string[])[], meanings: Reading["meanings"]): DateOrder {
  const columns = meanings.flatMap((meaning, column) =>
    meaning !== null && meaning.endsWith("Date") ? column : [],
  );
  const orders = columns.map((column) => orderOfCells(cells.map((line) => line[column] ?? "")));
  const sure = orders.find((order) => order === "day" || order === "month");
  return sure === "day" || sure === "month" ? sure : orderOfLanguage(navigator.language);
}

function Refusal({ children, onLeave }: { children: ReactNode; onLeave?: () => void }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-2 rounded-md bg-danger-soft px-3 py-2 text-sm text-danger-text"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      <p className="min-w-0 flex-1">{children}</p>
      {onLeave && (
        <Button variant="secondary" size="sm" onClick={onLeave}>
          Type Names Instead
        </Button>
      )}
    </div>
  );
}
