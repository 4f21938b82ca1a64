import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../components/ui/button.tsx";
import { Card } from "../../../components/ui/card.tsx";
import { cn } from "../../../lib/cn.ts";
import { EntryButton } from "./entry-button.tsx";
import { formatDay, formatMonthDay, formatWeekday, formatWorked } from "../week/time-format.ts";
import type { TimesheetActions } from "./timesheet-grid.tsx";
import type { Timesheet, TimesheetRow } from "../week/timesheet.ts";
import { isWeekend } from "../week/week.ts";

interface DayListProps {
  sheet: Timesheet;
  unitNames: ReadonlyMap<string, string>;
  today: string;
  actions: TimesheetActions;
}

/** The week day by day, for windows that are too narrow for a grid. */
export function DayList({ sheet, unitNames, today, actions }: DayListProps) {
  const todayColumn = sheet.week.indexOf(today);
  const [chosen, setChosen] = useState(todayColumn === -1 ? 0 : todayColumn);
  const day = sheet.week[chosen] ?? "";
  return (
    <div>
      <DayStrip sheet={sheet} today={today} chosen={chosen} onChoose={setChosen} />
      <div className="mb-2 flex items-baseline justify-between gap-2">
        <h3 className="text-base font-semibold">
          {formatDay(day)}
          {day === today && <span className="font-normal text-ink-muted"> · Today</span>}
        </h3>
        <p className="text-base text-ink-muted">
          <span className="font-semibold text-ink tabular-nums">
            {formatWorked(sheet.dayHours[chosen])}
          </span>{" "}
          hours
        </p>
      </div>
      <Card asChild>
        <ul aria-label={`Time on ${formatDay(day)}`} className="divide-y divide-line">
          {sheet.rows.map((row) => (
            <PersonDay
              key={row.key}
              row={row}
              entries={row.days[chosen] ?? []}
              unitNames={unitNames}
              onAdd={() => actions.add(row, day)}
              onOpen={actions.open}
            />
          ))}
        </ul>
      </Card>
    </div>
  );
}

function DayStrip(props: {
  sheet: Timesheet;
  today: string;
  chosen: number;
  onChoose: (column: number) => void;
}) {
  const { sheet, today, chosen, onChoose } = props;
  return (
    <div role="group" aria-label="Day" className="mb-4 grid grid-cols-7 gap-1">
      {sheet.week.map((day, column) => (
        <button
          key={day}
          type="button"
          aria-pressed={column === chosen}
          aria-current={day === today ? "date" : undefined}
          onClick={() => onChoose(column)}
          className={cn(
            "flex min-h-14 min-w-0 flex-col items-center justify-center rounded-md border text-xs",
            column === chosen
              ? "border-accent bg-accent-soft text-accent-text"
              : cn("border-line text-ink-muted", isWeekend(column) ? "bg-sunken" : "bg-surface"),
            day === today && "font-semibold",
          )}
        >
          <span>{formatWeekday(day)}</span>
          <span className="sr-only">{formatMonthDay(day)},</span>
          <span aria-hidden className="text-base font-semibold">
            {String(Number(day.slice(8)))}
          </span>
          <span className="tabular-nums">
            {formatWorked(sheet.dayHours[column])}
            <span className="sr-only"> hours</span>
          </span>
        </button>
      ))}
    </div>
  );
}

function PersonDay(props: {
  row: TimesheetRow;
  entries: TimesheetRow["days"][number];
  unitNames: ReadonlyMap<string, string>;
  onAdd: () => void;
  onOpen: TimesheetActions["open"];
}) {
  const { row, entries, unitNames, onAdd, onOpen } = props;
  return (
    <li className="flex items-center gap-3 py-1.5 pr-2 pl-4">
      <div className="min-w-0 flex-1">
        <p className="truncate text-base font-medium">{row.name}</p>
        <p className="truncate text-sm text-ink-muted">{row.note}</p>
      </div>
      <div className="flex min-w-0 shrink-0 flex-col gap-1.5">
        {entries.map((entry) => (
          <EntryButton
            key={entry.id}
            entry={entry}
            unitName={unitNames.get(entry.unitId ?? "")}
            onOpen={onOpen}
            className="min-h-11 max-w-36 px-3 text-base"
          />
        ))}
      </div>
      {row.mayAdd && (
        <Button variant="ghost" size="icon" aria-label={`Add time for ${row.name}`} onClick={onAdd}>
          <Plus aria-hidden />
        </Button>
      )}
    </li>
  );
}
