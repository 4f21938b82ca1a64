import { EllipsisVertical } from "lucide-react";
import { memo, useCallback, useState } from "react";
import { nextTaskStatus } from "../../../convex/rules/transitions.ts";
import { GivenTo } from "../../components/given-to.tsx";
import { PendingMark } from "../../components/pending-mark.tsx";
import { UnitMark } from "../../components/presence/presence-parts.tsx";
import { SelectBox } from "../../components/selection/select-box.tsx";
import { TaskMark } from "../../components/task-circle.tsx";
import { Badge } from "../../components/ui/badge.tsx";
import { Card } from "../../components/ui/card.tsx";
import { WindowGrid } from "../../components/window-grid.tsx";
import { formatCount, formatShortDate } from "../../lib/format.ts";
import { peopleOf } from "../../lib/units/given-to.ts";
import { LongPress } from "../../lib/long-press.ts";
import { isStrayTap } from "../../lib/stray-tap.ts";
import { BLOCKED_REASON, TASK_STATUS, UNIT_RISK } from "../../lib/status.ts";
import { categoryOf, type ColumnGroup } from "./contents/board-columns.ts";
import type { BoardActs } from "./grid/board-grid.tsx";
import type { BoardRow, BoardTask, BoardUnit } from "./contents/board-types.ts";
import { cellText } from "./contents/cell-text.ts";
import type { ShownLine } from "./contents/use-held-lines.ts";

interface BoardCardsProps {
  label: string;
  lines: readonly ShownLine[];
  groups: readonly ColumnGroup[];
  showsProject: boolean;
  acts: BoardActs;
  mayChange: boolean;
}

type CardLine = Extract<ShownLine, { kind: "unit" }> & { floor: string };

/** The board on a phone: a card a unit, its open tasks as large buttons, category by category. */
export function BoardCards(props: BoardCardsProps) {
  const { label, lines, groups, showsProject, acts, mayChange } = props;
  const categories = groups.flatMap(({ category }) => category ?? []);
  const cards = cardsOf(lines);
  return (
    <WindowGrid
      label={label}
      items={cards}
      gapPx={12}
      rowPx={420}
      nameOf={(line) => line.row.unit.name}
      headingOf={useCallback((line: CardLine) => line.floor, [])}
      renderItem={(line) => (
        <BoardCard
          row={line.row}
          isGone={line.isGone === true}
          categories={categories.join("\n")}
          showsProject={showsProject}
          acts={acts}
          mayChange={mayChange}
        />
      )}
    />
  );
}

function cardsOf(lines: readonly ShownLine[]): CardLine[] {
  let floor = "";
  return lines.flatMap((line) => {
    if (line.kind === "unit") return [{ ...line, floor }];
    floor = line.label;
    return [];
  });
}

interface BoardCardProps {
  row: BoardRow;
  isGone: boolean;
  /** The categories in their order, one a line. A string compares by value, so `memo` sees an equal list as equal. */
  categories: string;
  showsProject: boolean;
  acts: BoardActs;
  mayChange: boolean;
}

const BoardCard = memo(function BoardCard(props: BoardCardProps) {
  const { row, isGone, showsProject, acts, mayChange } = props;
  const { unit, tasks } = row;
  // A task that was completed here keeps its place, so that the next tap hits its target.
  const [completedHere, setCompletedHere] = useState<ReadonlySet<string>>(new Set());
  const isShown = (task: BoardTask) =>
    task.baseStatus !== "completed" || completedHere.has(task.id);
  const groups = props.categories
    .split("\n")
    .map((category) => ({
      category,
      tasks: tasks.filter((task) => categoryOf(task) === category && isShown(task)),
    }))
    .filter((group) => group.tasks.length > 0);

  if (isGone) {
    return (
      <Card className="flex-1 p-3.5 text-ink-muted">
        <p>
          <s>{unit.name}</s> was deleted
        </p>
      </Card>
    );
  }
  return (
    <Card className="min-w-0 flex-1 gap-3 p-3">
      <CardHead unit={unit} showsProject={showsProject} onOpen={() => acts.openUnit(unit)} />
      {groups.map(({ category, tasks: grouped }) => (
        // A group, because a landmark for each category of each card would hide the other landmarks of the page.
        <div key={category} role="group" aria-label={category} className="grid gap-1.5">
          <h3 className="text-xs font-semibold text-ink-muted">{category}</h3>
          {grouped.map((task) => (
            <TaskButton
              key={task.id}
              task={task}
              unitName={unit.name}
              mayChange={mayChange}
              onPress={(button) => {
                const next = nextTaskStatus(task.baseStatus);
                if (next === null) return acts.openMenu(task, unit, button);
                if (next === "completed") setCompletedHere(new Set([...completedHere, task.id]));
                acts.move(task, unit, next);
              }}
              onMenu={(button) => acts.openMenu(task, unit, button)}
            />
          ))}
        </div>
      ))}
      <p className="text-xs text-ink-muted">{countText(unit)}</p>
    </Card>
  );
});

