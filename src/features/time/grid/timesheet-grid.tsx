import type { KeyboardEvent, MouseEvent } from "react";
import { cn } from "../../../lib/cn.ts";
import { formatDay, formatMonthDay, formatWeekday, formatWorked } from "../week/time-format.ts";
import { TimesheetGridRow } from "./timesheet-row.tsx";
import type { Owner, Timesheet, TimeEntry } from "../week/timesheet.ts";
import { placeOf, useGridFocus } from "./use-grid-focus.ts";
import { isWeekend, shiftWeek } from "../week/week.ts";

export interface TimesheetActions {
  add: (owner: Owner | null, day: string) => void;
  open: (entry: TimeEntry) => void;
  showWeek: (monday: string | null) => void;
}

interface TimesheetGridProps {
  sheet: Timesheet;
  unitNames: ReadonlyMap<string, string>;
  today: string;
  actions: TimesheetActions;
}

/** The week as a grid: click adds, right-click opens the first entry of a cell, keys do both. */
export function TimesheetGrid({ sheet, unitNames, today, actions }: TimesheetGridProps) {
  const { active, onFocus, moveBy } = useGridFocus(sheet.rows.length);
  const todayColumn = sheet.week.indexOf(today);

  const cellAt = (target: EventTarget) => {
    const place = placeOf(target);
    const row = place && sheet.rows[place.row];
    const day = place && sheet.week[place.column];
    return row && day !== undefined ? { row, day, entries: row.days[place.column] ?? [] } : null;
  };
  const add = (target: EventTarget) => {
    const cell = cellAt(target);
    if (cell?.row.mayAdd) actions.add(cell.row, cell.day);
  };
  const openFirst = (target: EventTarget) => {
    const first = cellAt(target)?.entries[0];
    if (first) actions.open(first);
    else add(target);
  };
  const onClick = ({ target }: MouseEvent) => {
    const id = (target as Element).closest("[data-entry]")?.getAttribute("data-entry");
    const entry = cellAt(target)?.entries.find((candidate) => candidate.id === id);
    if (entry) actions.open(entry);
    else add(target);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.metaKey || !handleKey(event)) return;
    event.preventDefault();
  };
  const handleKey = (event: KeyboardEvent): boolean => {
    const [monday = ""] = sheet.week;
    const isOnCell = event.target instanceof HTMLTableCellElement;
    if (moveBy(event)) return true;
    if (event.key === "PageUp") actions.showWeek(shiftWeek(monday, -1));
    else if (event.key === "PageDown") actions.showWeek(shiftWeek(monday, 1));
    else if (event.key === "F2") openFirst(event.target);
    else if (isOnCell && (event.key === "Enter" || event.key === " ")) add(event.target);
    else return false;
    return true;
  };

  return (
    <div className="rounded-lg border border-line bg-surface shadow-raised">
      <p id="timesheet-keys" hidden>
        Arrow keys move between cells, Enter adds an entry, F2 opens the first entry of a cell, Tab
        leads to each of them, Page Up and Page Down show other weeks.
      </p>
      <table
        role="grid"
        aria-label="Weekly Timesheet"
        aria-describedby="timesheet-keys"
        className="w-full table-fixed border-separate border-spacing-0"
        onClick={onClick}
        onContextMenu={(event) => {
          if (cellAt(event.target) === null) return;
          event.preventDefault();
          openFirst(event.target);
        }}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
      >
        <GridHead sheet={sheet} today={today} />
        <tbody>
          {sheet.rows.map((row, index) => (
            <TimesheetGridRow
              key={row.key}
              row={row}
              index={index}
              unitNames={unitNames}
              activeColumn={active.row === index ? active.column : null}
              todayColumn={todayColumn}
            />
          ))}
        </tbody>
        <GridTotals sheet={sheet} />
      </table>
    </div>
  );
}

function GridHead({ sheet, today }: { sheet: Timesheet; today: string }) {
  const cell = "sticky top-0 z-10 border-b border-line px-2 py-2 text-xs font-medium";
  return (
    <thead>
      <tr>
        <th
          scope="col"
          className={cn(
            cell,
            "w-44 rounded-tl-lg bg-surface pl-3 text-left text-ink-muted xl:w-56",
          )}
        >
          Team Member
        </th>
        {sheet.week.map((day, column) => (
          <th
            key={day}
            scope="col"
            aria-current={day === today ? "date" : undefined}
            className={cn(
              cell,
              "border-l text-left text-ink-muted",
              isWeekend(column) ? "bg-sunken" : "bg-surface",
              day === today && "bg-accent-soft text-accent-text",
            )}
          >
            <span className="block">
              {formatWeekday(day)}
              {day === today && <span className="sr-only">, today</span>}
            </span>
            <span className={cn("block text-sm text-ink", day === today && "font-semibold")}>
              {formatMonthDay(day)}
            </span>
          </th>
        ))}
        <th
          scope="col"
          className={cn(
            cell,
            "w-20 rounded-tr-lg border-l bg-surface px-3 text-right text-ink-muted",
          )}
        >
          Total
        </th>
      </tr>
    </thead>
  );
}

function GridTotals({ sheet }: { sheet: Timesheet }) {
  const cell = "sticky bottom-0 z-10 border-t border-line px-3 py-2.5 text-sm tabular-nums";
  return (
    <tfoot>
      <tr>
        <th scope="row" className={cn(cell, "rounded-bl-lg bg-surface text-left font-semibold")}>
          Total
        </th>
        {sheet.dayHours.map((hours, column) => (
          <td
            key={column}
            className={cn(
              cell,
              "border-l font-medium",
              isWeekend(column) ? "bg-sunken" : "bg-surface",
            )}
          >
            <span className="sr-only">{formatDay(sheet.week[column] ?? "")}: </span>
            {formatWorked(hours)}
          </td>
        ))}
        <td className={cn(cell, "rounded-br-lg border-l bg-surface text-right font-semibold")}>
          {formatWorked(sheet.hours)}
        </td>
      </tr>
    </tfoot>
  );
}
