import { type ReactNode, useState } from "react";
import { cn } from "../../lib/cn.ts";
import { formatCount, formatDateTime, formatShortDate } from "../../lib/format.ts";
import { givenToText, peopleOf } from "../../lib/units/given-to.ts";
import { BLOCKED_REASON, TASK_STATUS, UNIT_RISK } from "../../lib/status.ts";
import { countsOf, type ColumnGroup, tasksByName } from "./contents/board-columns.ts";
import type { BoardLine } from "./contents/board-order.ts";
import type { BoardRow } from "./contents/board-types.ts";
import { CellMark } from "./grid/cell-mark.tsx";

interface BoardPrintProps {
  label: string;
  lines: readonly BoardLine[];
  groups: readonly ColumnGroup[];
  showsProject: boolean;
}

/** The board on paper: every shown unit in a landscape table, whose heads repeat on each sheet. */
export function BoardPrint({ label, lines, groups, showsProject }: BoardPrintProps) {
  const [printedAt] = useState(() => new Date().toISOString());
  const columns = groups.flatMap((group) => group.columns);
  return (
    // Without exact colours, browsers leave out the filled halves of circles and the grounds of signs.
    <table
      data-landscape
      className="hidden w-full wrap-anywhere border-collapse text-[0.5rem] leading-tight [print-color-adjust:exact] print:table"
    >
      <caption className="pb-2 text-left">
        <span className="text-lg font-semibold">{label}</span>{" "}
        <span className="text-ink-muted">
          {formatCount(lines.filter(({ kind }) => kind === "unit").length, "unit")},{" "}
          {formatDateTime(printedAt)}.
          <Legend />
        </span>
      </caption>
      <thead>
        <tr>
          {groups.map(({ category, columns: own, isFolded }) => (
            <th
              key={category ?? ""}
              colSpan={own.length}
              // The name of a folded category is also that of its only column.
              rowSpan={isFolded ? 2 : 1}
              className="border border-line p-1 text-left align-bottom"
            >
              {isFolded ? <Upright>{category}</Upright> : category}
            </th>
          ))}
        </tr>
        <tr>
          {columns
            .filter(({ kind }) => kind !== "folded")
            .map(({ key, kind, label: head }) => (
              <th
                key={key}
                className={cn(
                  "border border-line py-1 text-left align-bottom font-medium",
                  // Narrow work columns leave room for whole words in the others.
                  kind === "info" ? "px-1 break-words" : "px-0",
                )}
              >
                {kind === "info" ? head : <Upright>{head}</Upright>}
              </th>
            ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id} className="break-inside-avoid">
            {line.kind === "floor" ? (
              <th colSpan={columns.length} className="border border-line bg-sunken p-1 text-left">
                {line.label}
              </th>
            ) : (
              <PrintedCells row={line.row} columns={columns} showsProject={showsProject} />
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Upright({ children }: { children: ReactNode }) {
  return (
    <span className="inline-block max-h-32 rotate-180 [writing-mode:vertical-rl]">{children}</span>
  );
}

function PrintedCells(props: {
  row: BoardRow;
  columns: readonly ColumnGroup["columns"][number][];
  showsProject: boolean;
}) {
  const { unit, tasks } = props.row;
  const taskByName = tasksByName(tasks);
  const day = (iso: string | null) => (iso === null ? "" : formatShortDate(iso));
  const facts = {
    name: unit.name,
    risk: UNIT_RISK[unit.turn.risk].label,
    vacant: unit.turn.daysVacant === null ? "" : `${String(unit.turn.daysVacant)} d`,
    ready: day(unit.readyByDate),
    movein: day(unit.moveInDate),
    progress: `${String(unit.completedTasks)}/${String(unit.totalTasks)}`,
    blocked: unit.waitingFor === null ? "" : BLOCKED_REASON[unit.waitingFor].label,
    who: givenToText(peopleOf(unit)),
  };
  return props.columns.map((column) => {
    const { key } = column;
    if (column.kind === "info") {
      // Facts take one line, except names: a long name would push the work columns off the paper.
      const isName = column.info === "name" || column.info === "who";
      return (
        <td
          key={key}
          className={cn(
            "border border-line px-1",
            isName ? "max-w-36 min-w-16" : "whitespace-nowrap",
          )}
        >
          {facts[column.info]}
          {column.info === "name" && props.showsProject && (
            <span className="block text-ink-muted">{unit.projectName}</span>
          )}
        </td>
      );
    }
    if (column.kind === "folded") {
      const { done, total } = countsOf(tasks, column.category);
      return (
        <td key={key} className="border border-line text-center">
          {total > 0 && `${String(done)}/${String(total)}`}
        </td>
      );
    }
    const task = taskByName.get(column.label);
    return (
      <td key={key} className="border border-line text-center *:mx-auto">
        {task && <CellMark task={task} className="size-3 touch:size-3" />}
      </td>
    );
  });
}

const legend = [
  { status: "not_started", baseStatus: "not_started", blockedReason: null },
  { status: "in_progress", baseStatus: "in_progress", blockedReason: null },
  { status: "completed", baseStatus: "completed", blockedReason: null },
  { status: "overdue", baseStatus: "not_started", blockedReason: null },
  { status: "not_started", baseStatus: "not_started", blockedReason: "other" },
] as const;

function Legend() {
  return legend.map((task) => {
    const word = task.blockedReason === null ? TASK_STATUS[task.status].label : "Blocked";
    return (
      <span
        key={word}
        className="ml-2 inline-flex items-center gap-1 align-middle whitespace-nowrap"
      >
        <CellMark task={task} className="size-4" /> {word}
      </span>
    );
  });
}
