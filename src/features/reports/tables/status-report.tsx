import { useRef } from "react";
import { Card } from "../../../components/ui/card.tsx";
import type { UnitTaskStatusRow } from "../run/report-types.ts";
import { usePlace } from "../../../hooks/use-place.ts";
import { usePrinting } from "../../../hooks/use-printing.ts";
import { STATUS_COLUMNS } from "./report-columns.tsx";
import { type ReportOrder, useOrdered } from "./report-order.ts";
import { StatusCards } from "./status-cards.tsx";
import { UnitTable } from "./unit-table.tsx";
import type { UnitPlace } from "../run/unit-link.tsx";

/** The smallest width for the table, in px: with less, most of its columns would be out of view. */
const MIN_TABLE_PX = 640;

type Counted = "totalTasks" | "completedTasks" | "inProgressTasks" | "overdueTasks";

const TOTALS: readonly { label: string; field: Counted }[] = [
  { label: "Total Tasks", field: "totalTasks" },
  { label: "Completed", field: "completedTasks" },
  { label: "In Progress", field: "inProgressTasks" },
  { label: "Overdue", field: "overdueTasks" },
];

/** The unit task status report: the totals of all rows, and the rows. */
export function StatusReport(props: {
  rows: readonly UnitTaskStatusRow[];
  places: ReadonlyMap<string, UnitPlace>;
  order: ReportOrder;
  onOrder: (order: ReportOrder) => void;
}) {
  const { rows, places, order, onOrder } = props;
  const isPrinting = usePrinting();
  const ordered = useOrdered(rows, STATUS_COLUMNS, order);
  const listRef = useRef<HTMLDivElement>(null);
  const { width } = usePlace(listRef);
  const isNarrow = width > 0 && width < MIN_TABLE_PX && !isPrinting;
  return (
    <>
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {TOTALS.map(({ label, field }) => (
          <Card key={field} className="px-4 py-3">
            <dt className="text-sm text-ink-muted">{label}</dt>
            <dd className="text-2xl font-semibold text-ink tabular-nums">
              {rows.reduce((sum, row) => sum + row[field], 0)}
            </dd>
          </Card>
        ))}
      </dl>
      <div ref={listRef} className="min-w-0">
        {isNarrow ? (
          <StatusCards rows={ordered} places={places} />
        ) : (
          <UnitTable
            rows={ordered}
            columns={STATUS_COLUMNS}
            placeOf={({ unitId }) => places.get(unitId)}
            order={order}
            onOrder={onOrder}
          />
        )}
      </div>
    </>
  );
}
