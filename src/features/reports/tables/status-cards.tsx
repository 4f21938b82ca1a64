import { memo, type ReactNode } from "react";
import { WindowGrid } from "../../../components/window-grid.tsx";
import { Progress } from "../../../components/ui/progress.tsx";
import { cn } from "../../../lib/cn.ts";
import { formatPercent } from "../../../lib/format.ts";
import type { UnitTaskStatusRow } from "../run/report-types.ts";
import { UnitLink, type UnitPlace } from "../run/unit-link.tsx";

/** The rows of the unit task status report as cards, for screens on which only two of ten columns would fit. */
export function StatusCards(props: {
  rows: readonly UnitTaskStatusRow[];
  places: ReadonlyMap<string, UnitPlace>;
}) {
  const { rows, places } = props;
  return (
    <div className="overflow-clip rounded-lg border border-line bg-surface shadow-raised">
      {/* Each unit has a line above it; the negative margin hides that of the first one. */}
      <div className="-mt-px">
        <WindowGrid
          label="Units"
          items={rows.map((row) => ({ id: row.unitId, row }))}
          rowPx={150}
          nameOf={({ row }) => row.unitNumber}
          renderItem={({ row }) => <UnitCard row={row} place={places.get(row.unitId)} />}
        />
      </div>
    </div>
  );
}

const UnitCard = memo(function UnitCard(props: {
  row: UnitTaskStatusRow;
  place: UnitPlace | undefined;
}) {
  const { row, place } = props;
  const percent = row.completionPercentage;
  return (
    <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-2 border-t border-line px-4 py-3 text-sm">
      <div>
        <UnitLink
          place={place}
          className="line-clamp-2 text-base font-medium break-words text-ink touch:min-h-11"
        >
          {row.unitNumber}
        </UnitLink>
        <p className="truncate text-ink-muted">{row.projectName}</p>
      </div>
      <div className="flex items-center gap-2.5">
        <Progress
          value={percent}
          label={`Completion of ${row.unitNumber}`}
          className="[print-color-adjust:exact]"
        />
        <span className="w-10 shrink-0 text-right">{formatPercent(percent)}</span>
      </div>
      <dl className="grid grid-cols-4 gap-x-2">
        <Figure label="Completed">{row.completedTasks}</Figure>
        <Figure label="In Progress">{row.inProgressTasks}</Figure>
        <Figure label="Not Started">{row.notStartedTasks}</Figure>
        <Figure label="Overdue" isAlarm={row.overdueTasks > 0}>
          {row.overdueTasks}
        </Figure>
      </dl>
      <dl className="flex flex-wrap gap-x-4 text-xs text-ink-muted">
        <Fact label="Total Tasks">{row.totalTasks}</Fact>
        <Fact label="Est. Hours">{row.estimatedHours}</Fact>
        <Fact label="Actual Hours">{row.actualHours}</Fact>
      </dl>
    </div>
  );
});

function Figure(props: { label: string; isAlarm?: boolean; children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="truncate text-xs text-ink-muted">{props.label}</dt>
      <dd className={cn("font-semibold", props.isAlarm === true && "text-danger-text")}>
        {props.children}
      </dd>
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex gap-1">
      <dt>{label}</dt>
      <dd className="text-ink">{children}</dd>
    </div>
  );
}
