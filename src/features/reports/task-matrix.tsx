import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, useMemo, useRef } from "react";
import type { TaskStatus } from "../../../convex/rules/labels.ts";
import { usePrinting } from "../../hooks/use-printing.ts";
import { Badge } from "../../components/ui/badge.tsx";
import { TASK_STATUS } from "../../lib/status.ts";
import { cellOf } from "./report-csv.ts";
import { ReportTable, SpacerRow } from "./report-table.tsx";
import type { TaskDetailsReport } from "./report-types.ts";
import { UnitLink, type UnitPlace } from "./unit-link.tsx";

const UNIT_PX = 120;
const ROW_PX = 44;

/** The table is this wide at least, beside its units; on a phone the names leave some of it to them. */
const NAME_PX = 240;

/** The status of each task in each unit. Only cells near the view exist, so that hundreds of units scroll smoothly. */
export function TaskMatrix(props: {
  report: TaskDetailsReport;
  /** The units of the columns. */
  places: readonly UnitPlace[];
}) {
  const { report, places } = props;
  const isPrinting = usePrinting();
  const { units, tasks } = report;
  const scrollRef = useRef<HTMLDivElement>(null);
  const getScrollElement = () => scrollRef.current;
  const rows = useVirtualizer({
    count: tasks.length,
    getScrollElement,
    estimateSize: () => ROW_PX,
    overscan: 4,
    useFlushSync: false,
  });
  const columns = useVirtualizer({
    count: units.length,
    getScrollElement,
    estimateSize: () => UNIT_PX,
    horizontal: true,
    overscan: 3,
    useFlushSync: false,
  });
  const rowIndexes = isPrinting
    ? [...tasks.keys()]
    : rows.getVirtualItems().map(({ index }) => index);
  const shownRows = rows.getVirtualItems();
  const shownColumns = columns.getVirtualItems();
  // Two columns come and go together: every change of columns lays out the whole table.
  const from = isPrinting ? 0 : floorToPair(shownColumns[0]?.index ?? 0);
  const to = isPrinting ? units.length : floorToPair((shownColumns.at(-1)?.index ?? -1) + 2);
  // Rows are drawn anew only when there are other columns.
  const shownUnits = useMemo(
    () =>
      units
        .slice(from, to)
        .map((label, at) => ({ index: from + at, label, place: places[from + at] })),
    [units, places, from, to],
  );

  return (
    <ReportTable
      ref={scrollRef}
      label="Tasks by unit"
      minWidth={NAME_PX + UNIT_PX * units.length}
      rowCount={tasks.length}
      columnCount={units.length + 1}
    >
      <colgroup>
        <col className="w-32 md:w-60" />
        <col style={{ width: from * UNIT_PX }} />
        {shownUnits.map(({ index }) => (
          <col key={index} style={{ width: UNIT_PX }} />
        ))}
        {/* Takes what is left: the units that do not exist, or the empty room. */}
        <col />
      </colgroup>
      <MatrixHead units={shownUnits} />
      <tbody>
        {!isPrinting && <SpacerRow height={shownRows[0]?.start ?? 0} />}
        {rowIndexes.map((index) => {
          const task = tasks[index];
          return task && <TaskRow key={index} task={task} index={index} units={shownUnits} />;
        })}
        {!isPrinting && <SpacerRow height={rows.getTotalSize() - (shownRows.at(-1)?.end ?? 0)} />}
      </tbody>
    </ReportTable>
  );
}

type ShownUnit = { index: number; label: string; place: UnitPlace | undefined };

function MatrixHead({ units }: { units: readonly ShownUnit[] }) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th
          scope="col"
          className="sticky top-0 left-0 z-20 h-11 border-r border-b border-line bg-sunken px-3 text-left text-xs font-medium text-ink-muted"
        >
          Task Name
        </th>
        <td aria-hidden className="sticky top-0 z-10 border-b border-line bg-sunken p-0" />
        {units.map(({ index, label, place }) => (
          <th
            key={index}
            scope="col"
            aria-colindex={index + 2}
            title={label}
            className="sticky top-0 z-10 border-b border-line bg-sunken px-2 text-left text-xs font-medium text-ink"
          >
            <UnitLink place={place} className="line-clamp-2 break-words">
              {label}
            </UnitLink>
          </th>
        ))}
        <td aria-hidden className="sticky top-0 z-10 border-b border-line bg-sunken p-0" />
      </tr>
    </thead>
  );
}

function floorToPair(index: number): number {
  return index - (index % 2);
}

const TaskRow = memo(function TaskRow(props: {
  task: TaskDetailsReport["tasks"][number];
  index: number;
  units: readonly ShownUnit[];
}) {
  const { task, index, units } = props;
  return (
    <tr aria-rowindex={index + 2} style={{ height: ROW_PX }}>
      <th
        scope="row"
        title={task.taskName}
        className="sticky left-0 z-1 border-r border-b border-line bg-surface px-3 text-left font-medium"
      >
        <span className="line-clamp-2 break-words">{task.taskName}</span>
      </th>
      <td aria-hidden className="border-b border-line p-0" />
      {units.map((unit) => (
        <StatusCell
          key={unit.index}
          index={unit.index}
          place={unit.place}
          label={`${task.taskName}, unit ${unit.label}`}
          {...cellOf(task, unit.label)}
        />
      ))}
      <td aria-hidden className="border-b border-line p-0" />
    </tr>
  );
});

/** One status, without the icon of other badges: a screen full of them is hundreds of drawings to scroll. */
const StatusCell = memo(function StatusCell(props: {
  index: number;
  place: UnitPlace | undefined;
  label: string;
  status: TaskStatus;
  date: string | null;
}) {
  const { index, place, label, status, date } = props;
  const text = date ?? status.toUpperCase().replaceAll("_", " ");
  return (
    <td aria-colindex={index + 2} className="border-b border-line px-2">
      <UnitLink place={place} label={`${label}: ${text}`}>
        <Badge tone={TASK_STATUS[status].tone} className="px-1.5 text-[0.6875rem]">
          {text}
        </Badge>
      </UnitLink>
    </td>
  );
});
