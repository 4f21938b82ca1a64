import { useRef, useState } from "react";
import { TaskCircle } from "../../components/task-circle.tsx";
import { lazyPart } from "../../components/ui/lazy-part.tsx";
import type { BaseTaskStatus, Task } from "../../lib/optimistic/task-change.ts";

const StatusMenu = lazyPart(() => import("./status-menu.tsx"), {
  failedClassName:
    "absolute top-full left-0 z-20 w-72 rounded-lg border border-line bg-raised shadow-overlay",
});

const ACTS = { not_started: "Start", in_progress: "Finish", completed: "Options for" } as const;

/** The circle of a task: a tap moves the task on, and opens a menu once it is completed. */
export function TaskTick(props: {
  task: Task;
  disabled: boolean;
  onChange: (status: BaseTaskStatus) => void;
  className?: string;
}) {
  const { task, disabled, onChange, className } = props;
  const [asks, setAsks] = useState(false);
  const circle = useRef<HTMLButtonElement>(null);
  return (
    <span className={`relative shrink-0 ${className ?? ""}`} onPointerDown={StatusMenu.preload}>
      <TaskCircle
        ref={circle}
        task={task}
        disabled={disabled}
        // The state is written beside the circle, so its label says what a tap does.
        label={`${ACTS[task.baseStatus]} ${task.name}`}
        onMove={onChange}
        onCompletedPress={() => setAsks(true)}
      />
      {asks && (
        <StatusMenu
          task={task}
          circle={circle}
          onChange={onChange}
          onClose={() => setAsks(false)}
        />
      )}
    </span>
  );
}
