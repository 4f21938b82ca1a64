import { ArrowDownAZ, ArrowUpAZ } from "lucide-react";
import { memberRoles, roleLabel } from "../../../convex/rules/labels.ts";
import { SearchField } from "../../components/search-field.tsx";
import { Button } from "../../components/ui/button.tsx";
import { Select } from "../../components/ui/select.tsx";
import type { SearchPatch } from "../../hooks/address/use-dialog-address.ts";
import type { PoolSearch, PoolSort } from "./pool-search.ts";
import type { PoolOrder } from "./sort-header.tsx";

const ALL = "all";

const roles = [
  { value: ALL, label: "All Roles" },
  ...memberRoles.map((role) => ({ value: role, label: roleLabel(role) })),
];

const assignments = [
  { value: ALL, label: "All Assignments" },
  { value: "assigned", label: "Assigned" },
  { value: "unassigned", label: "Unassigned" },
];

const sorts: readonly { value: PoolSort; label: string }[] = [
  { value: "name", label: "Name" },
  { value: "role", label: "Role" },
  { value: "trade", label: "Trade" },
  { value: "projects", label: "Projects" },
];

interface PoolToolbarProps {
  text: string;
  onText: (text: string) => void;
  search: PoolSearch;
  trades: readonly string[];
  onChange: (patch: SearchPatch) => void;
}

/** Search and filters of the pool. */
export function PoolToolbar({ text, onText, search, trades, onChange }: PoolToolbarProps) {
  const choose = (key: string) => (value: string) =>
    onChange({ [key]: value === ALL ? null : value.replace(/^trade:/, "") });
  // A link may name a trade that no member has any more.
  const known = new Set([...trades, ...(search.trade === undefined ? [] : [search.trade])]);
  return (
    <div className="flex flex-wrap gap-2 max-md:grid max-md:grid-cols-2">
      <SearchField
        isOfPage
        label="Search team members"
        placeholder="Search name, email, trade or phone"
        className="max-w-96 min-w-72 flex-1 max-md:col-span-2 max-md:w-full max-md:max-w-none max-md:min-w-0"
        value={text}
        onChange={onText}
      />
      <Select
        quiet
        aria-label="Filter by role"
        className="w-44 max-md:w-full"
        options={roles}
        value={search.role ?? ALL}
        onValueChange={choose("role")}
      />
      <Select
        quiet
        aria-label="Filter by trade"
        className="w-48 max-md:w-full"
        options={[
          { value: ALL, label: "All Trades" },
          ...Array.from(known, (trade) => ({ value: `trade:${trade}`, label: trade })),
        ]}
        value={search.trade === undefined ? ALL : `trade:${search.trade}`}
        onValueChange={choose("trade")}
      />
      <Select
        quiet
        aria-label="Filter by assignment"
        className="w-44 max-md:col-span-2 max-md:w-full"
        options={assignments}
        value={search.assignment ?? ALL}
        onValueChange={choose("assignment")}
      />
    </div>
  );
}

/** The select for the order of the pool, for cards without column heads. */
export function PoolOrderPicker(props: { order: PoolOrder; onOrder: (order: PoolOrder) => void }) {
  const { sort, descending } = props.order;
  return (
    <div className="flex items-center gap-1.5">
      <Select
        quiet
        aria-label="Sort by"
        className="w-32"
        options={sorts}
        value={sort}
        onValueChange={(value) =>
          props.onOrder({
            sort: sorts.find((one) => one.value === value)?.value ?? "name",
            descending,
          })
        }
      />
      <Button
        variant="ghost"
        size="icon"
        aria-pressed={descending}
        title="Descending"
        aria-label="Descending"
        onClick={() => props.onOrder({ sort, descending: !descending })}
      >
        {descending ? <ArrowUpAZ aria-hidden /> : <ArrowDownAZ aria-hidden />}
      </Button>
    </div>
  );
}
