import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../../convex/_generated/api.js";
import { LongSelect } from "../../../components/ui/long-select.tsx";

type Task = FunctionReturnType<typeof api.tasks.list>[number];

/** The option value for no task; ids are longer. */
const WHOLE_UNIT = "-";

interface TaskChoiceProps {
  tasks: readonly Task[];
  value: string | null;
  onChange: (taskId: string | null) => void;
}

/** The task that the photos are of, or the whole unit. */
export function TaskChoice({ tasks, value, onChange }: TaskChoiceProps) {
  return (
    <LongSelect
      quiet
      aria-label="Task of the photos"
      className="touch:h-11"
      value={value ?? WHOLE_UNIT}
      onValueChange={(chosen) => onChange(chosen === WHOLE_UNIT ? null : chosen)}
      options={[
        { value: WHOLE_UNIT, label: "Whole unit, no task" },
        ...tasks.map(({ id, name, category }) => ({
          value: id,
          label: name,
          description: category,
        })),
      ]}
    />
  );
}
