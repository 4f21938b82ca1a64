import { SearchX } from "lucide-react";
import { memo, type ReactNode, useEffect } from "react";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogHeader,
  DialogTitle,
} from "../../components/ui/dialog.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import type { DialogAddress } from "../../hooks/address/use-dialog-address.ts";
import { useLast } from "../../hooks/use-last.ts";
import { lastUnit } from "../../lib/device/last-unit.ts";
import { UNIT_KEYS } from "../../lib/units/unit-keys.ts";
import type { UnitListItem } from "./unit-filter.ts";
import type { UnitPanels } from "./unit-panel.tsx";
import { UnitTabs } from "./unit-tabs.tsx";
import type { UnitView } from "./units-search.ts";

interface UnitDialogProps {
  tab: UnitView;
  address: DialogAddress;
  panels: UnitPanels;
  renderUnsaved: (unitId: string) => ReactNode;
}

type UnitDetailDialogProps = UnitDialogProps & {
  unitId: string | undefined;
  units: readonly UnitListItem[] | undefined;
};

/** A unit with its tasks, photos and notes: a panel at a desk, the whole screen on a phone. */
export function UnitDetailDialog({ unitId, units, ...props }: UnitDetailDialogProps) {
  const shownId = useLast(unitId);
  const unit = units?.find((candidate) => candidate.id === shownId);
  const lastShown = useLast(unit);
  useRememberUnit(unit);
  return (
    <UnitDialog
      {...props}
      open={unitId !== undefined}
      unit={unit}
      isLoading={units === undefined}
      shownId={shownId}
      lastName={lastShown?.id === shownId ? lastShown?.name : undefined}
    />
  );
}

interface ShownUnit {
  open: boolean;
  unit: UnitListItem | undefined;
  isLoading: boolean;
  shownId: string | undefined;
  /** The last known name of the unit. */
  lastName: string | undefined;
}

/** The dialog of one unit. It renders again when its own unit changes, and not for other units of the project. */
const UnitDialog = memo(function UnitDialog(props: UnitDialogProps & ShownUnit) {
  const { open, unit, isLoading, shownId, lastName, address, renderUnsaved, ...tabs } = props;
  return (
    <Dialog open={open} onOpenChange={(next) => !next && address.close(UNIT_KEYS)}>
      <DialogContent
        size="lg"
        aria-describedby={undefined}
        className="h-[min(54rem,calc(var(--full)-2rem))] max-w-7xl max-md:h-(--full) max-md:max-h-(--full) max-md:w-screen max-md:max-w-none max-md:rounded-none max-md:border-0"
      >
        {unit || isLoading ? (
          <UnitTabs {...tabs} address={address} unit={unit} />
        ) : (
          <MissingUnit name={lastName} unsaved={shownId !== undefined && renderUnsaved(shownId)} />
        )}
      </DialogContent>
    </Dialog>
  );
});

/** Remembers the unit, because the camera of the bottom bar offers the last opened one. */
function useRememberUnit(unit: UnitListItem | undefined): void {
  const { id: unitId, projectId, name, projectName } = unit ?? {};
  useEffect(() => {
    if (unitId === undefined || projectId === undefined) return;
    if (name === undefined || projectName === undefined) return;
    lastUnit.set({ projectId, unitId, name, projectName });
  }, [unitId, projectId, name, projectName]);
}

/** The message for a missing unit. The name is known when the unit was deleted while it was open. */
function MissingUnit({ name, unsaved }: { name: string | undefined; unsaved: ReactNode }) {
  return (
    <>
      <DialogHeader>
        <DialogTitle>{name === undefined ? "Unit not found" : `${name} was deleted`}</DialogTitle>
      </DialogHeader>
      <DialogBody>
        <EmptyState
          icon={SearchX}
          title="This unit is not part of the project"
          description={
            name === undefined
              ? "It may have been deleted. Close this window to see the units there are."
              : "It was deleted while it was open here, with its tasks, photos and notes."
          }
        />
        {unsaved}
      </DialogBody>
    </>
  );
}
