import { DoorOpen, FilterX, SearchX } from "lucide-react";
import { useMemo } from "react";
import { FilterChips } from "../../components/filter-chips.tsx";
import { SearchField } from "../../components/search-field.tsx";
import { Button } from "../../components/ui/button.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { useSearchText } from "../../hooks/use-search-text.ts";
import { unitNameMatches } from "../../lib/unit-names.ts";
import type { UnitCardActions } from "./unit-card.tsx";
import {
  countByUnitFilter,
  filterUnits,
  UNIT_FILTERS,
  type UnitFilter,
  type UnitListItem,
} from "./unit-filter.ts";
import { UnitGrid } from "./unit-grid.tsx";

const FILTER_LABELS: Record<UnitFilter, string> = {
  all: "All",
  not_started: "Not Started",
  in_progress: "In Progress",
  completed: "Completed",
};

interface UnitsViewProps {
  units: readonly UnitListItem[];
  filter: UnitFilter;
  onFilter: (filter: UnitFilter) => void;
  /** The searched text of the address. */
  sought: string;
  onSeek: (text: string) => void;
  actions: UnitCardActions;
}

/** Search and filter with their counts, and the units they show. Enter opens the first of them. */
export function UnitsView({ units, filter, onFilter, sought, onSeek, actions }: UnitsViewProps) {
  const [text, setText] = useSearchText(sought, onSeek);
  const named = useMemo(
    () => (text === "" ? units : units.filter(({ name }) => unitNameMatches(name, text))),
    [units, text],
  );
  const shown = useMemo(() => filterUnits(named, filter), [named, filter]);
  if (units.length === 0) {
    return (
      <EmptyState icon={DoorOpen} title="No units found" description="This project has no units." />
    );
  }
  const counts = countByUnitFilter(named);
  const [first] = shown;
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchField
          isOfPage
          label="Find a unit"
          placeholder="Find a unit, floor or building"
          className="w-72 max-w-full max-md:w-full"
          value={text}
          onChange={setText}
          onKeyDown={(event) => {
            if (event.key === "Enter" && first !== undefined) actions.open(first, "tasks");
          }}
        />
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
      </div>
      {shown.length > 0 ? (
        <UnitGrid units={shown} actions={actions} />
      ) : named.length === 0 ? (
        <EmptyState
          icon={SearchX}
          title="No units match the search"
          description={`No unit of this project is called “${text.trim()}”.`}
          action={
            <Button variant="secondary" onClick={() => setText("")}>
              Clear Search
            </Button>
          }
        />
      ) : (
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
      )}
    </div>
  );
}
