import { memo, type ReactNode, type RefObject } from "react";
import { UnitMark } from "../../../components/presence/presence-parts.tsx";
import { Badge } from "../../../components/ui/badge.tsx";
import { cn } from "../../../lib/cn.ts";
import { formatShortDate } from "../../../lib/format.ts";
import { givenToText, peopleOf } from "../../../lib/units/given-to.ts";
import { BLOCKED_REASON, UNIT_RISK } from "../../../lib/status.ts";
import { countsOf, type InfoKey, tasksByName } from "../contents/board-columns.ts";
import type { PlacedColumn } from "./use-board-window.ts";
import type { BoardRow, BoardUnit } from "../contents/board-types.ts";
import { PendingMark } from "../../../components/pending-mark.tsx";
import { CellMark, FoldedMark } from "./cell-mark.tsx";
import { cellText, foldedText } from "../contents/cell-text.ts";
import type { ShownLine } from "../contents/use-held-lines.ts";

interface BoardGridRowProps {
  line: ShownLine;
  /** The index among all rows, which counts from 1 and includes the heads. */
  place: number;
  top: number;
  height: number;
  placed: readonly PlacedColumn[];
  nameWidth: number;
  columnCount: number;
  showsProject: boolean;
  /** The key of the column whose cell is the tab stop, if that cell is in this row. */
  activeColumn: string | null;
  cellRef: RefObject<HTMLDivElement | null>;
  /** The ids of the selected tasks, one a line. */
  selected: string;
}

/** A line of the board. It renders again only when the line or the visible columns change. */
export const BoardGridRow = memo(function BoardGridRow(props: BoardGridRowProps) {
  const { line, place, top, height } = props;
  return (
    <div
      role="row"
      aria-rowindex={place}
      className={cn(
        "absolute inset-x-0 top-0 border-b [contain:layout_style] border-line/70",
        line.kind === "floor" ? "bg-sunken" : "bg-surface hover:bg-canvas",
      )}
      style={{ height, transform: `translateY(${String(top)}px)` }}
    >
      {line.kind === "floor" ? (
        <FloorCell {...props} label={line.label} count={line.count} />
      ) : line.isGone === true ? (
        <GoneCell {...props} name={line.row.unit.name} />
      ) : (
        <UnitCells {...props} row={line.row} />
      )}
    </div>
  );
});

type RowProps = Omit<BoardGridRowProps, "line"> & { line: { id: string } };

function UnitCells(props: RowProps & { row: BoardRow }) {
  const { row, placed, nameWidth, showsProject } = props;
  const { unit, tasks } = row;
  const taskByName = tasksByName(tasks);
  const selected = new Set(props.selected === "" ? [] : props.selected.split("\n"));
  return (
    <>
      <div
        role="rowheader"
        aria-colindex={1}
        {...cellProps(props, "name")}
        title={showsProject ? `${unit.name}, ${unit.projectName}` : unit.name}
        className="sticky left-0 z-10 flex h-full cursor-pointer flex-col justify-center border-r border-line bg-inherit px-3 hover:underline focus-visible:-outline-offset-2"
        style={{ width: nameWidth }}
      >
        <span className="flex items-center justify-between gap-1">
          <span className="truncate font-medium">{unit.name}</span>
          <PendingMark of={unit.id} />
          <UnitMark unitId={unit.id} />
        </span>
        {showsProject && (
          <span className="truncate text-xs text-ink-muted">{unit.projectName}</span>
        )}
      </div>
      {placed.map(({ column, left, place }) => {
        const shared = { ...cellProps(props, column.key), "aria-colindex": place };
        const style = { left, width: column.width };
        if (column.kind === "info") {
          return (
            <div key={column.key} role="gridcell" {...shared} className={infoClasses} style={style}>
              <InfoValue info={column.info} unit={unit} />
            </div>
          );
        }
        if (column.kind === "folded") {
          const counts = countsOf(tasks, column.category);
          return (
            <div
              key={column.key}
              role="gridcell"
              {...shared}
              aria-label={foldedText(column.category, unit.name, counts)}
              className={cn(taskClasses, "text-xs")}
              style={style}
            >
              {counts.total > 0 && <FoldedMark counts={counts} />}
            </div>
          );
        }
        const task = taskByName.get(column.label);
        const text = task === undefined ? undefined : cellText(task, unit.name);
        const isSelected = task !== undefined && selected.has(task.id);
        return (
          <div
            key={column.key}
            role="gridcell"
            {...shared}
            data-task={task?.id}
            aria-label={text ?? `${column.label}, no task`}
            title={text}
            aria-selected={isSelected || undefined}
            className={cn(
              taskClasses,
              task !== undefined && "cursor-pointer hover:bg-hover",
              isSelected && "bg-accent-soft ring-2 ring-accent ring-inset hover:bg-accent-soft",
            )}
            style={style}
          >
            {task !== undefined && <CellMark task={task} />}
            {task !== undefined && <PendingMark of={task.id} className="-mr-4 pl-0.5" />}
          </div>
        );
      })}
    </>
  );
}

