import { useConvex } from "convex/react";
import { useMemo } from "react";
import { api } from "../../../convex/_generated/api.js";
import { useServerMutation } from "./use-server-mutation.ts";
import {
  type BulkSet,
  changedBy,
  doneNotice,
  keepEach,
  type Named,
  type Noun,
  withoutThoseInState,
} from "../../lib/selection/bulk-acts.ts";
import { refusalOfMany } from "../../lib/selection/bulk-refusal.ts";
import type { Editor } from "../../lib/optimistic/block-change.ts";
import { connection } from "../../lib/connection/connection.ts";
import { showError } from "../../lib/errors.ts";
import { formatCount } from "../../lib/format.ts";
import { applyTaskUpdates } from "../../lib/optimistic/task-updates.ts";
import { applyTaskDeletions } from "../../lib/optimistic/tasks.ts";
import { applyUnitUpdates } from "../../lib/optimistic/unit-updates.ts";
import { applyUnitDeletions } from "../../lib/optimistic/units.ts";
import { newRequestKey } from "../../lib/request-key.ts";
import type { TaskPatch } from "../../lib/optimistic/task-change.ts";
import { toastStore } from "../../lib/toast-store.ts";
import type { UnitPatch } from "../../lib/optimistic/unit-change.ts";
import { useUndo } from "./use-undo.ts";
import { useViewer } from "../people/use-viewer.ts";

/**
 * Functions that change or delete many tasks or units in one act. A change appears here at once, and is undone with the
 * reason when one record refuses it. Without a connection each change waits on the device as its own operation, and
 * nothing is deleted.
 */
export function useBulkActs(noun: Noun) {
  const updateTasks = useServerMutation(api.tasks.updateMany);
  const updateUnits = useServerMutation(api.units.updateMany);
  const removeTasks = useServerMutation(api.tasks.removeMany);
  const removeUnits = useServerMutation(api.units.removeMany);
  const convex = useConvex();
  const undo = useUndo();
  const viewer = useViewer();

  return useMemo(() => {
    const tasks = updateTasks.withOptimisticUpdate((store, { ids, set }) =>
      showIfFits(() => applyTaskUpdates(store, { ids, set: set as TaskPatch }, actOf(viewer))),
    );
    const units = updateUnits.withOptimisticUpdate((store, { ids, set }) =>
      showIfFits(() => applyUnitUpdates(store, { ids, set: set as UnitPatch }, actOf(viewer))),
    );
    const updateNow = noun === "task" ? tasks : units;
    const removeNow =
      noun === "task"
        ? removeTasks.withOptimisticUpdate(applyTaskDeletions)
        : removeUnits.withOptimisticUpdate(applyUnitDeletions);
    return {
      /**
       * Resolves with true once the server has the change, or each record's change waits on the device. A refusal shows
       * a message.
       */
      updateAll: async (chosen: readonly Named[], set: BulkSet): Promise<boolean> => {
        const records = withoutThoseInState(chosen, set);
        const ids = records.map(({ id }) => id);
        const tell = (changed: number, takeBack?: () => void) =>
          toastStore.show(doneNotice(noun, { chosen: chosen.length, changed, takeBack }, set));
        try {
          if (ids.length === 0) tell(0);
          else if (connection.snapshot().state !== "live") await keepEach(noun, ids, set);
          else {
            const { updated, batchId } = await updateNow({ ids, set, key: newRequestKey() });
            const changed = changedBy(convex, batchId, updated);
            void changed.then((count) => tell(count, () => undo({ batchId })));
          }
          return true;
        } catch (error) {
          showError(error, refusalOfMany(error, records));
          return false;
        }
      },
      /** True once the server has deleted all of them; without a connection nothing is. */
      removeAll: async (records: readonly Named[]): Promise<boolean> => {
        const ids = records.map(({ id }) => id);
        if (connection.snapshot().state !== "live") {
          toastStore.show(deletionNeedsLine);
          return false;
        }
        try {
          const { batchId } = await removeNow({ ids, key: newRequestKey() });
          const title = `${formatCount(ids.length, noun)} deleted`;
          toastStore.show({ title, undo: () => undo({ batchId }) });
          return true;
        } catch (error) {
          showError(error, refusalOfMany(error, records));
          return false;
        }
      },
    };
  }, [noun, updateTasks, updateUnits, removeTasks, removeUnits, convex, undo, viewer]);
}

const deletionNeedsLine = {
  title: "You are offline",
  description: "Deleting needs a connection. Nothing was deleted.",
  variant: "destructive",
} as const;

function actOf(by: Editor) {
  return { at: Date.now(), by };
}

/** Applies an optimistic change, unless a record does not accept it. */
function showIfFits(apply: () => void): void {
  try {
    apply();
  } catch {
    // One of the records does not accept the change: the server refuses all of it, and says why.
  }
}
