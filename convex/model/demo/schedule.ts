import { dayMs } from "../../lib/dates.ts";
import type { BaseTaskStatus, BlockedReason, UnitStatus } from "../../rules/labels.ts";
import type { DemoClock } from "./clock.ts";
import type { DemoProject, DemoStage } from "./projects.ts";

type Dates = { startDate?: number; completionDate?: number };
export type DemoUnitState = { status: UnitStatus } & Dates;
export type DemoTaskState = { status: BaseTaskStatus; dueDate?: number } & Dates;
export type DemoPlan = {
  moveOutDate: number;
  readyByDate: number;
  moveInDate?: number;
  monthlyRent: number;
};
export type DemoBlock = { blockedReason: BlockedReason; blockedNote: string; blockedAt: number };

/** The blocks of open tasks: the reason, the note and the age in days. */
const blocks = [
  { reason: "parts", note: "Vanity top is backordered, new delivery day is Thursday.", days: 4 },
  { reason: "vendor", note: "Flooring crew moved us to the end of the week.", days: 3 },
  { reason: "approval", note: "Owner has to approve the quote for the water damage.", days: 6 },
  { reason: "parts", note: "Wrong blinds were sent, exchange is on its way.", days: 2 },
  { reason: "access", note: "Former tenant still has the garage key.", days: 5 },
  { reason: "vendor", note: "Electrician waits for the utility to switch the meter.", days: 1 },
] as const satisfies readonly { reason: BlockedReason; note: string; days: number }[];

/** The share of completed tasks, and the days from today on which the unit starts and should end. */
const planByStage: Record<DemoStage, { done: number; start: number; end: number }> = {
  waiting: { done: 0, start: 4, end: 18 },
  started: { done: 0.15, start: -1, end: 11 },
  halfway: { done: 0.5, start: -8, end: 6 },
  late: { done: 0.45, start: -15, end: -1 },
  finishing: { done: 0.85, start: -12, end: 2 },
  done: { done: 1, start: -18, end: 0 },
};

/** The state of a demo unit; `index` spreads units of one stage over several days. */
export function demoUnitState(
  clock: DemoClock,
  project: DemoProject,
  index: number,
): DemoUnitState {
  const { stage, start, end } = planOf(project, index);
  if (stage === "waiting") return { status: "not_started" };
  const startDate = clock.hour(start, 8);
  if (stage !== "done") return { status: "in_progress", startDate };
  return { status: "completed", startDate, completionDate: clock.hour(end, 15) };
}

/** The state of each task of a demo unit. */
export function demoTaskStates(
  clock: DemoClock,
  { project, index, count }: { project: DemoProject; index: number; count: number },
): DemoTaskState[] {
  const { stage, done, start, end } = planOf(project, index);
  const completed = Math.round(done * count);
  const lastDone = Math.min(end, 0);
  return Array.from({ length: count }, (_, position) => {
    const due = clock.day(Math.round(start + ((position + 1) * (end - start)) / count));
    if (position < completed) {
      const finished = start + Math.round(((position + 1) * (lastDone - start)) / completed);
      return {
        status: "completed",
        startDate: clock.hour(Math.max(start, finished - 1), 8 + (position % 3)),
        dueDate: due,
        completionDate: clock.hour(finished, 11 + (position % 5)),
      };
    }
    const open = position - completed;
    const ahead = clock.day(Math.round(((open + 1) * Math.max(end, 1)) / (count - completed)));
    const isRunning = stage !== "waiting" && open < 2;
    // One task is due today, so that the demo has work for today.
    const dueDate = stage === "late" ? due : isRunning && open === 0 ? clock.day(0) : ahead;
    if (!isRunning) return { status: "not_started", dueDate };
    return { status: "in_progress", startDate: clock.hour(-(open % 2), 9 + open), dueDate };
  });
}

/** The planned days of a demo unit and its rent in cents; empty for a unit that is not planned yet. */
export function demoUnitPlan(
  clock: DemoClock,
  project: DemoProject,
  index: number,
): DemoPlan | Record<string, never> {
  const { stage, start, end } = planOf(project, index);
  if (stage === "waiting" && index % 8 === 7) return {};
  const readyBy = stage === "late" ? end : end + 1;
  return {
    moveOutDate: clock.day(start - 2),
    readyByDate: clock.day(readyBy),
    ...(index % 5 === 4 ? {} : { moveInDate: clock.day(readyBy + 3) }),
    monthlyRent: (project.rent + 15 * index) * 100,
  };
}

/** The block of the first open task of some units; undefined for the others. */
export function demoBlock(
  clock: DemoClock,
  project: DemoProject,
  index: number,
): DemoBlock | undefined {
  const { stage } = planOf(project, index);
  const isBlocked = stage === "late" || (stage === "halfway" && index % 3 === 0);
  const block = blocks[index % blocks.length];
  if (!isBlocked || block === undefined) return undefined;
  return {
    blockedReason: block.reason,
    blockedNote: block.note,
    blockedAt: clock.hour(-block.days, 10),
  };
}

/** The past block of some completed units; undefined for all other units. */
export function demoPastBlock(
  { startDate, completionDate }: { startDate?: number; completionDate?: number },
  index: number,
): { reason: BlockedReason; from: number; to: number } | undefined {
  const block = blocks[index % blocks.length];
  if (startDate === undefined || completionDate === undefined || block === undefined) return;
  const from = startDate + 3 * dayMs;
  const to = from + block.days * dayMs;
  return index % 3 === 2 || to >= completionDate ? undefined : { reason: block.reason, from, to };
}

function planOf(project: DemoProject, index: number) {
  const stage = project.units[index]?.stage ?? "waiting";
  const plan = planByStage[stage];
  if (project.status === "completed") {
    const start = project.startsOn + index * 3;
    return { stage, done: 1, start, end: Math.min(project.endsOn, start + 15) };
  }
  const shift = stage === "late" || stage === "done" ? -(index % 4) : index % 3;
  const start = plan.start + (stage === "started" ? Math.floor(index / 4) % 2 : shift);
  return { stage, done: plan.done, start, end: plan.end + shift };
}
