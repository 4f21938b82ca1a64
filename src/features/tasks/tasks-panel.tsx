import { ClipboardList, ListPlus } from "lucide-react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api.js";
import { FilterChips } from "../../components/filter-chips.tsx";
import { SortableList } from "../../components/sortable/sortable-list.tsx";
import { Button } from "../../components/ui/button.tsx";
import { ConfirmDialog } from "../../components/ui/confirm-dialog.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { useChosen } from "../../hooks/use-chosen.ts";
import { useLast } from "../../hooks/use-last.ts";
import { useLiveQuery } from "../../hooks/use-live-query.ts";
import { usePhone } from "../../hooks/use-media.ts";
import { useCan } from "../../hooks/use-viewer.ts";
import { TaskCard, TaskColumns } from "./task-card.tsx";
import { TaskDialog } from "./task-dialog.tsx";
import { TaskRow } from "./task-row.tsx";
import { countByFilter, filterTasks, type TaskFilter } from "./task-filter.ts";
import { useTaskActions } from "../../hooks/use-task-actions.ts";

const FILTER_LABELS: Record<TaskFilter, string> = {
  all: "All",
  not_started: "Not Started",
  in_progress: "In Progress",
  completed: "Completed",
  overdue: "Overdue",
};

type UnitOfTasks = { id: string; name: string; projectId: string };

/** The tasks of a unit: narrowed by status, moved along, dated and deleted. */
export function TasksPanel({ unit, onAssign }: { unit: UnitOfTasks; onAssign: () => void }) {
  const unitId = unit.id;
  const tasks = useLiveQuery(api.tasks.list, { unitId });
  const mayChange = useCan("task:write");
  const { updateTask, deleteTask, reorderTasks } = useTaskActions();
  const [chosenFilter, setFilter] = useState<TaskFilter>("all");
  const { chosen: deleting, choose: chooseToDelete } = useChosen(tasks, "task");
  const asked = useLast(deleting);
  const { chosen: opened, choose: openTask } = useChosen(tasks, "task");
  const isPhone = usePhone();

  if (!tasks) return <TasksSkeleton />;
  if (tasks.length === 0) return <NoTasks onAssign={mayChange ? onAssign : undefined} />;

  const Item = isPhone ? TaskRow : TaskCard;
  const options = countByFilter(tasks);
  // The overdue chip goes away with the last overdue task; the list must not stay empty without it.
  const filter = options.some((option) => option.filter === chosenFilter) ? chosenFilter : "all";
  const shown = filterTasks(tasks, filter);
  // The order is that of all tasks: among some of them a place says nothing.
  const maySort = mayChange && filter === "all" && tasks.length > 1;

  return (
    <section aria-label="Tasks" className="@container grid grid-cols-1 gap-2">
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
      {shown.length === 0 ? (
        <p className="py-10 text-center text-sm text-ink-muted">No tasks with this status</p>
      ) : (
        <SortableList
          items={shown}
          disabled={!maySort}
          onReorder={(taskIds) => reorderTasks(unitId, taskIds)}
        >
          <div>
            {!isPhone && <TaskColumns mayChange={mayChange} />}
            <ul className="grid grid-cols-1 border-t border-line">
              {shown.map((task) => (
                <Item
                  key={task.id}
                  task={task}
                  mayChange={mayChange}
                  maySort={maySort}
                  onUpdate={updateTask}
                  onDelete={chooseToDelete}
                  onOpen={openTask}
                />
              ))}
            </ul>
          </div>
        </SortableList>
      )}
      <TaskDialog
        task={opened}
        unitName={unit.name}
        projectId={unit.projectId}
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

function TasksSkeleton() {
  return (
    <div className="grid gap-2" aria-busy>
      <Skeleton className="h-7 w-72 max-w-full touch:h-9" />
      {Array.from({ length: 8 }, (_, index) => (
        <Skeleton key={index} className="h-10" />
      ))}
    </div>
  );
}
