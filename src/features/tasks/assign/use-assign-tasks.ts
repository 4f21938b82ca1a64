import { type ConvexReactClient, useConvex } from "convex/react";
import { api } from "../../../../convex/_generated/api.js";
import { toast } from "../../../components/ui/toast.ts";
import { useServerMutation } from "../../../hooks/edits/use-server-mutation.ts";
import { useStore } from "../../../hooks/use-store.ts";
import { showError } from "../../../lib/errors.ts";
import { assignmentRuns, type AssignRequest, targetKey } from "./assignment-runs.ts";
import type { AssignCalls, AssignTarget } from "./assignment.ts";

/** The running or failed assignment of a target, and the function that starts one and shows its result. */
export function useAssignTasks(
  target: AssignTarget | undefined,
  onAssigned: (target: AssignTarget) => void,
) {
  const calls = useCalls();
  const key = target && targetKey(target);
  const run = useStore(assignmentRuns, (runs) => (key === undefined ? undefined : runs.get(key)));

  /** Resolves with true once everything is assigned. */
  const assign = async (request: AssignRequest): Promise<boolean> => {
    if (request.templateIds.length === 0) {
      toast({
        title: "No tasks selected",
        description: "Please select at least one task to assign.",
        variant: "destructive",
      });
      return false;
    }
    const outcome = await assignmentRuns.start(calls, request);
    if (outcome?.state === "failed") showError(outcome.error);
    if (outcome?.state !== "done") return false;
    toast({ title: "Tasks assigned successfully", description: successText(request.target) });
    onAssigned(request.target);
    return true;
  };

  return { run, assign };
}

function useCalls(): AssignCalls {
  const convex = useConvex();
  const assignToUnit = useServerMutation(api.tasks.assignToUnit);
  const assignToAllUnits = useServerMutation(api.tasks.assignToAllUnits);
  return {
    assignToUnit,
    assignToAllUnits,
    waitFor: async (assignmentId, signal) => {
      const cancel = () => void convex.mutation(api.tasks.cancelAssignment, { assignmentId });
      signal.addEventListener("abort", cancel, { once: true });
      try {
        await untilDone(convex, assignmentId);
      } finally {
        signal.removeEventListener("abort", cancel);
      }
    },
  };
}

async function untilDone(convex: ConvexReactClient, assignmentId: string): Promise<void> {
  const watch = convex.watchQuery(api.tasks.assignment, { assignmentId });
  let stop: (() => void) | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const check = () => {
        try {
          // Throws the error that the server sent for the query.
          const status = watch.localQueryResult()?.status;
          if (status === "done") resolve();
          else if (status !== undefined && status !== "running")
            reject(new Error(`The assignment has ${status}`));
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      };
      stop = watch.onUpdate(check);
      check();
    });
  } finally {
    stop?.();
  }
}

function successText(target: AssignTarget): string {
  return target.unitId
    ? `Tasks assigned to ${target.name}`
    : "Tasks assigned to all units in project";
}
