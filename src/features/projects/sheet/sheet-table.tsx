import { useVirtualizer } from "@tanstack/react-virtual";
import { CircleAlert, X } from "lucide-react";
import { type CSSProperties, useEffect, useRef } from "react";
import { Button } from "../../../components/ui/button.tsx";
import { Select } from "../../../components/ui/select.tsx";
import { useFocusKept } from "../../../hooks/use-focus-kept.ts";
import { usePhone } from "../../../hooks/use-media.ts";
import { cn } from "../../../lib/cn.ts";
import { formatDate, formatMoney } from "../../../lib/format.ts";
import { MEANINGS, type Meaning } from "../../../lib/sheet/columns.ts";
import type { Reading, SheetRow } from "../../../lib/sheet/rows.ts";

interface SheetTableProps {
  rows: readonly SheetRow[];
  cells: readonly (readonly string[])[];
  reading: Reading;
  onChange: (reading: Reading) => void;
  onLeaveOut: (id: string) => void;
}

const LABELS: Record<Meaning, string> = {
  name: "Name",
  moveOutDate: "Move-out",
  readyByDate: "Ready-by",
  moveInDate: "Move-in",
  monthlyRent: "Monthly rent",
};
const none = "none";
const options = [
  ...MEANINGS.map((meaning) => ({ value: meaning, label: LABELS[meaning] })),
  { value: none, label: "Leave out" },
];
const ROW_PX = 36;
const PHONE_ROW_PX = 44;
/** The height of one error below a row's cells, and the space below the errors, in px. */
const ERROR_PX = 16;
const BELOW_ERRORS_PX = 4;

const idOf = ({ id }: SheetRow) => id;