const infoClasses =
  "absolute inset-y-0 flex cursor-pointer items-center px-2 text-sm focus-visible:-outline-offset-2";
const taskClasses =
  "absolute inset-y-0 flex items-center justify-center border-l border-line/60 focus-visible:-outline-offset-2";

function InfoValue({ info, unit }: { info: InfoKey; unit: BoardUnit }): ReactNode {
  const { turn } = unit;
  switch (info) {
    case "name":
      return unit.name;
    case "risk": {
      const { label, tone, icon } = UNIT_RISK[turn.risk];
      return (
        <Badge tone={tone} icon={icon}>
          {label}
        </Badge>
      );
    }
    case "vacant":
      return turn.daysVacant === null ? <None /> : `${String(turn.daysVacant)} d`;
    case "ready":
      return <Day day={unit.readyByDate} left={turn.daysToReadyBy} isDone={turn.risk === "done"} />;
    case "movein":
      return <Day day={unit.moveInDate} left={turn.daysToMoveIn} isDone={turn.risk === "done"} />;
    case "progress":
      return unit.totalTasks === 0 ? (
        <None />
      ) : (
        `${String(unit.completedTasks)}/${String(unit.totalTasks)}`
      );
    case "blocked": {
      if (unit.waitingFor === null) return <None />;
      const { label, icon: Icon } = BLOCKED_REASON[unit.waitingFor];
      return (
        <span className="flex min-w-0 items-center gap-1 text-warning-text">
          <Icon aria-hidden className="size-4 shrink-0" />
          <span className="truncate">{label}</span>
        </span>
      );
    }
    case "who":
      return <Who names={peopleOf(unit)} />;
    default:
      return info satisfies never;
  }
}

function Who({ names }: { names: readonly string[] }) {
  if (names.length === 0) return <None />;
  return (
    <span className="line-clamp-2 text-xs break-words" title={names.join(", ")}>
      {givenToText(names, 1)}
    </span>
  );
}

/** A day of the unit. A past day is marked by more than its colour. */
function Day(props: { day: string | null; left: number | null; isDone: boolean }) {
  const { day, left, isDone } = props;
  if (day === null) return <None />;
  const isPast = !isDone && left !== null && left < 0;
  return (
    <span className={cn(isPast && "font-medium text-danger-text")}>
      {formatShortDate(day)}
      {isPast && <span className="sr-only">, past</span>}
    </span>
  );
}

function None() {
  return (
    <span className="text-ink-faint">
      <span aria-hidden>–</span>
      <span className="sr-only">None</span>
    </span>
  );
}

function FloorCell(props: RowProps & { label: string; count: number }) {
  return (
    <div
      role="rowheader"
      aria-colindex={1}
      aria-colspan={props.columnCount}
      {...cellProps(props, props.activeColumn ?? "name")}
      className="sticky left-0 flex h-full w-fit items-center gap-2 px-3 text-sm font-semibold text-ink-muted focus-visible:-outline-offset-2"
    >
      {props.label} <span className="font-normal">{props.count}</span>
    </div>
  );
}

function GoneCell(props: RowProps & { name: string }) {
  return (
    <div
      role="rowheader"
      aria-colindex={1}
      aria-colspan={props.columnCount}
      {...cellProps(props, props.activeColumn ?? "name")}
      className="sticky left-0 flex h-full w-fit items-center gap-2 px-3 text-sm text-ink-muted focus-visible:-outline-offset-2"
    >
      <s>{props.name}</s> was deleted
    </div>
  );
}

function cellProps({ line, activeColumn, cellRef }: RowProps, column: string) {
  const isActive = activeColumn === column;
  return {
    "data-row": line.id,
    "data-col": column,
    tabIndex: isActive ? 0 : -1,
    ref: isActive ? cellRef : undefined,
  };
}
