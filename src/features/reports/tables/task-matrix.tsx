import { useVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { Fragment, memo, type Ref, useMemo, useRef } from "react";
import { advance } from "../../../../convex/rules/reportMatrix.ts";
import { roomBefore, useFocusKept } from "../../../hooks/use-focus-kept.ts";
import { usePrinting } from "../../../hooks/use-printing.ts";
import { Badge } from "../../../components/ui/badge.tsx";
import { daysSince } from "../../../lib/company-day.ts";
import { companyZone } from "../../../lib/company-zone.ts";
import { BLOCKED_REASON, TASK_STATUS } from "../../../lib/status.ts";
import { MatrixHead, type ShownUnit, TASK_NAME } from "./matrix-head.tsx";
import { blockText } from "./report-columns.tsx";
import { cellOf, type MatrixCell } from "../run/report-csv.ts";
import { type ReportOrder, useOrdered } from "./report-order.ts";
import { ReportTable, SpacerRow } from "./report-table.tsx";
import type { ReportBlock, TaskDetailsReport } from "../run/report-types.ts";
import { UnitLink, type UnitPlace } from "../run/unit-link.tsx";

const UNIT_PX = 120;
const ROW_PX = 44;

/** The width of the name column in px; on a phone it leaves some of it to the units. */
const NAME_PX = 240;

/** The number of units beside each other on a sheet of paper, which is even because columns render in pairs. */
const UNITS_PER_SHEET = 10;

interface MatrixProps {
  report: TaskDetailsReport;
  /** The units of the columns. */
  places: readonly UnitPlace[];
  order: ReportOrder;
  onOrder: (order: ReportOrder) => void;
}

type MatrixTask = TaskDetailsReport["tasks"][number];

const nameOf = ({ taskName }: MatrixTask) => taskName;
const labelOf = (label: string) => label;

/**
 * The status of each task in each unit. Only cells near the viewport are rendered, so that hundreds of units scroll
 * smoothly.
 */
export function TaskMatrix(props: MatrixProps) {
  const { report, places, order, onOrder } = props;
  const isPrinting = usePrinting();
  const { units } = report;
  const tasks = useOrderedTasks(report, places, order);
  const scrollRef = useRef<HTMLDivElement>(null);
  const getScrollElement = () => scrollRef.current;
  const rows = useVirtualizer({
    count: tasks.length,
    getScrollElement,
    estimateSize: () => ROW_PX,
    overscan: 4,
    rangeExtractor: useFocusKept(tasks, { idOf: nameOf }),
    useFlushSync: false,
  });
  const columns = useVirtualizer({
    count: units.length,
    getScrollElement,
    estimateSize: () => UNIT_PX,
    horizontal: true,
    overscan: 3,
    rangeExtractor: useFocusKept(units, { idOf: labelOf, mark: "column" }),
    useFlushSync: false,
  });
  const rowIndexes = isPrinting
    ? [...tasks.keys()]
    : rows.getVirtualItems().map(({ index }) => index);
  const shownRows = rows.getVirtualItems();
  const tables = isPrinting
    ? sheetsOf(units.length)
    : [columns.getVirtualItems().map(({ index }) => index)];
  const room = { shownRows, totalPx: rows.getTotalSize() };
  return tables.map((columnIndexes, at) => (
    <MatrixTable
      key={at}
      ref={at === 0 ? scrollRef : undefined}
      {...{ report, places, order, onOrder, tasks, rowIndexes, columnIndexes }}
      room={isPrinting ? null : room}
    />
  ));
}

/** The indexes of the units on each sheet of paper. */
function sheetsOf(units: number): number[][] {
  const sheets = Array.from({ length: Math.ceil(units / UNITS_PER_SHEET) });
  return sheets.map((_, sheet) =>
    Array.from(
      { length: Math.min(UNITS_PER_SHEET, units - sheet * UNITS_PER_SHEET) },
      (__, at) => sheet * UNITS_PER_SHEET + at,
    ),
  );
}

interface MatrixTableProps extends MatrixProps {
  ref: Ref<HTMLDivElement> | undefined;
  tasks: readonly MatrixTask[];
  rowIndexes: readonly number[];
  columnIndexes: readonly number[];
  /** The room of the rows that are not rendered; null on paper, which has all of them. */
  room: { shownRows: readonly VirtualItem[]; totalPx: number } | null;
}

/** The matrix, or the part of it that a sheet of paper has room for. */
function MatrixTable(props: MatrixTableProps) {
  const { ref, report, places, order, onOrder, tasks, rowIndexes, columnIndexes, room } = props;
  const { units } = report;
  const shownUnits = useShownUnits(report, places, { indexes: columnIndexes, isSheet: !room });
  return (
    <ReportTable
      ref={ref}
      label="Tasks by unit"
      minWidth={NAME_PX + UNIT_PX * (room ? units.length : UNITS_PER_SHEET)}
      rowCount={tasks.length}
      columnCount={units.length + 1}
    >
      <colgroup>
        <col className="w-32 md:w-60" />
        {shownUnits.map(({ index, missing }) => (
          <Fragment key={index}>
            {missing !== null && <col style={{ width: missing * UNIT_PX }} />}
            <col style={{ width: UNIT_PX }} />
          </Fragment>
        ))}
        {/* The last column takes the remaining width: that of units that are not rendered, or empty space. */}
        <col />
      </colgroup>
      <MatrixHead units={shownUnits} order={order} onOrder={onOrder} />
      <tbody>
        {room && <SpacerRow height={roomBefore(room.shownRows, 0)} />}
        {rowIndexes.map((index, at) => {
          const task = tasks[index];
          return (
            task && (
              <Fragment key={task.taskName}>
                {room && at > 0 && <SpacerRow height={roomBefore(room.shownRows, at)} />}
                <TaskRow task={task} index={index} units={shownUnits} />
              </Fragment>
            )
          );
        })}
        {room && <SpacerRow height={room.totalPx - (room.shownRows.at(-1)?.end ?? 0)} />}
      </tbody>
    </ReportTable>
  );
}

/** The tasks in the order of their names, or of their status in a unit, the most urgent first. */
function useOrderedTasks(
  { units, tasks }: TaskDetailsReport,
  places: readonly UnitPlace[],
  order: ReportOrder,
) {
  const columns = useMemo(
    () => [
      { title: TASK_NAME, value: (task: MatrixTask) => task.taskName },
      ...places.map(({ unitId }, at) => ({
        title: unitId,
        value: (task: MatrixTask) => advance[cellOf(task, units[at] ?? "").status],
      })),
    ],
    [units, places],
  );
  return useOrdered(tasks, columns, order);
}

/**
 * The rendered columns. They change in pairs: each change of columns lays out the whole table, and rows render again
 * only when the set of columns changes.
 */
function useShownUnits(
  { units }: TaskDetailsReport,
  places: readonly UnitPlace[],
  { indexes, isSheet }: { indexes: readonly number[]; isSheet: boolean },
): readonly ShownUnit[] {
  const pairs = JSON.stringify([...new Set(indexes.map((index) => index - (index % 2)))]);
  return useMemo(() => {
    const shown = (JSON.parse(pairs) as number[]).flatMap((pair) => [pair, pair + 1]);
    return shown.flatMap((index, at) => {
      const label = units[index];
      const missing = isSheet ? 0 : index - (shown[at - 1] ?? -1) - 1;
      if (label === undefined) return [];
      return [
        {
          index,
          label,
          place: places[index],
          missing: (isSheet || at > 0) && !missing ? null : missing,
        },
      ];
    });
  }, [units, places, pairs, isSheet]);
}

const TaskRow = memo(function TaskRow(props: {
  task: MatrixTask;
  index: number;
  units: readonly ShownUnit[];
}) {
  const { task, index, units } = props;
  return (
    <tr aria-rowindex={index + 2} data-item={task.taskName} style={{ height: ROW_PX }}>
      <th
        scope="row"
        title={task.taskName}
        className="sticky left-0 z-1 border-r border-b border-line bg-surface px-3 text-left font-medium"
      >
        <span className="line-clamp-2 break-words">{task.taskName}</span>
      </th>
      {units.map((unit) => (
        <Fragment key={unit.index}>
          {unit.missing !== null && <td aria-hidden className="border-b border-line p-0" />}
          <StatusCell
            index={unit.index}
            place={unit.place}
            column={unit.label}
            label={`${task.taskName}, unit ${unit.label}`}
            {...cellOf(task, unit.label)}
          />
        </Fragment>
      ))}
      <td aria-hidden className="border-b border-line p-0" />
    </tr>
  );
});

/**
 * The status of a task in a unit. It has no icon, unlike other badges: a screen full of them would be hundreds of icons
 * to scroll.
 */
const StatusCell = memo(function StatusCell(
  props: MatrixCell & {
    index: number;
    place: UnitPlace | undefined;
    column: string;
    label: string;
  },
) {
  const { index, place, column, label, status, date, block } = props;
  const text = date ?? status.toUpperCase().replaceAll("_", " ");
  const words = block === null ? text : `${text}, blocked: ${blockText(block)}`;
  return (
    <td aria-colindex={index + 2} data-column={column} className="border-b border-line px-2">
      <UnitLink place={place} label={`${label}: ${words}`} className="grid">
        <Badge tone={TASK_STATUS[status].tone} className="px-1.5 text-[0.6875rem]">
          {text}
        </Badge>
        {block !== null && <BlockMark block={block} />}
      </UnitLink>
    </td>
  );
});

/** The block of a task below its status, shortened because the column is narrow. */
function BlockMark({ block }: { block: ReportBlock }) {
  const text = `Blocked: ${blockText(block)}`;
  const { icon: Icon, label } = BLOCKED_REASON[block.reason];
  const days = daysSince(block.since, companyZone.snapshot());
  return (
    <span
      title={text}
      className="flex min-w-0 items-center gap-0.5 text-[0.6875rem] leading-4 font-medium text-warning-text"
    >
      <Icon aria-hidden className="size-2.5 shrink-0" strokeWidth={2.5} />
      <span className="sr-only">{text}</span>
      <span aria-hidden className="truncate">
        {days === 0 ? label : `${label} · ${String(days)} d`}
      </span>
    </span>
  );
}
