import { ListFilter } from "lucide-react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api.js";
import { photoTypes } from "../../../convex/rules/labels.ts";
import { FilterSelect } from "../../components/filter-select.tsx";
import { Button } from "../../components/ui/button.tsx";
import { DatePicker } from "../../components/ui/date-picker.tsx";
import type { SearchPatch } from "../../hooks/address/use-dialog-address.ts";
import { useLiveQuery } from "../../hooks/reads/use-live-query.ts";
import { cn } from "../../lib/cn.ts";
import { fullName } from "../../lib/format.ts";
import { PHOTO_STAGE } from "../../lib/photos/photo.ts";
import { WALL_FILTERS, type WallSearch } from "./wall-search.ts";

interface WallFiltersProps {
  projectId: string;
  search: WallSearch;
  onChange: (patch: SearchPatch) => void;
}

/** The filters of a project's photos; on a phone behind a button. */
export function WallFilters(props: WallFiltersProps) {
  const { search } = props;
  const [areShown, setShown] = useState(false);
  const chosen = WALL_FILTERS.filter((key) => search[key] !== undefined).length;
  return (
    <>
      <Button
        variant="outline"
        className="md:hidden"
        aria-expanded={areShown}
        onClick={() => setShown(!areShown)}
      >
        <ListFilter aria-hidden /> Filters{chosen > 0 && ` (${String(chosen)})`}
      </Button>
      <div
        className={cn(
          "flex flex-wrap gap-2 max-md:order-last max-md:grid max-md:w-full max-md:grid-cols-2",
          !areShown && "max-md:hidden",
        )}
      >
        <Choices {...props} />
      </div>
    </>
  );
}

function Choices({ projectId, search, onChange }: WallFiltersProps) {
  const units = useLiveQuery(api.units.names, { projectId });
  const people = useLiveQuery(api.people.list, {});
  return (
    <>
      <FilterSelect
        hideLabel
        label="Filter by unit"
        all="All units"
        placeholder="One unit"
        className="w-44 max-md:w-full"
        options={(units ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={search.unit}
        // Another unit has other tasks, so the task filter is removed.
        onChange={(unit) => onChange({ unit, task: null })}
      />
      <FilterSelect
        hideLabel
        label="Filter by stage"
        all="All stages"
        className="w-36 max-md:w-full"
        options={photoTypes.map((type) => ({ value: type, label: PHOTO_STAGE[type] }))}
        value={search.stage}
        onChange={(stage) => onChange({ stage })}
      />
      {search.unit !== undefined && (
        <TaskChoice
          unitId={search.unit}
          taskId={search.task}
          onChoose={(task) => onChange({ task })}
        />
      )}
      <FilterSelect
        hideLabel
        label="Filter by person"
        all="Everybody"
        placeholder="One person"
        className="w-44 max-md:w-full"
        options={(people ?? []).map((person) => ({
          value: person.id,
          label: fullName({ ...person, email: null }),
        }))}
        value={search.who}
        onChange={(who) => onChange({ who })}
      />
      <DatePicker
        quiet
        label="Filter by day"
        placeholder="All days"
        className="w-40 max-md:w-full"
        value={search.day ?? null}
        onChange={(day) => onChange({ day })}
      />
    </>
  );
}

function TaskChoice(props: {
  unitId: string;
  taskId: string | undefined;
  onChoose: (taskId: string | null) => void;
}) {
  const tasks = useLiveQuery(api.tasks.list, { unitId: props.unitId });
  return (
    <FilterSelect
      hideLabel
      label="Filter by task"
      all="All tasks"
      placeholder="One task"
      className="w-44 max-md:w-full"
      options={(tasks ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={props.taskId}
      onChange={props.onChoose}
    />
  );
}
