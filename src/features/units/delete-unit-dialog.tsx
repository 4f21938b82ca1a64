import { ConfirmDialog } from "../../components/ui/confirm-dialog.tsx";
import { useLast } from "../../hooks/use-last.ts";
import type { UnitListItem } from "./unit-filter.ts";
import { useUnitActions } from "./use-unit-actions.ts";

/** Asks before a unit is deleted. The dialog is open while `unit` is defined. */
export function DeleteUnitDialog(props: { unit: UnitListItem | undefined; onClose: () => void }) {
  const unit = useLast(props.unit);
  const { deleteUnit } = useUnitActions();
  if (!unit) return null;
  return (
    <ConfirmDialog
      open={props.unit !== undefined}
      onOpenChange={(open) => !open && props.onClose()}
      title={`Delete ${unit.name}?`}
      description="This permanently removes the unit together with its tasks, photos and time entries, unless it is restored from the trash."
      confirmLabel="Delete Unit"
      destructive
      onConfirm={() => {
        props.onClose();
        deleteUnit(unit.id);
        return Promise.resolve();
      }}
    />
  );
}
