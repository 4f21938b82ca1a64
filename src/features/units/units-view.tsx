import { ArrowDownWideNarrow, DoorOpen, FilterX, type LucideIcon, SearchX } from "lucide-react";
import { memo, useMemo } from "react";
import { SelectArea } from "../../components/selection/select-area.tsx";
import { SelectionBar } from "../../components/selection/selection-bar.tsx";
import { FilterChips } from "../../components/filter-chips.tsx";
import { SearchField } from "../../components/search-field.tsx";
import { Button } from "../../components/ui/button.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { useRecordSelection } from "../../hooks/edits/use-record-selection.ts";
import type { DialogAddress } from "../../hooks/address/use-dialog-address.ts";
import { useSearchText } from "../../hooks/address/use-search-text.ts";
import { useCan } from "../../hooks/people/use-viewer.ts";
import { cn } from "../../lib/cn.ts";
import { groupByFloor, unitNameMatches } from "../../lib/units/unit-names.ts";
import type { UnitCardActions } from "./unit-card.tsx";
import {
  countByAlarm,
  countByUnitFilter,
  filterUnits,
  mostUrgentFirst,
  UNIT_ALARMS,
  UNIT_FILTERS,
  type UnitAlarm,
  type UnitFilter,
  type UnitListItem,
  unitsOfAlarm,
} from "./unit-filter.ts";
import { UnitGrid } from "./unit-grid.tsx";

const FILTER_LABELS: Record<UnitFilter, string> = {
  all: "All",
  not_started: "Not Started",
  in_progress: "In Progress",
  completed: "Completed",
};

const ALARM_LABELS: Record<UnitAlarm, string> = {
  overdue: "Overdue",
  late: "Late",
  at_risk: "At Risk",
  jeopardy: "In Jeopardy",
};

interface UnitsViewProps {
  units: readonly UnitListItem[];
  filter: UnitFilter;
  alarm: UnitAlarm | undefined;
  /** The most urgent units come first, as on the board. */
  isByRisk: boolean;
  /** The searched text of the address. */
  sought: string;
  address: DialogAddress;
  actions: UnitCardActions;
}

/** The search and the filters with their counts, and the matching units. Enter opens the first one. */
export const UnitsView = memo(function UnitsView(props: UnitsViewProps) {
  const { units, filter, alarm, isByRisk, sought, address, actions } = props;
  const { onSeek, onFilter, onAlarm, onSort } = useListAddress(address);
  const [text, setText] = useSearchText(sought, onSeek);
  const named = useMemo(
    () => (text === "" ? units : units.filter(({ name }) => unitNameMatches(name, text))),
    [units, text],
  );
  const alarmed = useMemo(() => unitsOfAlarm(named, alarm), [named, alarm]);
  const groups = useMemo(() => {
    const found = filterUnits(alarmed, filter);
    return isByRisk ? [{ label: "", units: mostUrgentFirst(found) }] : groupByFloor(found);
  }, [alarmed, filter, isByRisk]);
  const shown = useMemo(() => groups.flatMap((group) => group.units), [groups]);
  const mayChange = useCan("unit:write");
  const selecting = useUnitSelection(units, shown);
  if (units.length === 0) {
    return (
      <EmptyState icon={DoorOpen} title="No units found" description="This project has no units." />
    );
  }
  const counts = countByUnitFilter(alarmed);
  const [first] = shown;
  const onClear = () => (filter === "all" ? onAlarm(undefined) : onFilter("all"));
  return (
    <SelectArea
      selection={selecting.selection}
      isOn={mayChange}
      hasLongPress={false}
      className="grid grid-cols-1 gap-4"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="flex gap-2 max-md:w-full">
          <SearchField
            isOfPage
            label="Find a unit"
            placeholder="Unit, floor or building"
            className="w-72 max-w-full max-md:flex-1"
            value={text}
            onChange={setText}
            onKeyDown={(event) => {
              if (event.key === "Enter" && first !== undefined) actions.open(first, "tasks");
            }}
          />
          <UrgencyButton isOn={isByRisk} onPress={() => onSort(!isByRisk)} />
        </div>
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
        <AlarmChips units={filterUnits(named, filter)} alarm={alarm} onAlarm={onAlarm} />
      </div>
      {alarm === "jeopardy" && (
        <p className="-mt-2 text-sm text-ink-muted">
          Tasks in jeopardy are open and overdue, or due today or in the next 2 days.
        </p>
      )}
      {shown.length > 0 ? (
        <UnitGrid units={shown} groups={groups} actions={actions} />
      ) : named.length === 0 ? (
        <NoMatch
          icon={SearchX}
          what="Search"
          words={`called “${text.trim()}”`}
          onClear={() => setText("")}
        />
      ) : (
        <NoMatch icon={FilterX} what="Filter" words={wordsOf(filter, alarm)} onClear={onClear} />
      )}
      <SelectionBar noun="unit" {...selecting} />
    </SelectArea>
  );
});

