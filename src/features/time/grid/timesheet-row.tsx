import { Plus } from "lucide-react";
import { memo } from "react";
import { cn } from "../../../lib/cn.ts";
import { EntryButton } from "./entry-button.tsx";
import { formatWorked } from "../week/time-format.ts";
import type { TimesheetRow } from "../week/timesheet.ts";
import { placeAttribute } from "./use-grid-focus.ts";
import { isWeekend } from "../week/week.ts";

interface RowProps {
  row: TimesheetRow;
  index: number;
  unitNames: ReadonlyMap<string, string>;
  /** The column of the tab stop, if it is in this row; else null. */
  activeColumn: number | null;
  todayColumn: number;
}

/** One person's week. The grid handles its clicks and keys. */
export const TimesheetGridRow = memo(function TimesheetGridRow(props: RowProps) {
  const { row, index, unitNames, activeColumn, todayColumn } = props;
  return (
    <tr className="group/row">
      <th
        scope="row"
        className="border-b border-line px-3 py-1.5 text-left font-normal group-hover/row:bg-hover"
      >
        <span className="block truncate text-sm font-medium text-ink" title={row.name}>
          {row.name}
        </span>
        <span className="block truncate text-xs text-ink-muted" title={row.note}>
          {row.note}
        </span>
      </th>
      {row.days.map((entries, column) => (
        <td
          key={column}
          {...{ [placeAttribute]: `${String(index)}:${String(column)}` }}
          tabIndex={activeColumn === column ? 0 : -1}
          className={cn(
            "group/cell relative scroll-my-16 border-b border-l border-line p-1 align-top outline-none focus-visible:outline-2 focus-visible:-outline-offset-2",
            row.mayAdd && "cursor-pointer hover:bg-hover",
            isWeekend(column) ? "bg-sunken" : column === todayColumn && "bg-accent-soft/40",
          )}
        >
          <div className="flex min-h-9 flex-col gap-1 pr-5">
            {entries.map((entry) => (
              <EntryButton
                key={entry.id}
                entry={entry}
                unitName={unitNames.get(entry.unitId ?? "")}
                tabIndex={activeColumn === column ? 0 : -1}
              />
            ))}
          </div>
          {row.mayAdd && (
            <Plus
              aria-hidden
              className="absolute top-3 right-1.5 size-3.5 text-ink-muted opacity-0 group-hover/cell:opacity-100 group-focus-visible/cell:opacity-100"
            />
          )}
        </td>
      ))}
      <td className="border-b border-l border-line px-3 py-1.5 text-right text-sm font-semibold tabular-nums">
        {formatWorked(row.hours)}
      </td>
    </tr>
  );
});
