import { type ComponentType, memo, useMemo } from "react";
import { PartBoundary } from "../../components/part-boundary.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { UntilKnown } from "../../components/ui/until-known.tsx";
import type { DialogAddress } from "../../hooks/address/use-dialog-address.ts";
import type { UnitListItem } from "./unit-filter.ts";
import type { UnitView } from "./units-search.ts";

/** The facts about an open unit for its panels; they do not change when its tasks do. */
export interface UnitFacts {
  unitId: string;
  unitName: string;
  projectId: string;
  onAssign: () => void;
}

/** The contents of an open unit, below its heading. */
export type UnitPanels = Readonly<Record<UnitView, ComponentType<UnitFacts>>>;

/** The facts about a unit, as the same object while none of them changes. */
export function useUnitFacts(
  unit: UnitListItem | undefined,
  address: DialogAddress,
): UnitFacts | undefined {
  const { id, name, projectId } = unit ?? {};
  return useMemo(() => {
    if (id === undefined || name === undefined || projectId === undefined) return undefined;
    return { unitId: id, unitName: name, projectId, onAssign: () => address.open({ assign: id }) };
  }, [id, name, projectId, address]);
}

interface UnitPanelProps {
  /** The name of the content, for the failure message. */
  what: string;
  panel: ComponentType<UnitFacts>;
  /** Undefined while the unit loads. */
  facts: UnitFacts | undefined;
}

/** A panel of an open unit. It runs its own queries, so a change of the unit does not render it. */
export const UnitPanel = memo(function UnitPanel({ what, panel: Panel, facts }: UnitPanelProps) {
  return (
    <PartBoundary what={what}>
      {facts ? (
        <Panel {...facts} />
      ) : (
        <UntilKnown>
          <LoadingPanel />
        </UntilKnown>
      )}
    </PartBoundary>
  );
});

function LoadingPanel() {
  return (
    <div aria-busy className="grid gap-3">
      <Skeleton className="h-14" />
      {Array.from({ length: 4 }, (_, index) => (
        <Skeleton key={index} className="h-20" />
      ))}
    </div>
  );
}
