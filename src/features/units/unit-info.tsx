import { DateField } from "../../components/date-field.tsx";
import { Progress } from "../../components/ui/progress.tsx";
import { useCan } from "../../hooks/use-viewer.ts";
import { taskProgress, type UnitListItem } from "./unit-filter.ts";
import { useUnitActions } from "./use-unit-actions.ts";

/** The progress of a unit, and the dates of its turn. */
export function UnitInfo({ unit }: { unit: UnitListItem }) {
  const mayChange = useCan("unit:write");
  const { updateUnit } = useUnitActions();
  const percent = taskProgress(unit);
  return (
    <section
      aria-label="Unit information"
      className="mb-4 grid gap-3 rounded-lg border border-line bg-surface p-3.5"
    >
      <div className="grid gap-1.5">
        <div className="flex justify-between text-sm">
          <span className="text-ink-muted">
            {unit.completedTasks} of {unit.totalTasks} tasks complete
          </span>
          <span className="font-medium">{percent}%</span>
        </div>
        <Progress value={percent} label={`Task progress of ${unit.name}`} />
      </div>
      <div className="grid grid-cols-2 gap-3">
        <DateField
          label="Start Date"
          value={unit.startDate}
          disabled={!mayChange}
          onChange={(startDate) => updateUnit(unit.id, { startDate })}
        />
        <DateField
          label="Completion Date"
          value={unit.completionDate}
          disabled={!mayChange}
          onChange={(completionDate) => updateUnit(unit.id, { completionDate })}
        />
      </div>
    </section>
  );
}
