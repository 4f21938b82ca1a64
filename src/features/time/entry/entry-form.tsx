import {
  Controller,
  type FieldErrors,
  useForm,
  type UseFormReturn,
  useWatch,
} from "react-hook-form";
import { missingStart } from "../../../../convex/rules/inputs/timeEntries.ts";
import { KeptTypingOffer } from "../../../components/ui/kept-typing-offer.tsx";
import { FieldNews } from "../../../components/field-news.tsx";
import { Button } from "../../../components/ui/button.tsx";
import { DatePicker } from "../../../components/ui/date-picker.tsx";
import { DialogBody, DialogClose, DialogFooter } from "../../../components/ui/dialog.tsx";
import { Field } from "../../../components/ui/field.tsx";
import { Textarea } from "../../../components/ui/textarea.tsx";
import { toast } from "../../../components/ui/toast.ts";
import { type LiveForm, useLiveForm } from "../../../hooks/edits/use-live-form.ts";
import { useStillOpen } from "../../../hooks/edits/use-still-open.ts";
import { useViewer } from "../../../hooks/people/use-viewer.ts";
import { useKeptForm } from "../../../hooks/edits/use-kept-form.ts";
import { showError } from "../../../lib/errors.ts";
import { formatDate } from "../../../lib/format.ts";
import { PersonField, UnitField } from "./entry-fields.tsx";
import {
  changedFields,
  type EntryFormValues,
  fieldsOf,
  keptFields as fields,
} from "./entry-form-values.ts";
import { ShiftFields, timeText } from "./shift-fields.tsx";
import type { Owner, TimeEntry } from "../week/timesheet.ts";
import { todayHere } from "../week/week.ts";
import { entryActions } from "./entry-actions.ts";

interface EntryFormProps {
  projectId: string;
  /** The edited entry; null adds one. */
  entry: TimeEntry | null;
  /** False makes the form read-only. */
  mayChange: boolean;
  initial: EntryFormValues;
  owners: readonly Owner[];
  units: readonly { id: string; name: string }[] | undefined;
  onSaved: () => void;
  onDelete: () => void;
}

/** The fields of a time entry, and the hours that result from them. */
export function EntryForm(allProps: EntryFormProps) {
  const { entry, mayChange, initial, owners, units, onSaved, ...props } = allProps;
  const form = useForm({ defaultValues: initial });
  const { formState } = form;
  const live = useLiveForm(form, {
    live: initial,
    record: entry === null ? undefined : { id: entry.id, projectId: entry.projectId },
  });
  const save = useSave({ ...props, initial: live.base, entry, owners });
  const isOpen = useStillOpen();
  const kept = useKeptForm(form, {
    place: `time ${entry?.id ?? `of ${props.projectId} ${initial.person} ${initial.date}`}`,
    fields,
  });

  const submit = form.handleSubmit(async (sent) => {
    if (sent.start.time === "") {
      form.setError("start", { message: missingStart.description });
      toast({ ...missingStart, variant: "destructive" });
      return;
    }
    try {
      await save(sent, kept.origin, isOpen);
      kept.saved(onSaved);
    } catch (error) {
      kept.refused(error, () => showError(error));
    }
  });

  return (
    <form
      noValidate
      onSubmit={(event) => void live.guard(submit)(event)}
      className="flex min-h-0 flex-col"
    >
      <DialogBody>
        {mayChange && <KeptTypingOffer offer={kept.offer} isTyped={kept.isTyped} />}
        {!mayChange && (
          <p className="mb-4 text-sm text-ink-muted">
            Only whoever recorded this entry, managers and administrators can change it.
          </p>
        )}
        <EntryFieldset {...{ form, live, owners, units, mayChange }} errors={formState.errors} />
      </DialogBody>
      <EntryFooter
        isNew={entry === null}
        isSubmitting={formState.isSubmitting}
        {...{ mayChange, onDelete: props.onDelete, onCancel: kept.forget }}
      />
    </form>
  );
}

const missingPerson = "Please choose a team member";

