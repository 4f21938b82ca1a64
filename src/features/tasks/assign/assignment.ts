import {
  assignmentTarget,
  maxTemplatesPerAssignment,
} from "../../../../convex/rules/inputs/tasks.ts";

/** The target of an assignment: one unit, or every unit of a project. `name` is the name of that unit or project. */
export interface AssignTarget {
  name: string;
  unitId?: string;
  projectId?: string;
  /** The project whose team does the work, if the target is a unit. */
  teamOf?: string;
}

/** The people who get the new tasks. */
export interface GivenTo {
  assignedToId?: string;
  crewMemberId?: string;
}

/** The server calls of an assignment. */
export interface AssignCalls {
  assignToUnit: (args: { unitId: string; templateIds: string[] } & GivenTo) => Promise<unknown>;
  assignToAllUnits: (
    args: { projectId: string; templateIds: string[] } & GivenTo,
  ) => Promise<{ pending: string | null }>;
  /** Waits for the work that the server continues after its answer; throws when that work fails. */
  waitFor: (assignmentId: string, signal: AbortSignal) => Promise<void>;
}

export interface AssignmentOrder {
  target: AssignTarget;
  templateIds: string[];
  givenTo?: GivenTo | undefined;
  unitCount: number;
  /** After an abort no further step starts; assigned tasks stay. */
  signal: AbortSignal;
  /** Called after each step with the number of assigned templates. */
  onProgress: (done: number) => void;
}

/**
 * A step of this many tasks commits in a fraction of a second: progress moves, and other people's writes do not wait
 * long.
 */
const TASKS_PER_STEP = 1000;

/**
 * Assigns the templates, all units of a large project in steps. It resolves when everything is
 * assigned; after a failure it may simply be repeated, because nothing is assigned twice.
 */
export async function runAssignment(calls: AssignCalls, order: AssignmentOrder): Promise<void> {
  const { signal, onProgress } = order;
  const target = assignmentTarget(order.target);
  const unitCount = "unitId" in target ? 1 : order.unitCount;
  let done = 0;
  for (const templateIds of planSteps(order.templateIds, unitCount)) {
    signal.throwIfAborted();
    if ("unitId" in target) {
      await calls.assignToUnit({ unitId: target.unitId, templateIds, ...order.givenTo });
    } else {
      const { projectId } = target;
      const sent = { projectId, templateIds, ...order.givenTo };
      const { pending } = await calls.assignToAllUnits(sent);
      if (pending !== null) await calls.waitFor(pending, signal);
    }
    done += templateIds.length;
    onProgress(done);
  }
}

/** Cuts the templates into steps of about 1,000 new tasks, of 1 to 100 templates each. */
export function planSteps(templateIds: readonly string[], unitCount: number): string[][] {
  const fitting = Math.floor(TASKS_PER_STEP / Math.max(1, unitCount));
  const size = Math.min(maxTemplatesPerAssignment, Math.max(1, fitting));
  const steps: string[][] = [];
  for (let start = 0; start < templateIds.length; start += size) {
    steps.push(templateIds.slice(start, start + size));
  }
  return steps;
}
