import { useMemo } from "react";
import { api } from "../../../convex/_generated/api.js";
import { useServerMutation } from "../../hooks/edits/use-server-mutation.ts";
import { toast } from "../../components/ui/toast.ts";
import { useUndoDeletion } from "../../hooks/edits/use-undo-deletion.ts";
import { showError } from "../../lib/errors.ts";
import { applyUnitDeletion } from "../../lib/optimistic/units.ts";
import { doAndTell } from "../../lib/outbox/do-and-tell.ts";
import type { UnitPatch } from "../../lib/optimistic/unit-change.ts";

/**
 * Functions that change and delete units. A change appears here at once, and is undone with a message when the server
 * refuses it.
 */
export function useUnitActions() {
  const remove = useServerMutation(api.units.remove);
  const undoDeletion = useUndoDeletion();

  return useMemo(() => {
    const deleteNow = remove.withOptimisticUpdate(applyUnitDeletion);
    return {
      updateUnit: (unitId: string, patch: UnitPatch) => {
        const confirmed = () => toast({ title: "Unit updated successfully" });
        void doAndTell("unit.update", { unitId, ...patch }, { confirmed });
      },
      deleteUnit: (unitId: string) =>
        void deleteNow({ unitId }).then(
          () => toast({ title: "Unit deleted", undo: undoDeletion(unitId) }),
          (error: unknown) => showError(error),
        ),
    };
  }, [remove, undoDeletion]);
}