interface EntryFieldsetProps extends Pick<EntryFormProps, "owners" | "units" | "mayChange"> {
  form: UseFormReturn<EntryFormValues>;
  live: LiveForm<EntryFormValues>;
  errors: FieldErrors<EntryFormValues>;
}

function EntryFieldset({ form, live, errors, owners, units, mayChange }: EntryFieldsetProps) {
  const { control } = form;
  const values = useWatch({ control }) as EntryFormValues;
  const nameOf = (key: string) => owners.find((owner) => owner.key === key)?.name ?? null;
  const unitName = (id: string) => units?.find((unit) => unit.id === id)?.name ?? null;
  return (
    <fieldset disabled={!mayChange} className="grid min-w-0 gap-4">
      <Controller
        control={control}
        name="person"
        rules={{
          // A kept value may name a person who has left since.
          validate: (key) => owners.some((owner) => owner.key === key) || missingPerson,
        }}
        render={({ field: { value, onChange } }) => (
          <PersonField
            {...{ owners, value, onChange }}
            error={errors.person?.message}
            news={<FieldNews {...live.at("person", nameOf)} />}
          />
        )}
      />
      <Controller
        control={control}
        name="date"
        render={({ field }) => (
          <Field label="Date" required>
            <DatePicker
              label="Date"
              required
              // The times of an entry are in the viewer's time zone, and so is its day.
              today={todayHere()}
              value={field.value}
              onChange={field.onChange}
            />
            <FieldNews {...live.at("date", formatDate)} />
          </Field>
        )}
      />
      <ShiftFields
        shift={values}
        startError={errors.start?.message}
        onStart={(start) => {
          form.setValue("start", start, { shouldDirty: true });
          form.clearErrors("start");
        }}
        onEnd={(end) => form.setValue("end", end, { shouldDirty: true })}
        startNews={<FieldNews {...live.at("start", timeText)} />}
        endNews={<FieldNews {...live.at("end", timeText)} />}
      />
      <Controller
        control={control}
        name="unitId"
        render={({ field: { value, onChange } }) => (
          <UnitField
            {...{ units, value, onChange }}
            news={<FieldNews {...live.at("unitId", unitName)} />}
          />
        )}
      />
      <Field label="Description">
        <Textarea rows={2} maxLength={10_000} {...form.register("description")} />
        <FieldNews {...live.at("description")} />
      </Field>
    </fieldset>
  );
}

interface EntryFooterProps {
  isNew: boolean;
  mayChange: boolean;
  isSubmitting: boolean;
  onDelete: () => void;
  onCancel: () => void;
}

function EntryFooter(props: EntryFooterProps) {
  const { isNew, mayChange, isSubmitting, onDelete, onCancel } = props;
  return (
    <DialogFooter>
      {!isNew && mayChange && (
        <Button variant="ghost" className="mr-auto text-danger-text" onClick={onDelete}>
          Delete
        </Button>
      )}
      <DialogClose asChild>
        <Button variant="secondary" onClick={onCancel}>
          {mayChange ? "Cancel" : "Close"}
        </Button>
      </DialogClose>
      {mayChange && (
        <Button type="submit" loading={isSubmitting}>
          {isNew ? "Add Time Entry" : "Save Changes"}
        </Button>
      )}
    </DialogFooter>
  );
}

type SaveContext = Pick<EntryFormProps, "projectId" | "entry" | "initial" | "owners">;

function useSave({ projectId, entry, initial, owners }: SaveContext) {
  const { addEntry, updateEntry } = entryActions;
  const { id: viewerId } = useViewer();
  return async (values: EntryFormValues, origin: string, isHeld: () => boolean) => {
    const owner = owners.find((candidate) => candidate.key === values.person);
    if (!owner) throw new Error("The chosen person is one of the choices");
    const fields = fieldsOf(values, { projectId, owner, viewerId });
    if (!entry) return await addEntry(fields, origin, isHeld);
    const changes = changedFields(fields, { values, initial });
    if (Object.keys(changes).length > 0) await updateEntry(entry, changes, isHeld);
  };
}
