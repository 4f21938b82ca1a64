import { useCallback, useMemo } from "react";
import { WindowGrid } from "../../components/window-grid.tsx";
import { Card } from "../../components/ui/card.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { useTouch } from "../../hooks/use-media.ts";
import { useCan } from "../../hooks/people/use-viewer.ts";
import type { UnitGroup } from "../../lib/units/unit-names.ts";
import { UnitCard, type UnitCardActions } from "./unit-card.tsx";
import type { UnitListItem } from "./unit-filter.ts";

/** The smallest width of a card in px, which fits its four buttons in a row. */
const MIN_CARD_PX = 288;

interface UnitGridProps {
  units: readonly UnitListItem[];
  /** The same units by floor, or in one group without a name. */
  groups: readonly UnitGroup<UnitListItem>[];
  actions: UnitCardActions;
}

/** The units of a project as cards, below the names of their groups. */
export function UnitGrid({ units, groups, actions }: UnitGridProps) {
  const headings = useMemo(
    () => new Map(groups.flatMap((group) => group.units.map(({ id }) => [id, group.label]))),
    [groups],
  );
  const headingOf = useCallback(({ id }: UnitListItem) => headings.get(id) ?? "", [headings]);
  const mayChangeUnits = useCan("unit:write");
  const mayAssign = useCan("task:write");
  const isTouch = useTouch();
  return (
    <WindowGrid
      label="Units"
      items={units}
      minItemPx={MIN_CARD_PX}
      gapPx={12}
      rowPx={176}
      headingOf={headingOf}
      renderItem={(unit) => (
        <UnitCard
          unit={unit}
          actions={actions}
          mayDelete={mayChangeUnits}
          mayAssign={mayAssign}
          isTouch={isTouch}
        />
      )}
    />
  );
}

/** The placeholder of the grid while the units load. */
export function UnitGridSkeleton() {
  return (
    <div aria-busy className="grid grid-cols-1 gap-4">
      <Skeleton className="h-7 w-96 max-w-full touch:h-9" />
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,288px),1fr))] gap-3">
        {Array.from({ length: 8 }, (_, index) => (
          <Card key={index} className="h-44 gap-4 p-3.5">
            <Skeleton className="h-5 w-1/2" />
            <Skeleton className="h-6" />
            <Skeleton className="h-16" />
          </Card>
        ))}
      </div>
    </div>
  );
}
