import { CalendarDays, ChevronDown, CircleCheck } from "lucide-react";
import { memo, useState } from "react";
import { DateField } from "../../components/date-field.tsx";
import { Button } from "../../components/ui/button.tsx";
import { Progress } from "../../components/ui/progress.tsx";
import { usePhone } from "../../hooks/use-media.ts";
import { useCan } from "../../hooks/people/use-viewer.ts";
import { cn } from "../../lib/cn.ts";
import { UnitPlan } from "./lazy-unit-plan.tsx";
import { UnitBlock } from "./unit-block.tsx";
import { taskProgress, type UnitListItem } from "./unit-filter.ts";
import { UnitNow } from "./unit-now.tsx";
import { useUnitActions } from "./use-unit-actions.ts";

/** The progress of a unit and the dates of its turn; a phone shows the dates after a tap. */
export function UnitInfo({ unit }: { unit: UnitListItem }) {
  const isPhone = usePhone();
  const [open, setOpen] = useState(false);
  const percent = taskProgress(unit);
  return (
    <section
      aria-label="Unit information"
      className="mb-3 grid content-start gap-3 md:rounded-lg md:border md:border-line md:bg-surface md:p-3.5 lg:sticky lg:top-0 lg:self-start"
    >
      <div className="flex items-center gap-2">
        <div className="grid flex-1 gap-1.5">
          <div className="flex justify-between text-sm">
            <span className="text-ink-muted">
              {unit.completedTasks} of {unit.totalTasks} tasks complete
            </span>
            <span className="font-medium">{percent}%</span>
          </div>
          <Progress value={percent} label={`Task progress of ${unit.name}`} />
        </div>
        {isPhone && (
          <Button
            variant="ghost"
            aria-expanded={open}
            className="-mr-2 px-2"
            onClick={() => setOpen(!open)}
          >
            <CalendarDays aria-hidden /> Dates
            <ChevronDown aria-hidden className={cn("transition-transform", open && "rotate-180")} />
          </Button>
        )}
      </div>
      <AllDone unit={unit} />
      <UnitBlock unit={unit} />
      {isPhone && !open && <UnitNow unit={unit} />}
      {(!isPhone || open) && (
        <>
          <UnitPlan unit={unit} />
          <UnitDates
            unitId={unit.id}
            startDate={unit.startDate}
            completionDate={unit.completionDate}
          />
        </>
      )}
    </section>
  );
}

/** Suggests to complete a unit whose tasks are all completed; one tap does it. */
function AllDone({ unit }: { unit: UnitListItem }) {
  const mayChange = useCan("unit:write");
  const { updateUnit } = useUnitActions();
  const isDone = unit.totalTasks > 0 && unit.completedTasks === unit.totalTasks;
  if (!isDone || unit.status === "completed" || !mayChange) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 rounded-md bg-success-soft py-1.5 pr-1.5 pl-3 text-sm text-success-text">
      <span className="flex items-center gap-2">
        <CircleCheck aria-hidden className="size-4 shrink-0" /> All tasks are done.
      </span>
      <Button size="sm" onClick={() => updateUnit(unit.id, { status: "completed" })}>
        Complete Unit
      </Button>
    </div>
  );
}

interface UnitDatesProps {
  unitId: string;
  startDate: string | null;
  completionDate: string | null;
}

/** The dates of a unit. The props are single values, so that other changes of the unit do not render it. */
const UnitDates = memo(function UnitDates(props: UnitDatesProps) {
  const { unitId, startDate, completionDate } = props;
  const mayChange = useCan("unit:write");
  const { updateUnit } = useUnitActions();
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-1">
      <DateField
        label="Start Date"
        value={startDate}
        disabled={!mayChange}
        onChange={(day) => updateUnit(unitId, { startDate: day })}
      />
      <DateField
        label="Completion Date"
        value={completionDate}
        disabled={!mayChange}
        onChange={(day) => updateUnit(unitId, { completionDate: day })}
      />
    </div>
  );
});