/** The functions that change a list's search and filters in the address. */
function useListAddress(address: DialogAddress) {
  return useMemo(
    () => ({
      onSeek: (text: string) => address.change({ q: text === "" ? null : text }),
      onFilter: (filter: UnitFilter) =>
        address.change({ status: filter === "all" ? null : filter }),
      onAlarm: (alarm: UnitAlarm | undefined) => address.change({ alarm: alarm ?? null }),
      onSort: (isByRisk: boolean) => address.change({ sort: isByRisk ? "risk" : null }),
    }),
    [address],
  );
}

/** The selection among all units, in the order of the cards that are shown. */
function useUnitSelection(units: readonly UnitListItem[], unitsShown: readonly UnitListItem[]) {
  const shown = useMemo(() => unitsShown.map(({ id }): string => id), [unitsShown]);
  const selection = useRecordSelection("units", shown);
  const records = useMemo(() => units.map(toSelected), [units]);
  return { selection, records, shown };
}

function NoMatch(props: {
  icon: LucideIcon;
  what: "Search" | "Filter";
  words: string;
  onClear: () => void;
}) {
  const { icon, what, words, onClear } = props;
  return (
    <EmptyState
      icon={icon}
      title={`No units match the ${what.toLowerCase()}`}
      description={`No unit of this project is ${words}.`}
      action={
        <Button variant="secondary" onClick={onClear}>
          Clear {what}
        </Button>
      }
    />
  );
}

function toSelected({ id, name, projectId, status, blockedReason }: UnitListItem) {
  return { id, name, projectId, status, isBlocked: blockedReason !== null };
}

/** The order by risk in the place of that by floor. */
function UrgencyButton({ isOn, onPress }: { isOn: boolean; onPress: () => void }) {
  return (
    <Button
      variant="outline"
      aria-pressed={isOn}
      title="Most urgent first"
      className={cn(
        "max-md:w-8 max-md:px-0 touch:max-md:w-11",
        isOn && "border-accent bg-accent-soft text-accent-text",
      )}
      onClick={onPress}
    >
      <ArrowDownWideNarrow aria-hidden />
      <span className="max-md:sr-only">Most urgent first</span>
    </Button>
  );
}

/** Toggles for what needs a look now; a calm project shows none of them. */
function AlarmChips(props: {
  units: readonly UnitListItem[];
  alarm: UnitAlarm | undefined;
  onAlarm: (alarm: UnitAlarm | undefined) => void;
}) {
  const { units, alarm, onAlarm } = props;
  const counts = countByAlarm(units);
  const offered = UNIT_ALARMS.filter((value) => counts[value] > 0 || value === alarm);
  if (offered.length === 0) return null;
  return (
    <FilterChips
      label="Filter units by what needs a look"
      value={alarm ?? ""}
      onChange={(value) => onAlarm(value === alarm || value === "" ? undefined : value)}
      options={offered.map((value) => ({
        value,
        label: ALARM_LABELS[value],
        count: counts[value],
      }))}
    />
  );
}

function wordsOf(filter: UnitFilter, alarm: UnitAlarm | undefined): string {
  return [
    ...(filter === "all" ? [] : [FILTER_LABELS[filter].toLowerCase()]),
    ...(alarm === undefined ? [] : [ALARM_LABELS[alarm].toLowerCase()]),
  ].join(" and ");
}
