import { useRef } from "react";
import type { TurnStatusRow } from "../../../../convex/rules/turnReport.ts";
import { Badge } from "../../../components/ui/badge.tsx";
import { Card } from "../../../components/ui/card.tsx";
import { WindowGrid } from "../../../components/window-grid.tsx";
import { usePlace } from "../../../hooks/use-place.ts";
import { usePrinting } from "../../../hooks/use-printing.ts";
import { formatMoney } from "../../../lib/format.ts";
import { UNIT_RISK } from "../../../lib/status.ts";
import { type Column, textOf, turnColumns } from "./report-columns.tsx";
import { type ReportOrder, useOrdered } from "./report-order.ts";
import { UnitLink } from "../run/unit-link.tsx";
import { UnitTable } from "./unit-table.tsx";

/** The smallest width for the table, in px: with less, most of its columns would be out of view. */
const MIN_TABLE_PX = 640;
/** The columns that a card shows in its head. */
const IN_HEAD = ["Unit", "Project", "Risk"];

interface TurnReportProps {
  rows: readonly TurnStatusRow[];
  withMoney: boolean;
  order: ReportOrder;
  onOrder: (order: ReportOrder) => void;
}

/** The turn status report: the numbers of units that are late and at risk, and the rows. */
export function TurnReport({ rows, withMoney, order, onOrder }: TurnReportProps) {
  const listRef = useRef<HTMLDivElement>(null);
  const { width } = usePlace(listRef);
  const isPrinting = usePrinting();
  const columns = turnColumns(withMoney);
  const ordered = useOrdered(rows, columns, order);
  const isNarrow = width > 0 && width < MIN_TABLE_PX && !isPrinting;
  return (
    <>
      <Totals rows={rows} withMoney={withMoney} />
      <div ref={listRef} className="min-w-0">
        {isNarrow ? (
          <WindowGrid
            label="Units"
            items={ordered.map((row) => ({ id: row.unitId, row }))}
            rowPx={220}
            nameOf={({ row }) => row.unitNumber}
            renderItem={({ row }) => <TurnCard row={row} columns={columns} />}
          />
        ) : (
          <UnitTable
            rows={ordered}
            columns={columns}
            placeOf={(row) => row}
            order={order}
            onOrder={onOrder}
          />
        )}
      </div>
    </>
  );
}

function Totals({ rows, withMoney }: { rows: readonly TurnStatusRow[]; withMoney: boolean }) {
  const count = (risk: TurnStatusRow["risk"]) => rows.filter((row) => row.risk === risk).length;
  const cents = rows.reduce((sum, row) => sum + Math.round((row.vacancyLoss ?? 0) * 100), 0);
  const totals = [
    ["Units", String(rows.length)],
    ["Late", String(count("late"))],
    ["At Risk", String(count("at_risk"))],
    ...(withMoney ? [["Vacancy Loss", formatMoney(cents / 100)]] : []),
  ];
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {totals.map(([label, value]) => (
        <Card key={label} className="px-4 py-3">
          <dt className="text-sm text-ink-muted">{label}</dt>
          <dd className="text-2xl font-semibold text-ink tabular-nums max-sm:text-xl">{value}</dd>
        </Card>
      ))}
    </dl>
  );
}

/** A row as a card, for screens on which only two columns would fit: its facts below each other. */
function TurnCard(props: { row: TurnStatusRow; columns: readonly Column<TurnStatusRow>[] }) {
  const { row, columns } = props;
  const { tone, icon, label } = UNIT_RISK[row.risk];
  const facts = columns.filter(
    (column) => !IN_HEAD.includes(column.title) && column.value(row) !== null,
  );
  return (
    <Card className="mb-3 min-w-0 flex-1 gap-2 px-4 py-3 text-sm">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <UnitLink place={row} className="line-clamp-2 text-base font-medium break-words">
            {row.unitNumber}
          </UnitLink>
          <p className="truncate text-ink-muted">{row.projectName}</p>
        </div>
        <Badge tone={tone} icon={icon}>
          {label}
        </Badge>
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-0.5">
        {facts.map((column) => (
          <div key={column.title} className="flex justify-between gap-2">
            <dt className="text-ink-muted">{column.title}</dt>
            <dd className="font-medium tabular-nums">{textOf(column, row)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
