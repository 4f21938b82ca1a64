import { backgroundWork } from "../../../lib/background-work.ts";
import { createStore, withEntry } from "../../../lib/store.ts";
import { type AssignCalls, type AssignTarget, type GivenTo, runAssignment } from "./assignment.ts";
import type { TaskTemplate } from "../../../lib/optimistic/task-change.ts";

/** An assignment as the dialog requests it. */
export interface AssignRequest {
  target: AssignTarget;
  templateIds: string[];
  givenTo?: GivenTo;
  unitCount: number;
  /** The key of the dialog's opening, under which the device keeps its selection. */
  opening?: string;
  /** The templates that the dialog listed, so that the list does not change during the run. */
  listed: readonly TaskTemplate[];
}

/** A running or failed assignment. */
export interface AssignmentRun extends AssignRequest {
  /** The number of templates that are assigned so far. */
  done: number;
  hasFailed: boolean;
}

/** The result of an assignment. */
export type AssignmentOutcome =
  | {
      state: "done" | "cancelled";
    }
  | { state: "failed"; error: unknown };

const controllerByKey = new Map<string, AbortController>();
const store = createStore<ReadonlyMap<string, AssignmentRun>>(new Map());

/** The assignments of this window, at most one for each target. They outlive the dialogs that started them. */
export const assignmentRuns = {
  snapshot: store.snapshot,
  subscribe: store.subscribe,

  /** Runs an assignment to its end. Resolves with null when one for the same target is already running. */
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

  /** Starts no further step; assigned tasks stay. */
  cancel: (key: string) => controllerByKey.get(key)?.abort(),

  /** Forgets a failed assignment. */
  forget: (key: string) => {
    if (!controllerByKey.has(key)) setRun(key, null);
  },
};

/** The id that identifies a target. */
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
