import { type SubmitEvent, useState } from "react";
import { useCan } from "../../hooks/people/use-viewer.ts";
import { useKeptTyping } from "../../hooks/edits/use-kept-typing.ts";
import { isoDate, orNull, type ShapesOf, someOf } from "../../lib/shape.ts";
import type { BulkSet } from "../../lib/selection/bulk-acts.ts";
import { formatCount } from "../../lib/format.ts";
import { TitledDialog } from "../titled-dialog.tsx";
import { Button } from "../ui/button.tsx";
import { DatePicker } from "../ui/date-picker.tsx";
import { DialogForm } from "../ui/dialog-form.tsx";
import { Field } from "../ui/field.tsx";
import type { BulkDialogProps } from "./bulk-dialog.ts";

const DATES = {
  task: { startDate: "Start Date", dueDate: "Due Date", completionDate: "Completion Date" },
  unit: { startDate: "Start Date", completionDate: "Completion Date" },
} as const;
const PLAN = { moveOutDate: "Move-out", readyByDate: "Ready-by", moveInDate: "Move-in" } as const;

type DateName = keyof typeof DATES.task | keyof typeof PLAN;
type Dates = { [Name in DateName]?: string | null };

/** A dialog that sets dates of all selected records; a date that is not touched stays as it is. */
export function BulkDatesDialog({ noun, selected, onClose, onUpdate }: BulkDialogProps) {
  const mayPlan = useCan("unit:plan") && noun === "unit";
  const labels: Partial<Record<DateName, string>> = { ...DATES[noun], ...(mayPlan && PLAN) };
  const [dates, setDates] = useState<Dates>({});
  const [isSubmitting, setSubmitting] = useState(false);

  const kept = useKeptTyping(`dates of many ${noun}s`, {
    shape: someOf<Dates>(
      Object.fromEntries(
        Object.keys(labels).map((name) => [name, orNull(isoDate)]),
      ) as ShapesOf<Dates>,
    ),
    typed: Object.keys(dates).length === 0 ? null : dates,
    bringBack: setDates,
  });

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setSubmitting(true);
    if (await onUpdate(dates satisfies BulkSet)) kept.saved(() => undefined);
    setSubmitting(false);
  };
  const change = (name: string, day: string | null | undefined) => {
    const { [name as DateName]: _, ...others } = dates;
    setDates(day === undefined ? others : { ...others, [name]: day });
  };
  return (
    <TitledDialog
      open
      onClose={onClose}
      size="sm"
      title={`Dates of ${formatCount(selected.length, noun)}`}
      description="Dates that you leave alone stay as they are."
    >
      <DialogForm
        onSubmit={submit}
        submitLabel="Set Dates"
        isSubmitting={isSubmitting}
        canSubmit={Object.keys(dates).length > 0}
        kept={kept}
      >
        {Object.entries(labels).map(([name, label]) => {
          const day = dates[name as DateName];
          return (
            <Field key={name} label={label}>
              <div className="flex items-center gap-2">
                <DatePicker
                  label={label}
                  value={day ?? null}
                  placeholder={day === null ? "Cleared" : "No change"}
                  onChange={(next) => change(name, next)}
                  className="min-w-0 flex-1"
                />
                <Button
                  variant="ghost"
                  aria-label={day === undefined ? `Clear ${label}` : `Leave ${label} alone`}
                  onClick={() => change(name, day === undefined ? null : undefined)}
                >
                  {day === undefined ? "Clear" : "Leave"}
                </Button>
              </div>
            </Field>
          );
        })}
      </DialogForm>
    </TitledDialog>
  );
}
