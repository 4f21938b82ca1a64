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
import { useCan } from "../../hooks/use-viewer.ts";
import { TaskCard } from "./task-card.tsx";
import { countByFilter, filterTasks, type TaskFilter } from "./task-filter.ts";
import { useTaskActions } from "../../hooks/use-task-actions.ts";

const FILTER_LABELS: Record<TaskFilter, string> = {
  all: "All",
  not_started: "Not Started",
  in_progress: "In Progress",
  completed: "Completed",
  overdue: "Overdue",
};

/** The tasks of a unit: narrowed by status, moved along, dated and deleted. */
export function TasksPanel({ unitId, onAssign }: { unitId: string; onAssign: () => void }) {
  const tasks = useLiveQuery(api.tasks.list, { unitId });
  const mayChange = useCan("task:write");
  const { updateTask, deleteTask, reorderTasks } = useTaskActions();
  const [chosenFilter, setFilter] = useState<TaskFilter>("all");
  const { chosen: deleting, choose: chooseToDelete } = useChosen(tasks, "task");
  const asked = useLast(deleting);

  if (!tasks) return <TasksSkeleton />;
  if (tasks.length === 0) return <NoTasks onAssign={mayChange ? onAssign : undefined} />;

  const options = countByFilter(tasks);
  // The overdue chip goes away with the last overdue task; the list must not stay empty without it.
  const filter = options.some((option) => option.filter === chosenFilter) ? chosenFilter : "all";
  const shown = filterTasks(tasks, filter);
  // The order is that of all tasks: among some of them a place says nothing.
  const maySort = mayChange && filter === "all" && tasks.length > 1;

  return (
    <section aria-label="Tasks" className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
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
        {mayChange && (
          <Button variant="outline" size="sm" onClick={onAssign}>
            <ListPlus aria-hidden /> Assign Tasks
          </Button>
        )}
      </div>
      {shown.length === 0 ? (
        <p className="py-10 text-center text-sm text-ink-muted">No tasks with this status</p>
      ) : (
        <SortableList
          items={shown}
          disabled={!maySort}
          onReorder={(taskIds) => reorderTasks(unitId, taskIds)}
        >
          <ul className="grid grid-cols-1 gap-2">
            {shown.map((task) => (
              <TaskCard
                key={task.id}
                task={task}
                mayChange={mayChange}
                maySort={maySort}
                onUpdate={updateTask}
                onDelete={chooseToDelete}
              />
            ))}
          </ul>
        </SortableList>
      )}
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
      {Array.from({ length: 5 }, (_, index) => (
        <Skeleton key={index} className="h-32" />
      ))}
    </div>
  );
}
