import { Camera } from "lucide-react";
import { Link } from "@tanstack/react-router";
import { memo } from "react";
import { Badge } from "../../components/ui/badge.tsx";
import { Button } from "../../components/ui/button.tsx";
import { Card } from "../../components/ui/card.tsx";
import { formatShortDate } from "../../lib/format.ts";
import { UNIT_RISK } from "../../lib/status.ts";
import { countTasks, type MyDayGroup } from "./day-lists.ts";
import { DayTask } from "./day-task.tsx";

/** One list of the day: a card a unit, with its tasks. */
export function DaySection(props: { list: string; title: string; groups: readonly MyDayGroup[] }) {
  const { list, title, groups } = props;
  return (
    <section aria-labelledby={`day-${list}`}>
      <h2 id={`day-${list}`} className="mb-2 flex items-baseline gap-2 text-base font-semibold">
        {title}
        <span className="text-sm font-normal text-ink-muted">{countTasks(groups)}</span>
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,22rem),1fr))] items-start gap-3">
        {groups.map((group) => (
          <Group key={group.unit.id} group={group} />
        ))}
      </ul>
    </section>
  );
}

/** A unit with its tasks. It does not render again when a pointer enters the day, or when another unit changes. */
const Group = memo(function Group({ group: { unit, tasks } }: { group: MyDayGroup }) {
  const { projectId, id } = unit;
  return (
    <Card asChild>
      <li
        aria-label={unit.name}
        // The heights of the head and of a task: a card that has not been drawn yet takes its room, so that nothing jumps.
        style={{ containIntrinsicSize: `auto ${String(3.4375 + 3 * tasks.length)}rem` }}
        className="[content-visibility:auto]"
      >
        <div className="flex items-center gap-1 border-b border-line py-1 pr-1 pl-3.5">
          <Link
            to="/projects/$projectId/units"
            params={{ projectId }}
            search={{ unit: id }}
            className="flex min-h-11 min-w-0 flex-1 flex-col justify-center rounded-md"
          >
            <h3 className="truncate text-base font-semibold">{unit.name}</h3>
            <span className="truncate text-xs text-ink-muted">{unit.projectName}</span>
          </Link>
          <Promise unit={unit} />
          <Button variant="ghost" size="icon" asChild>
            <Link
              to="/projects/$projectId/units/$unitId/camera"
              params={{ projectId, unitId: id }}
              aria-label={`Take photos of ${unit.name}`}
              title="Take photos"
            >
              <Camera aria-hidden />
            </Link>
          </Button>
        </div>
        <ul className="divide-y divide-line pr-3.5 pl-1">
          {tasks.map((task) => (
            <DayTask key={task.id} task={task} unit={unit} />
          ))}
        </ul>
      </li>
    </Card>
  );
});

/** The earlier of the unit's two dates, or the risk that it is late. */
function Promise({ unit }: Pick<MyDayGroup, "unit">) {
  const { risk, readyByDate, moveInDate } = unit;
  if (risk === "late" || risk === "at_risk") {
    const { label, tone, icon } = UNIT_RISK[risk];
    return (
      <Badge tone={tone} icon={icon}>
        {label}
      </Badge>
    );
  }
  const days = [
    { word: "Ready by", date: readyByDate },
    { word: "Move-in", date: moveInDate },
  ];
  const [first] = days
    .flatMap(({ word, date }) => (date === null ? [] : [{ word, date }]))
    .toSorted((a, b) => Number(a.date > b.date) - Number(a.date < b.date));
  if (first === undefined) return null;
  return (
    <span className="shrink-0 text-xs text-ink-muted">
      {first.word} {formatShortDate(first.date)}
    </span>
  );
}
