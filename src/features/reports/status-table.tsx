import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, useRef } from "react";
import { Progress } from "../../components/ui/progress.tsx";
import { cn } from "../../lib/cn.ts";
import { formatPercent } from "../../lib/format.ts";
import { STATUS_COLUMNS } from "./report-csv.ts";
import { ReportTable, SpacerRow } from "./report-table.tsx";
import type { UnitTaskStatusRow } from "./report-types.ts";

/** Rows are of one height, so that thousands need no measuring. */
const ROW_PX = 44;
const WIDTHS: Record<(typeof STATUS_COLUMNS)[number], number> = {
  Unit: 140,
  Project: 180,
  "Total Tasks": 96,
  Completed: 92,
  "In Progress": 96,
  "Not Started": 96,
  Overdue: 80,
  "Completion %": 150,
  "Est. Hours": 90,
  "Actual Hours": 104,
};
const MIN_WIDTH = Object.values(WIDTHS).reduce((sum, width) => sum + width, 0);

/** The rows of the unit task status report; only those near the view exist. */
export function StatusTable({ rows }: { rows: readonly UnitTaskStatusRow[] }) {
  const scrollRef = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => ROW_PX,
    overscan: 10,
  });
  const shown = virtualizer.getVirtualItems();

  return (
    <ReportTable
      ref={scrollRef}
      label="Units"
      minWidth={MIN_WIDTH}
      rowCount={rows.length}
      columnCount={STATUS_COLUMNS.length}
    >
      <colgroup>
        {STATUS_COLUMNS.map((column) => (
          <col key={column} style={{ width: WIDTHS[column] }} />
        ))}
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          {STATUS_COLUMNS.map((column, index) => (
            <th
              key={column}
              scope="col"
              className={cn(
                "sticky top-0 z-10 h-9 border-b border-line bg-sunken px-3 text-xs font-medium text-ink-muted",
                index > 1 && index !== 7 ? "text-right" : "text-left",
                index === 0 && "left-0 z-20",
              )}
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <SpacerRow height={shown[0]?.start ?? 0} />
        {shown.map(({ index }) => {
          const row = rows[index];
          return row && <UnitRow key={row.unitId} row={row} index={index} />;
        })}
        <SpacerRow height={virtualizer.getTotalSize() - (shown.at(-1)?.end ?? 0)} />
      </tbody>
    </ReportTable>
  );
}

const UnitRow = memo(function UnitRow(props: { row: UnitTaskStatusRow; index: number }) {
  const { row, index } = props;
  const percent = row.completionPercentage;
  return (
    <tr aria-rowindex={index + 2} style={{ height: ROW_PX }}>
      <th
        scope="row"
        className="sticky left-0 z-1 border-b border-line bg-surface px-3 text-left font-medium text-ink"
        title={row.unitNumber}
      >
        <span className="line-clamp-2 break-words">{row.unitNumber}</span>
      </th>
      <td className="border-b border-line px-3 text-ink-muted" title={row.projectName}>
        <span className="line-clamp-2 break-words">{row.projectName}</span>
      </td>
      <Figure value={row.totalTasks} />
      <Figure value={row.completedTasks} />
      <Figure value={row.inProgressTasks} />
      <Figure value={row.notStartedTasks} />
      <Figure value={row.overdueTasks} isAlarm={row.overdueTasks > 0} />
      <td className="border-b border-line px-3">
        <div className="flex items-center gap-2.5">
          <Progress value={percent} label={`Completion of ${row.unitNumber}`} />
          <span className="w-10 shrink-0 text-right tabular-nums">{formatPercent(percent)}</span>
        </div>
      </td>
      <Figure value={row.estimatedHours} />
      <Figure value={row.actualHours} />
    </tr>
  );
});

function Figure({ value, isAlarm = false }: { value: number; isAlarm?: boolean }) {
  return (
    <td
      className={cn(
        "border-b border-line px-3 text-right tabular-nums",
        isAlarm && "font-medium text-danger-text",
      )}
    >
      {value}
    </td>
  );
}
