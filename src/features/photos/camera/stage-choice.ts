import { photoTypes } from "../../../../convex/rules/labels.ts";
import { createDeviceStore } from "../../../lib/device/device-store.ts";
import { dateToDay } from "../../../lib/format.ts";
import { objectOf, oneOf, text } from "../../../lib/shape.ts";
import type { PhotoType } from "../../../lib/photos/photo.ts";

/** The progress of the work that a photo shows. */
export type WorkState = "not_started" | "in_progress" | "completed";

type UnitWork = { status: string; totalTasks: number; completedTasks: number };
type TaskWork = { baseStatus: WorkState };

const STAGE_OF: Record<WorkState, PhotoType> = {
  not_started: "before",
  in_progress: "progress",
  completed: "completion",
};

const stage = oneOf(photoTypes);

const used = createDeviceStore(
  "cameraStages",
  objectOf({
    day: text,
    stages: objectOf({}, { not_started: stage, in_progress: stage, completed: stage }),
  }),
  { day: "", stages: {} },
);

/** The progress of a task, or of the whole unit. A unit whose tasks are all completed counts as completed. */
export function workStateOf(unit: UnitWork, task: TaskWork | undefined): WorkState {
  if (task) return task.baseStatus;
  const isDone = unit.totalTasks > 0 && unit.completedTasks === unit.totalTasks;
  if (unit.status === "completed" || isDone) return "completed";
  return unit.status === "not_started" ? "not_started" : "in_progress";
}

/**
 * The first stage: the one that was chosen by hand today for the same progress, else the one that fits the progress.
 */
export function stageToBegin(state: WorkState, now = new Date()): PhotoType {
  const { day, stages } = used.snapshot();
  return (day === dateToDay(now) ? stages[state] : undefined) ?? STAGE_OF[state];
}

/** Remembers for today that this stage was chosen for work with this progress. */
export function rememberStage(state: WorkState, stage: PhotoType, now = new Date()): void {
  const today = dateToDay(now);
  const { day, stages } = used.snapshot();
  used.set({ day: today, stages: { ...(day === today ? stages : {}), [state]: stage } });
}
