import { ListFilter } from "lucide-react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api.js";
import { photoTypes } from "../../../convex/rules/labels.ts";
import { Button } from "../../components/ui/button.tsx";
import { DatePicker } from "../../components/ui/date-picker.tsx";
import { LongSelect } from "../../components/ui/long-select.tsx";
import { Select } from "../../components/ui/select.tsx";
import type { SearchPatch } from "../../hooks/use-dialog-address.ts";
import { useLiveQuery } from "../../hooks/use-live-query.ts";
import { cn } from "../../lib/cn.ts";
import { fullName } from "../../lib/format.ts";
import { PHOTO_STAGE } from "../../lib/photo.ts";
import { WALL_FILTERS, type WallSearch } from "./wall-search.ts";

interface WallFiltersProps {
  projectId: string;
  search: WallSearch;
  onChange: (patch: SearchPatch) => void;
}

/** Stands for no filter. */
const ALL = "all";

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
  const choose = (key: string) => (value: string) =>
    onChange({ [key]: value === ALL ? null : value });
  return (
    <>
      <LongSelect
        quiet
        aria-label="Filter by unit"
        className="w-44 max-md:w-full"
        value={search.unit ?? ALL}
        placeholder="One unit"
        // Another unit has other tasks.
        onValueChange={(unit) => onChange({ unit: unit === ALL ? null : unit, task: null })}
        options={[
          { value: ALL, label: "All units" },
          ...(units ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <Select
        quiet
        aria-label="Filter by stage"
        className="w-36 max-md:w-full"
        value={search.stage ?? ALL}
        onValueChange={choose("stage")}
        options={[
          { value: ALL, label: "All stages" },
          ...photoTypes.map((type) => ({ value: type, label: PHOTO_STAGE[type] })),
        ]}
      />
      {search.unit !== undefined && (
        <TaskChoice unitId={search.unit} taskId={search.task} onChoose={choose("task")} />
      )}
      <LongSelect
        quiet
        aria-label="Filter by person"
        className="w-44 max-md:w-full"
        value={search.who ?? ALL}
        placeholder="One person"
        onValueChange={choose("who")}
        options={[
          { value: ALL, label: "Everybody" },
          ...(people ?? []).map((person) => ({
            value: person.id,
            label: fullName({ ...person, email: null }),
          })),
        ]}
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
  onChoose: (taskId: string) => void;
}) {
  const tasks = useLiveQuery(api.tasks.list, { unitId: props.unitId });
  return (
    <LongSelect
      quiet
      aria-label="Filter by task"
      className="w-44 max-md:w-full"
      value={props.taskId ?? ALL}
      placeholder="One task"
      onValueChange={props.onChoose}
      options={[
        { value: ALL, label: "All tasks" },
        ...(tasks ?? []).map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}
