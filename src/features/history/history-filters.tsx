import { api } from "../../../convex/_generated/api.js";
import { DateField } from "../../components/date-field.tsx";
import { FilterSelect } from "../../components/filter-select.tsx";
import type { SearchPatch } from "../../hooks/address/use-dialog-address.ts";
import { useLiveStatus } from "../../hooks/reads/use-live-query.ts";
import { fullName } from "../../lib/format.ts";
import type { HistorySearch } from "../../lib/history/history-search.ts";
import type { HistorySubject } from "./history-subject.ts";

const OF_UNIT = [
  { value: "task", label: "Tasks" },
  { value: "unit", label: "Units" },
  { value: "photo", label: "Photos" },
  { value: "note", label: "Notes" },
  { value: "time", label: "Time entries" },
];

const OF_PROJECT = [
  { value: "project", label: "Project" },
  ...OF_UNIT,
  { value: "member", label: "Team members" },
  { value: "contractor", label: "Contractors" },
];

interface HistoryFiltersProps {
  subject: HistorySubject;
  search: HistorySearch;
  onChange: (patch: SearchPatch) => void;
}

/** Narrows a history to a person, a kind of record and days. */
export function HistoryFilters({ subject, search, onChange }: HistoryFiltersProps) {
  // The history is read without the names too.
  const people = useLiveStatus(api.people.list, {}).answer ?? [];
  return (
    <div className="grid min-w-0 grow grid-cols-2 gap-3 sm:grid-cols-4">
      <FilterSelect
        label="Who"
        all="Everybody"
        placeholder="One person"
        options={people.map((person) => ({
          value: person.id,
          label: fullName({ ...person, email: null }),
        }))}
        value={search.by}
        onChange={(by) => onChange({ by })}
      />
      <FilterSelect
        label="What"
        all="Everything"
        placeholder="One kind"
        options={"unitId" in subject ? OF_UNIT : OF_PROJECT}
        value={search.what}
        onChange={(what) => onChange({ what })}
      />
      <DateField
        label="From"
        value={search.from ?? null}
        disabled={false}
        onChange={(day) => onChange({ from: day })}
      />
      <DateField
        label="To"
        value={search.to ?? null}
        disabled={false}
        onChange={(day) => onChange({ to: day })}
      />
    </div>
  );
}
