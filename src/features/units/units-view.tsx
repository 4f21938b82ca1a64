import { DoorOpen, FilterX } from "lucide-react";
import { useMemo } from "react";
import { FilterChips } from "../../components/filter-chips.tsx";
import { Button } from "../../components/ui/button.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import {
  countByUnitFilter,
  filterUnits,
  UNIT_FILTERS,
  type UnitFilter,
  type UnitListItem,
} from "./unit-filter.ts";
import type { UnitCardActions } from "./unit-card.tsx";
import { UnitGrid } from "./unit-grid.tsx";

const FILTER_LABELS: Record<UnitFilter, string> = {
  all: "All",
  not_started: "Not Started",
  in_progress: "In Progress",
  completed: "Completed",
};

/** The filter with its counts, and the units it shows. */
export function UnitsView(props: {
  units: readonly UnitListItem[];
  filter: UnitFilter;
  onFilter: (filter: UnitFilter) => void;
  actions: UnitCardActions;
}) {
  const { units, filter, onFilter, actions } = props;
  const shown = useMemo(() => filterUnits(units, filter), [units, filter]);
  if (units.length === 0) {
    return (
      <EmptyState icon={DoorOpen} title="No units found" description="This project has no units." />
    );
  }
  const counts = countByUnitFilter(units);
  return (
    <div className="grid gap-4">
      <FilterChips
        label="Filter units by status"
        value={filter}
        onChange={onFilter}
        options={UNIT_FILTERS.map((value) => ({
          value,
          label: FILTER_LABELS[value],
          count: counts[value],
        }))}
      />
      {shown.length === 0 ? (
        <EmptyState
          icon={FilterX}
          title="No units match the filter"
          description={`No unit of this project is ${FILTER_LABELS[filter].toLowerCase()}.`}
          action={
            <Button variant="secondary" onClick={() => onFilter("all")}>
              Clear Filter
            </Button>
          }
        />
      ) : (
        <UnitGrid units={shown} actions={actions} />
      )}
    </div>
  );
}
