import { cn } from "../../../lib/cn.ts";
import type { PhotoType } from "../../../lib/photos/photo.ts";

const STAGES: readonly { stage: PhotoType; label: string }[] = [
  { stage: "before", label: "Before" },
  { stage: "progress", label: "Progress" },
  { stage: "completion", label: "Completion" },
];

/** The label of a stage on a button. */
export function stageLabel(type: PhotoType): string {
  return STAGES.find(({ stage }) => stage === type)?.label ?? type;
}

interface StageSwitchProps {
  /** Undefined until a stage is chosen or the unit is known. */
  value: PhotoType | undefined;
  onChange: (stage: PhotoType) => void;
}

/** The three stages side by side; arrow keys move between them. */
export function StageSwitch({ value, onChange }: StageSwitchProps) {
  return (
    <fieldset className="flex min-w-0 rounded-lg bg-sunken p-1">
      <legend className="sr-only">Stage of the photos</legend>
      {STAGES.map(({ stage, label }) => (
        <label
          key={stage}
          className={cn(
            "relative flex min-h-11 min-w-0 flex-1 cursor-pointer items-center justify-center rounded-md px-1 text-base font-medium text-ink-muted has-focus-visible:outline-2 has-focus-visible:outline-accent",
            stage === value && "bg-accent text-accent-on shadow-raised",
          )}
        >
          <input
            type="radio"
            name="stage"
            value={stage}
            checked={stage === value}
            onChange={() => onChange(stage)}
            className="absolute inset-0 cursor-pointer appearance-none outline-none"
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
