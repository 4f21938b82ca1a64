import { useConvex, useMutation, type ConvexReactClient } from "convex/react";
import { useRef, useState } from "react";
import { api } from "../../../convex/_generated/api.js";
import { toast } from "../../components/ui/toast.ts";
import { showError } from "../../lib/errors.ts";
import { runAssignment, type AssignTarget } from "./assignment.ts";
import type { TaskTemplate } from "./task-types.ts";

/** An assignment under way: what was listed when it began, and how far it is. */
export interface AssignmentInProgress {
  target: AssignTarget;
  listed: readonly TaskTemplate[];
  total: number;
  done: number;
}

export interface AssignRequest {
  target: AssignTarget;
  templateIds: string[];
  unitCount: number;
  listed: readonly TaskTemplate[];
}

/** Runs one assignment at a time and says how it ended. */
export function useAssignTasks(onAssigned: (target: AssignTarget) => void) {
  const convex = useConvex();
  const assignToUnit = useMutation(api.tasks.assignToUnit);
  const assignToAllUnits = useMutation(api.tasks.assignToAllUnits);
  const [run, setRun] = useState<AssignmentInProgress | null>(null);
  // State settles with the next render; a second click may come before it.
  const busy = useRef(false);

  const assign = async ({ target, templateIds, unitCount, listed }: AssignRequest) => {
    if (templateIds.length === 0) {
      toast({
        title: "No tasks selected",
        description: "Please select at least one task to assign.",
        variant: "destructive",
      });
      return;
    }
    if (busy.current) return;
    busy.current = true;
    const started = { target, listed, total: templateIds.length, done: 0 };
    setRun(started);
    try {
      await runAssignment(
        { assignToUnit, assignToAllUnits, waitFor: (id) => untilDone(convex, id) },
        { target, templateIds, unitCount, onProgress: (done) => setRun({ ...started, done }) },
      );
      toast({ title: "Tasks assigned successfully", description: successText(target) });
      onAssigned(target);
    } catch (error) {
      showError(error);
    } finally {
      busy.current = false;
      setRun(null);
    }
  };

  return { run, assign };
}

async function untilDone(convex: ConvexReactClient, assignmentId: string): Promise<void> {
  const watch = convex.watchQuery(api.tasks.assignment, { assignmentId });
  let stop: (() => void) | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const check = () => {
        try {
          // Throws what the server answered in place of the progress.
          if (watch.localQueryResult()?.isDone) resolve();
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
