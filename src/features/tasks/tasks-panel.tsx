import { ClipboardList, ListPlus } from "lucide-react";
import { useMemo, useState } from "react";
import { api } from "../../../convex/_generated/api.js";
import { FilterChips } from "../../components/filter-chips.tsx";
import { SelectArea } from "../../components/selection/select-area.tsx";
import { SelectionBar } from "../../components/selection/selection-bar.tsx";
import { LazyMoves, SortableList } from "../../components/sortable/sortable-list.tsx";
import { Button } from "../../components/ui/button.tsx";
import { ConfirmDialog } from "../../components/ui/confirm-dialog.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { UntilKnown } from "../../components/ui/until-known.tsx";
import { useChosen } from "../../hooks/address/use-chosen.ts";
import { useLast } from "../../hooks/use-last.ts";
import { useFirstInSlices } from "../../hooks/reads/use-first-in-slices.ts";
import { useLateParts } from "../../hooks/reads/use-late-parts.ts";
import { useLiveQuery } from "../../hooks/reads/use-live-query.ts";
import { useRecordSelection } from "../../hooks/edits/use-record-selection.ts";
import { useShownRow } from "../../hooks/address/use-shown-row.ts";
import { usePhone } from "../../hooks/use-media.ts";
import { useCan } from "../../hooks/people/use-viewer.ts";
import { TaskCard, TaskColumns } from "./task-card.tsx";
import { OpenTask } from "./open-task.tsx";
import type { TaskItemProps } from "./task-item.ts";
import { TaskRow } from "./task-row.tsx";
import { countByFilter, filterTasks, type TaskFilter } from "./task-filter.ts";
import { useTaskActions } from "../../hooks/edits/use-task-actions.ts";
import type { Task } from "../../lib/optimistic/task-change.ts";

const FILTER_LABELS: Record<TaskFilter, string> = {
  all: "All",
  not_started: "Not Started",
  in_progress: "In Progress",
  completed: "Completed",
  overdue: "Overdue",
};

const lateParts = [LazyMoves];

interface TasksPanelProps {
  unitId: string;
  unitName: string;
  projectId: string;
  onAssign: () => void;
  /** The task that the address leads to. */
  shownId?: string | undefined;
}

/** The tasks of a unit, with a status filter, changes of state and dates, and deletion. */
export function TasksPanel(props: TasksPanelProps) {
  const { unitId, unitName, projectId, onAssign, shownId } = props;
  const tasks = useFirstInSlices(useLiveQuery(api.tasks.list, { unitId }));
  const mayChange = useCan("task:write");
  useLateParts(lateParts);
  const { updateTask, deleteTask, reorderTasks } = useTaskActions();
  const { filter, setFilter, options } = useTaskFilter(tasks, shownId);
  const { chosen: deleting, choose: chooseToDelete } = useChosen(tasks, "task");
  const asked = useLast(deleting);
  const { chosen: opened, choose: openTask } = useChosen(tasks, "task");
  const isPhone = usePhone();
  const { tasksShown, ...selecting } = useShownTasks(tasks, filter, { unitId, projectId });

  if (!tasks) return <NoAnswerYet />;
  if (tasks.length === 0) return <NoTasks onAssign={mayChange ? onAssign : undefined} />;

  // Tasks can be sorted only when all are shown: a place within a filtered list says nothing about the full order.
  const maySort = mayChange && filter === "all" && tasks.length > 1;

  return (
    <section aria-label="Tasks">
      <SelectArea
        selection={selecting.selection}
        isOn={mayChange}
        className="@container grid grid-cols-1 gap-2"
      >
        <div className="flex items-center justify-between gap-2">
          <FilterChips
            label="Filter tasks by status"
            value={filter}
            onChange={setFilter}
            options={options.map(({ filter: value, count }) => ({
              value,
              label: FILTER_LABELS[value],
              count,
            }))}
          />
          {mayChange && <AssignButton onClick={onAssign} />}
        </div>
        {tasksShown.length === 0 ? (
          <p className="py-10 text-center text-sm text-ink-muted">No tasks with this status</p>
        ) : (
          <TaskList
            isPhone={isPhone}
            tasks={tasksShown}
            shownId={shownId}
            mayChange={mayChange}
            maySort={maySort}
            onReorder={(taskIds) => reorderTasks(unitId, taskIds)}
            onUpdate={updateTask}
            onDelete={chooseToDelete}
            onOpen={openTask}
          />
        )}
        <SelectionBar noun="task" {...selecting} />
      </SelectArea>
      <OpenTask
        task={opened}
        unitName={unitName}
        projectId={projectId}
        onClose={() => openTask(null)}
      />
      <ConfirmDialog
        open={deleting !== undefined}
        onOpenChange={(open) => !open && chooseToDelete(null)}
        title="Remove task?"
        description={`"${asked?.name ?? ""}" is removed from this unit with its dates.`}
        confirmLabel="Remove Task"
        destructive
        onConfirm={() => {
          chooseToDelete(null);
          if (deleting) deleteTask(deleting.id);
          return Promise.resolve();
        }}
      />
    </section>
  );
}

