import { useMutation } from "convex/react";
import { useMemo } from "react";
import { api } from "../../../convex/_generated/api.js";
import { toast } from "../../components/ui/toast.ts";
import { showError } from "../../lib/errors.ts";
import { applyUnitDeletion, applyUnitUpdate } from "./optimistic-units.ts";
import type { UnitPatch } from "./unit-change.ts";

/** Changes and deletes units: seen at once here, taken back with a message when the server refuses. */
export function useUnitActions() {
  const update = useMutation(api.units.update);
  const remove = useMutation(api.units.remove);

  return useMemo(() => {
    const updateNow = update.withOptimisticUpdate(applyUnitUpdate);
    const deleteNow = remove.withOptimisticUpdate(applyUnitDeletion);
    return {
      updateUnit: (unitId: string, patch: UnitPatch) =>
        void updateNow({ unitId, ...patch }).then(
          () => toast({ title: "Unit updated successfully" }),
          (error: unknown) => showError(error),
        ),
      deleteUnit: (unitId: string) =>
        void deleteNow({ unitId }).then(
          () => toast({ title: "Unit deleted" }),
          (error: unknown) => showError(error),
        ),
    };
  }, [update, remove]);
}
