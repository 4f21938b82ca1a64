import { useId } from "react";
import { Button } from "../../../components/ui/button.tsx";
import { Checkbox } from "../../../components/ui/checkbox.tsx";
import { formatCount } from "../../../lib/format.ts";
import { UnitPicker } from "./unit-picker.tsx";
import { useUnitChoices } from "./use-unit-choices.ts";

/** The choice between all units and picked ones. As long as none is picked, the report is about all units too. */
export function UnitSelection(props: {
  projectId: string | null;
  /** Null for all units. */
  picked: readonly string[] | null;
  onPick: (unitIds: readonly string[] | null) => void;
}) {
  const { projectId, picked, onPick } = props;
  const choices = useUnitChoices(projectId);
  const allId = useId();

  if (choices.state === "loading") return <div aria-busy className="h-7 touch:h-11" />;
  if (choices.state === "failed") {
    return (
      <div className="flex flex-wrap items-center gap-2 text-sm text-ink-muted">
        The units could not be loaded.
        <Button size="sm" variant="outline" onClick={choices.retry}>
          Try Again
        </Button>
      </div>
    );
  }
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="sr-only">Unit Selection</legend>
      <div className="flex min-h-7 flex-wrap items-center gap-x-4 gap-y-1 touch:min-h-11">
        <span aria-hidden className="text-sm font-medium text-ink">
          Unit Selection
        </span>
        <label htmlFor={allId} className="flex items-center gap-2 text-sm text-ink">
          <Checkbox
            id={allId}
            checked={picked === null}
            onCheckedChange={(checked) => onPick(checked === true ? null : [])}
          />
          All Units
        </label>
        <span className="text-sm text-ink-muted" aria-live="polite">
          {picked === null
            ? formatCount(choices.units.length, "unit")
            : picked.length === 0
              ? "None picked: the report has all units"
              : `${String(picked.length)} of ${formatCount(choices.units.length, "unit")} picked`}
        </span>
      </div>
      {picked !== null && (
        <UnitPicker
          units={choices.units}
          showProject={projectId === null}
          picked={picked}
          onPick={onPick}
        />
      )}
    </fieldset>
  );
}