type TaskListProps = Omit<TaskItemProps, "task"> & {
  isPhone: boolean;
  tasks: readonly Task[];
  shownId: string | undefined;
  onReorder: (taskIds: string[]) => void;
};

function TaskList({ isPhone, tasks, shownId, onReorder, ...item }: TaskListProps) {
  useShownRow(
    shownId,
    tasks.some(({ id }) => id === shownId),
  );
  const Item = isPhone ? TaskRow : TaskCard;
  return (
    <SortableList items={tasks} disabled={!item.maySort} onReorder={onReorder}>
      <div>
        {!isPhone && <TaskColumns mayChange={item.mayChange} />}
        <ul className="grid grid-cols-1 border-t border-line">
          {tasks.map((task) => (
            <Item key={task.id} task={task} isShown={task.id === shownId} {...item} />
          ))}
        </ul>
      </div>
    </SortableList>
  );
}

/** The status filter of the list. An address that leads to a task resets it to all tasks. */
function useTaskFilter(tasks: readonly Task[] | undefined, shownId: string | undefined) {
  const [chosen, setFilter] = useState<TaskFilter>("all");
  const [lastShown, setLastShown] = useState(shownId);
  if (shownId !== lastShown) {
    setLastShown(shownId);
    setFilter("all");
  }
  const options = countByFilter(tasks ?? []);
  // The overdue chip disappears with the last overdue task, and the list must not stay empty after that.
  const filter = options.some((option) => option.filter === chosen) ? chosen : "all";
  return { filter, setFilter, options };
}

const noTasks: readonly Task[] = [];

/** The tasks that pass the filter, and the selection among all tasks. */
function useShownTasks(
  all: readonly Task[] | undefined,
  filter: TaskFilter,
  { unitId, projectId }: { unitId: string; projectId: string },
) {
  const tasks = all ?? noTasks;
  const tasksShown = useMemo(() => filterTasks(tasks, filter), [tasks, filter]);
  const shown = useMemo(() => tasksShown.map(({ id }): string => id), [tasksShown]);
  const selection = useRecordSelection(`tasks of ${unitId}`, shown);
  const records = useMemo(() => toSelected(tasks, projectId), [tasks, projectId]);
  return { tasksShown, selection, records, shown };
}

function toSelected(tasks: readonly Task[], projectId: string) {
  return tasks.map(({ id, name, baseStatus, blockedReason }) => ({
    ...{ id, name, projectId, status: baseStatus, isBlocked: blockedReason !== null },
  }));
}

function AssignButton({ onClick }: { onClick: () => void }) {
  return (
    <Button
      variant="ghost"
      size="sm"
      title="Assign Tasks"
      className="max-md:w-11 max-md:px-0"
      onClick={onClick}
    >
      <ListPlus aria-hidden /> <span className="max-md:sr-only">Assign Tasks</span>
    </Button>
  );
}

function NoTasks({ onAssign }: { onAssign: (() => void) | undefined }) {
  return (
    <EmptyState
      icon={ClipboardList}
      title="No tasks assigned yet"
      description="Choose tasks from the master list to plan this unit's turn."
      action={onAssign && <Button onClick={onAssign}>Assign Tasks</Button>}
    />
  );
}

function NoAnswerYet() {
  return (
    <UntilKnown>
      <div className="grid gap-2" aria-busy>
        <Skeleton className="h-7 w-72 max-w-full touch:h-9" />
        {Array.from({ length: 8 }, (_, index) => (
          <Skeleton key={index} className="h-10" />
        ))}
      </div>
    </UntilKnown>
  );
}
