import type { ReactNode } from "react";
import type { DialogAddress } from "../../hooks/address/use-dialog-address.ts";
import { useLast } from "../../hooks/use-last.ts";
import { UnitDetailDialog } from "./unit-detail-dialog.tsx";
import type { UnitListItem } from "./unit-filter.ts";
import type { UnitPanels } from "./unit-panel.tsx";
import type { UnitsSearch } from "./units-search.ts";
import { useUnitList } from "./use-unit-list.ts";

interface OpenUnitProps {
  /** The project of the unit in the address; null while it loads, undefined while no unit is open or known. */
  projectId: string | null | undefined;
  search: Pick<UnitsSearch, "unit" | "tab" | "assign">;
  address: DialogAddress;
  panels: UnitPanels;
  renderUnsaved: (unitId: string) => ReactNode;
  renderAssign: (unit: UnitListItem | undefined, onClose: () => void) => ReactNode;
}

/** The open unit on a page other than its project's list. The units of its project are read once a unit is opened. */
export function OpenUnit(props: OpenUnitProps) {
  const projectId = useLast(props.projectId ?? undefined);
  if (projectId !== undefined)
    return <UnitOfProject key={projectId} {...props} projectId={projectId} />;
  return <UnitDialogs {...props} units={props.projectId === null ? undefined : NO_UNITS} />;
}

const NO_UNITS: readonly UnitListItem[] = [];

function UnitOfProject(props: OpenUnitProps & { projectId: string }) {
  return <UnitDialogs {...props} units={useUnitList(props.projectId)} />;
}

function UnitDialogs(props: OpenUnitProps & { units: readonly UnitListItem[] | undefined }) {
  const { search, address, panels, renderUnsaved, renderAssign, units } = props;
  return (
    <>
      <UnitDetailDialog
        unitId={search.unit}
        units={units}
        tab={search.tab ?? "tasks"}
        address={address}
        panels={panels}
        renderUnsaved={renderUnsaved}
      />
      {renderAssign(
        units?.find((unit) => unit.id === search.assign),
        () => address.close(["assign"]),
      )}
    </>
  );
}