/** The rows of a pasted sheet under the meaning of each column. Only visible rows are rendered. */
export function SheetTable({ rows, cells, reading, onChange, onLeaveOut }: SheetTableProps) {
  const scrollerRef = useRef<HTMLDivElement>(null);
  const rowPx = usePhone() ? PHONE_ROW_PX : ROW_PX;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scrollerRef.current,
    estimateSize: (index) => rowPx + heightOfErrors(rows[index]?.errors.length ?? 0),
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 8,
    rangeExtractor: useFocusKept(rows, { idOf }),
  });
  useEffect(() => virtualizer.measure(), [virtualizer, rows, rowPx]);
  const columns = String(reading.meanings.length);
  const template = { gridTemplateColumns: `3rem repeat(${columns}, minmax(8.5rem, 1fr)) 3rem` };
  return (
    <div
      ref={scrollerRef}
      role="region"
      aria-label="Preview"
      tabIndex={0}
      className="max-h-80 overflow-auto rounded-lg border border-line text-sm"
    >
      <div
        role="table"
        aria-label="Pasted units"
        aria-rowcount={rows.length + 1}
        className="w-fit min-w-full"
      >
        <div role="rowgroup" className="sticky top-0 z-10">
          <Heads template={template} cells={cells} reading={reading} onChange={onChange} />
        </div>
        <div role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ key, index, start, size }) => {
            const row = rows[index];
            return row === undefined ? null : (
              <div
                key={key}
                role="row"
                aria-rowindex={index + 2}
                data-item={row.id}
                className={cn(
                  "absolute inset-x-0 top-0 border-b border-line/60 px-1",
                  row.errors.length > 0 && "bg-danger-soft",
                )}
                style={{ height: size, transform: `translateY(${String(start)}px)` }}
              >
                <RowCells
                  row={row}
                  line={cells[Number(row.id) - 1] ?? []}
                  meanings={reading.meanings}
                  style={{ ...template, height: rowPx }}
                  onLeaveOut={onLeaveOut}
                />
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

function Heads(
  props: Pick<SheetTableProps, "cells" | "reading" | "onChange"> & { template: CSSProperties },
) {
  const { cells, reading, onChange, template } = props;
  const choose = (column: number, value: string) => {
    const chosen = MEANINGS.find((meaning) => meaning === value) ?? null;
    // Each meaning belongs to at most one column.
    const meanings = reading.meanings.map((meaning, at) =>
      at === column ? chosen : meaning === chosen ? null : meaning,
    );
    onChange({ ...reading, meanings });
  };
  return (
    <div
      role="row"
      className="grid items-center gap-x-1 border-b border-line bg-sunken px-1 py-1"
      style={template}
    >
      <span role="columnheader" className="px-1 text-xs text-ink-muted">
        Row
      </span>
      {reading.meanings.map((meaning, column) => (
        <div key={column} role="columnheader" className="min-w-0">
          <Select
            quiet
            aria-label={`Meaning of column ${headOf(cells, reading, column)}`}
            options={options}
            value={meaning ?? none}
            onValueChange={(value) => choose(column, value)}
          />
        </div>
      ))}
      <span role="columnheader" className="sr-only">
        Leave out
      </span>
    </div>
  );
}

function heightOfErrors(count: number): number {
  return count === 0 ? 0 : count * ERROR_PX + BELOW_ERRORS_PX;
}

function RowCells(props: {
  row: SheetRow;
  line: readonly string[];
  meanings: Reading["meanings"];
  style: CSSProperties;
  onLeaveOut: (id: string) => void;
}) {
  const { row, line, meanings, style, onLeaveOut } = props;
  const errors = row.errors.map(({ meaning, message }) =>
    message.startsWith(LABELS[meaning]) ? message : `${LABELS[meaning]}: ${message}`,
  );
  return (
    <>
      <div role="presentation" className="grid items-center gap-x-1" style={style}>
        <span role="cell" className="px-1 text-xs text-ink-muted">
          {row.id}
        </span>
        {meanings.map((meaning, column) => (
          <Cell key={column} row={row} meaning={meaning} text={line[column] ?? ""} />
        ))}
        <span role="cell">
          <Button
            variant="ghost"
            size="icon"
            title="Leave out"
            aria-label={`Leave out row ${row.id}`}
            onClick={() => onLeaveOut(row.id)}
          >
            <X aria-hidden />
          </Button>
        </span>
      </div>
      {errors.length > 0 && (
        <div role="cell" className="pl-13 text-xs whitespace-nowrap text-danger-text max-md:pl-2">
          {errors.map((error) => (
            <p key={error} className="flex h-4 items-center gap-1">
              <CircleAlert aria-hidden className="size-3.5 shrink-0" /> {error}
            </p>
          ))}
        </div>
      )}
    </>
  );
}

/** A cell as it was read; a cell with an error shows the pasted text. */
function Cell(props: { row: SheetRow; meaning: Meaning | null; text: string }) {
  const { row, meaning, text } = props;
  const isWrong = row.errors.some((error) => error.meaning === meaning);
  const short = text.length > 80 ? `${text.slice(0, 80)}…` : text;
  const understood = meaning === null || isWrong ? undefined : understoodOf(row, meaning);
  return (
    <span
      role="cell"
      dir="auto"
      title={short}
      className={cn(
        "truncate px-2",
        meaning === null && "text-ink-faint line-through",
        isWrong && "font-medium text-danger-text",
      )}
    >
      {understood ?? short}
    </span>
  );
}

function understoodOf({ unit }: SheetRow, meaning: Meaning): string | undefined {
  if (meaning === "name") return undefined;
  if (meaning === "monthlyRent")
    return unit.monthlyRent === undefined ? undefined : formatMoney(unit.monthlyRent);
  const day = unit[meaning];
  return day === undefined ? undefined : formatDate(`${day}T12:00:00.000Z`);
}

function headOf(
  cells: readonly (readonly string[])[],
  { hasHeads }: Reading,
  column: number,
): string {
  const head = hasHeads ? (cells[0]?.[column] ?? "") : "";
  return head === "" ? String(column + 1) : head.slice(0, 80);
}
