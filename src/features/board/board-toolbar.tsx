import { ListFilter } from "lucide-react";
import { memo, useState } from "react";
import { type Risk, risks, unitStatuses } from "../../../convex/rules/labels.ts";
import { FilterChips } from "../../components/filter-chips.tsx";
import { SearchField } from "../../components/search-field.tsx";
import { Button } from "../../components/ui/button.tsx";
import { LongSelect } from "../../components/ui/long-select.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { Select } from "../../components/ui/select.tsx";
import type { SearchPatch } from "../../hooks/address/use-dialog-address.ts";
import { usePhone } from "../../hooks/use-media.ts";
import { cn } from "../../lib/cn.ts";
import { compareTexts } from "../../lib/compare-texts.ts";
import { UNIT_RISK, UNIT_STATUS } from "../../lib/status.ts";
import type { ChoiceCounts } from "./contents/board-filter.ts";
import { ORDERS } from "./contents/board-order.ts";
import type { BoardPeople } from "./contents/board-people.ts";
import { type BoardSearch, NOBODY } from "./contents/board-search.ts";

interface BoardToolbarProps {
  text: string;
  onText: (text: string) => void;
  onEnter: () => void;
  search: BoardSearch;
  /** The order that applies; undefined for that of urgency. */
  order: string | undefined;
  /** Undefined until all units are loaded. */
  counts: ChoiceCounts | undefined;
  /** The categories of the board in its order. */
  categories: readonly string[];
  people: BoardPeople;
  /** True when the names of units contain floors. */
  hasFloors: boolean;
  onChange: (patch: SearchPatch) => void;
}

const ALL = "all";
const OPEN = "open";

/** Search, filters and order of the board; each choice says how many units it shows. */
export const BoardToolbar = memo(function BoardToolbar(props: BoardToolbarProps) {
  const { text, onText, onEnter, search, order, counts, onChange } = props;
  const [areShown, setShown] = useState(false);
  const isPhone = usePhone();
  const chosen = [search.status, search.category, search.who, order].filter(
    (choice) => choice !== undefined,
  ).length;
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      <SearchField
        isOfPage
        label="Find a unit"
        placeholder="Unit, floor or building"
        className="w-64 max-md:min-w-48 max-md:flex-1"
        value={text}
        onChange={onText}
        onKeyDown={({ key }) => key === "Enter" && onEnter()}
      />
      <Button
        variant="outline"
        className="md:hidden"
        aria-expanded={areShown}
        onClick={() => setShown(!areShown)}
      >
        <ListFilter aria-hidden /> Filters{chosen > 0 && ` (${String(chosen)})`}
      </Button>
      {counts === undefined ? (
        <Skeleton className="h-7 w-full touch:h-9" />
      ) : (
        // On a phone the filters scroll in one line, so that the content below does not move when the counts arrive.
        <div className="-my-1 flex w-full min-w-0 gap-2 overflow-x-auto py-1 [scrollbar-width:none] *:shrink-0 max-md:-mx-4 max-md:w-screen max-md:px-4 md:contents">
          <RiskChips search={search} counts={counts} onChange={onChange} />
          <FilterChips
            label="Filter by block"
            value={search.blocked === undefined ? "" : "blocked"}
            onChange={() => onChange({ blocked: search.blocked === undefined ? 1 : null })}
            options={[{ value: "blocked", label: "Blocked", count: counts.blocked }]}
          />
        </div>
      )}
      <div
        className={cn(
          "flex flex-wrap gap-2 max-md:grid max-md:w-full max-md:grid-cols-2",
          !areShown && "max-md:hidden",
        )}
      >
        {counts && (areShown || !isPhone) && <Choices {...props} counts={counts} />}
      </div>
    </div>
  );
});

type Counted = BoardToolbarProps & { counts: ChoiceCounts };

function RiskChips(props: Pick<Counted, "search" | "counts" | "onChange">) {
  const { search, counts, onChange } = props;
  const all = [...counts.risk.values()].reduce((sum, count) => sum + count, 0);
  const shown = risks.filter((risk) => risk === search.risk || (counts.risk.get(risk) ?? 0) > 0);
  return (
    <FilterChips<Risk | typeof ALL>
      label="Filter by risk"
      value={search.risk ?? ALL}
      onChange={(risk) => onChange({ risk: risk === ALL ? null : risk })}
      options={[
        { value: ALL, label: "All", count: all },
        ...shown.map((risk) => ({
          value: risk,
          label: UNIT_RISK[risk].label,
          count: counts.risk.get(risk) ?? 0,
        })),
      ]}
    />
  );
}

function Choices(props: Counted) {
  const { search, order, counts, categories, people, hasFloors, onChange } = props;
  const counted = (label: string, count = 0) => `${label} (${String(count)})`;
  const choose = (key: string, none: string) => (value: string) =>
    onChange({ [key]: value === none ? null : value });
  return (
    <>
      <Select
        quiet
        aria-label="Filter by unit status"
        className="w-44 max-md:w-full"
        value={search.status ?? OPEN}
        onValueChange={choose("status", OPEN)}
        options={[
          { value: OPEN, label: counted("Open units", counts.status.get("open")) },
          ...unitStatuses.map((status) => ({
            value: status,
            label: counted(UNIT_STATUS[status].label, counts.status.get(status)),
          })),
          { value: "any", label: counted("All units", counts.status.get("any")) },
        ]}
      />
      <LongSelect
        quiet
        aria-label="Filter by category"
        className="w-40 max-md:w-full"
        value={search.category ?? ALL}
        onValueChange={choose("category", ALL)}
        options={[
          { value: ALL, label: "All categories" },
          ...categories.map((category) => ({
            value: category,
            label: counted(category, counts.category.get(category)),
          })),
        ]}
      />
      <LongSelect
        quiet
        aria-label="Filter by person"
        className="w-40 max-md:w-full"
        value={search.who ?? ALL}
        onValueChange={choose("who", ALL)}
        options={[
          { value: ALL, label: "Everybody" },
          ...peopleChoices(counts, people, search.who).map(({ id, name }) => ({
            value: id,
            label: counted(name, counts.who.get(id)),
          })),
        ]}
      />
      <Select
        quiet
        aria-label="Sort by"
        className="w-44 max-md:w-full"
        value={order ?? "urgency"}
        placeholder="By a column"
        onValueChange={choose("sort", "urgency")}
        options={ORDERS.filter(({ value }) => hasFloors || value !== "floor")}
      />
    </>
  );
}

/** The people who have open tasks, by name, and the person of the address. */
function peopleChoices(counts: ChoiceCounts, people: BoardPeople, chosen: string | undefined) {
  const ids = new Set([...counts.who.keys(), ...(chosen === undefined ? [] : [chosen])]);
  ids.delete(NOBODY);
  const named = [...ids].map((id) => ({ id, name: people.nameOf(id) ?? "Somebody" }));
  const nobody = { id: NOBODY, name: "Nobody" };
  return [...named.sort((a, b) => compareTexts(a.name, b.name)), nobody];
}
