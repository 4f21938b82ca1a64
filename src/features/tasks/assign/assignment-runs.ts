import { backgroundWork } from "../../../lib/background-work.ts";
import { createStore, withEntry } from "../../../lib/store.ts";
import { type AssignCalls, type AssignTarget, type GivenTo, runAssignment } from "./assignment.ts";
import type { TaskTemplate } from "../../../lib/optimistic/task-change.ts";

/** The assignment that a dialog asks for. */
export interface AssignRequest {
  target: AssignTarget;
  templateIds: string[];
  givenTo?: GivenTo;
  unitCount: number;
  /** The opening of the dialog, under which the device keeps what was chosen in it. */
  opening?: string;
  /** The templates that the dialog listed, so that the list can stand still meanwhile. */
  listed: readonly TaskTemplate[];
}

/** An assignment under way, or one that broke off. */
export interface AssignmentRun extends AssignRequest {
  /** The number of templates that are assigned. */
  done: number;
  hasFailed: boolean;
}

/** The end of an assignment. */
export type AssignmentOutcome =
  | {
      state: "done" | "cancelled";
    }
  | { state: "failed"; error: unknown };

const controllerByKey = new Map<string, AbortController>();
const store = createStore<ReadonlyMap<string, AssignmentRun>>(new Map());

/** The assignments of this window, at most one for each target. They live longer than the dialogs that began them. */
export const assignmentRuns = {
  snapshot: store.snapshot,
  subscribe: store.subscribe,

  /** Runs an assignment to its end; null when one for the target is under way already. */
  start: async (calls: AssignCalls, request: AssignRequest): Promise<AssignmentOutcome | null> => {
    const key = targetKey(request.target) ?? "";
    if (controllerByKey.has(key)) return null;
    const controller = new AbortController();
    controllerByKey.set(key, controller);
    const { signal } = controller;
    const run = { ...request, done: 0, hasFailed: false };
    setRun(key, run);
    try {
      await runAssignment(calls, {
        ...{ ...request, signal },
        onProgress: (done) => setRun(key, { ...run, done }),
      });
      setRun(key, null);
      return { state: "done" };
    } catch (error) {
      const { done = 0 } = store.snapshot().get(key) ?? {};
      setRun(key, signal.aborted ? null : { ...run, done, hasFailed: true });
      return signal.aborted ? { state: "cancelled" } : { state: "failed", error };
    } finally {
      controllerByKey.delete(key);
    }
  },

  /** Begins no further step; what is assigned stays. */
  cancel: (key: string) => controllerByKey.get(key)?.abort(),

  /** Forgets that an assignment broke off. */
  forget: (key: string) => {
    if (!controllerByKey.has(key)) setRun(key, null);
  },
};

/** The text that tells targets apart. */
export function targetKey({ unitId, projectId }: AssignTarget): string | undefined {
  return unitId ?? projectId;
}

function setRun(key: string, run: AssignmentRun | null): void {
  const isShown = run?.target.projectId !== undefined && !run.hasFailed;
  backgroundWork.set(`assignment ${key}`, isShown ? workOf(run) : null);
  store.set(withEntry(store.snapshot(), key, run ?? undefined));
}

function workOf({ target, done, templateIds }: AssignmentRun) {
  const { length } = templateIds;
  const search = new URLSearchParams({ dialog: "assign", project: target.projectId ?? "" });
  return {
    text: `Assigning tasks to ${target.name}: ${String(done)} of ${String(length)}`,
    share: done / length,
    address: `${window.location.pathname}?${search.toString()}`,
  };
}
