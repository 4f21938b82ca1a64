import { api } from "../../../convex/_generated/api.js";
import { trashKinds } from "../../../convex/rules/labels.ts";
import { FilterSelect } from "../../components/filter-select.tsx";
import type { DialogAddress } from "../../hooks/address/use-dialog-address.ts";
import { useLiveQuery } from "../../hooks/reads/use-live-query.ts";
import type { TrashSearch } from "./trash-search.ts";
import { kindWords } from "./trash-words.ts";

const KIND_OPTIONS = trashKinds.map((value) => ({ value, label: kindWords[value] }));

/** Narrows the trash to a kind of records, and to a project. */
export function TrashFilters(props: { search: TrashSearch; address: DialogAddress }) {
  const { search, address } = props;
  const projects = useLiveQuery(api.projects.list, {}) ?? [];
  return (
    <div className="grid grid-cols-2 gap-3 sm:max-w-lg">
      <FilterSelect
        label="What"
        all="Everything"
        options={KIND_OPTIONS}
        value={search.kind}
        onChange={(kind) => address.change({ kind })}
      />
      <FilterSelect
        label="Project"
        all="All projects"
        options={projects.map(({ id, name }) => ({ value: id, label: name }))}
        value={search.project}
        onChange={(project) => address.change({ project })}
      />
    </div>
  );
}
