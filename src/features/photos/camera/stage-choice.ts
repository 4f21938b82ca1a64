import { photoTypes } from "../../../../convex/rules/labels.ts";
import { createDeviceStore } from "../../../lib/device/device-store.ts";
import { dateToDay } from "../../../lib/format.ts";
import { objectOf, oneOf, text } from "../../../lib/shape.ts";
import type { PhotoType } from "../../../lib/photos/photo.ts";

/** The progress of the work that a photo is of. */
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

/** The progress of a task, or of the whole unit. All tasks done is done. */
export function workStateOf(unit: UnitWork, task: TaskWork | undefined): WorkState {
  if (task) return task.baseStatus;
  const isDone = unit.totalTasks > 0 && unit.completedTasks === unit.totalTasks;
  if (unit.status === "completed" || isDone) return "completed";
  return unit.status === "not_started" ? "not_started" : "in_progress";
}

/** The stage to begin with: the one that was chosen by hand today for work as far as this, else the one that it suggests. */
export function stageToBegin(state: WorkState, now = new Date()): PhotoType {
  const { day, stages } = used.snapshot();
  return (day === dateToDay(now) ? stages[state] : undefined) ?? STAGE_OF[state];
}

/** Remembers for today that somebody chose this stage for work as far as this. */
export function rememberStage(state: WorkState, stage: PhotoType, now = new Date()): void {
  const today = dateToDay(now);
  const { day, stages } = used.snapshot();
  used.set({ day: today, stages: { ...(day === today ? stages : {}), [state]: stage } });
}