function CardHead(props: { unit: BoardUnit; showsProject: boolean; onOpen: () => void }) {
  const { unit, showsProject, onOpen } = props;
  const risk = UNIT_RISK[unit.turn.risk];
  const people = peopleOf(unit);
  const facts = [
    unit.turn.daysVacant === null ? null : `${formatCount(unit.turn.daysVacant, "day")} vacant`,
    unit.readyByDate === null ? null : `Ready by ${formatShortDate(unit.readyByDate)}`,
    unit.moveInDate === null ? null : `Move-in ${formatShortDate(unit.moveInDate)}`,
    unit.waitingFor === null
      ? null
      : `Waits for: ${BLOCKED_REASON[unit.waitingFor].label.toLowerCase()}`,
  ].filter((fact) => fact !== null);
  return (
    <div>
      <div className="flex items-start gap-2">
        <h2 className="min-w-0 flex-1 text-base font-semibold break-words">
          <button
            type="button"
            className="min-h-11 max-w-full text-left underline-offset-4"
            onClick={onOpen}
          >
            <span className="line-clamp-3">{unit.name}</span>
          </button>
        </h2>
        <span className="mt-3 flex items-center gap-1">
          <PendingMark of={unit.id} className="mt-1" />
          <UnitMark unitId={unit.id} />
        </span>
        <Badge tone={risk.tone} icon={risk.icon} className="mt-3">
          {risk.label}
        </Badge>
      </div>
      {showsProject && <p className="truncate text-sm text-ink-muted">{unit.projectName}</p>}
      {facts.length > 0 && <p className="text-sm text-ink-muted">{facts.join(" · ")}</p>}
      {people.length > 0 && <GivenTo names={people} className="text-sm" />}
    </div>
  );
}

function TaskButton(props: {
  task: BoardTask;
  unitName: string;
  mayChange: boolean;
  onPress: (button: HTMLElement) => void;
  onMenu: (button: HTMLElement) => void;
}) {
  const { task, unitName, mayChange, onPress, onMenu } = props;
  const text = cellText(task, unitName);
  const [press] = useState(() => new LongPress());
  const endPress = () => press.end();
  const facts = [
    TASK_STATUS[task.status].label,
    task.dueDate === null ? null : `due ${formatShortDate(task.dueDate)}`,
    task.blockedReason === null
      ? null
      : `waits for ${BLOCKED_REASON[task.blockedReason].label.toLowerCase()}`,
  ].filter((fact) => fact !== null);
  return (
    <div
      data-select={task.id}
      className="group flex items-center rounded-md border border-line bg-surface shadow-raised has-[[data-act=select][aria-checked=true]]:border-accent has-[[data-act=select][aria-checked=true]]:bg-accent-soft"
    >
      <button
        type="button"
        disabled={!mayChange}
        aria-label={text}
        onClick={(event) => {
          if (press.wasLong || isStrayTap(task.id, event, { oneStep: true })) return;
          onPress(event.currentTarget);
        }}
        onContextMenu={(event) => {
          event.preventDefault();
          if (mayChange && !press.wasLong) onMenu(event.currentTarget);
        }}
        // Safari sends no right click for a long press.
        onPointerDown={(event) => {
          const { currentTarget } = event;
          press.begin(event, () => {
            onMenu(currentTarget);
            return true;
          });
        }}
        onPointerMove={(event) => press.move(event)}
        onPointerUp={endPress}
        onPointerCancel={endPress}
        className="flex min-h-14 min-w-0 flex-1 touch-manipulation items-center gap-3 px-3 py-1.5 text-left select-none active:bg-hover"
      >
        <TaskMark task={task} className="size-7 touch:size-7" />
        <span className="min-w-0">
          <span className="line-clamp-3 text-base font-medium break-words">{task.name}</span>
          <span className="flex items-center gap-1 text-xs text-ink-muted">
            {facts.join(" · ")}
            <PendingMark of={task.id} />
          </span>
        </span>
      </button>
      {mayChange && <SelectBox id={task.id} name={text} />}
      {mayChange && (
        <button
          type="button"
          aria-label={`Menu of ${text}`}
          onClick={({ currentTarget }) => onMenu(currentTarget)}
          className="inline-flex w-11 self-stretch shrink-0 items-center justify-center border-l border-line text-ink-muted active:bg-hover"
        >
          <EllipsisVertical aria-hidden className="size-4" />
        </button>
      )}
    </div>
  );
}

function countText({ totalTasks, completedTasks }: BoardUnit): string {
  if (totalTasks === 0) return "No tasks";
  return `${String(completedTasks)} of ${formatCount(totalTasks, "task")} completed`;
}
