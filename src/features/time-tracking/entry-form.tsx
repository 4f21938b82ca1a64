import { useState } from "react";
import { Controller, useForm, useWatch } from "react-hook-form";
import { missingStart } from "../../../convex/model/inputs/timeEntries.ts";
import { Button } from "../../components/ui/button.tsx";
import { DatePicker } from "../../components/ui/date-picker.tsx";
import { DialogBody, DialogClose, DialogFooter } from "../../components/ui/dialog.tsx";
import { Field } from "../../components/ui/field.tsx";
import { Textarea } from "../../components/ui/textarea.tsx";
import { toast } from "../../components/ui/toast.ts";
import { useViewer } from "../../hooks/use-viewer.ts";
import { showError } from "../../lib/errors.ts";
import { newRequestKey } from "../../lib/request-key.ts";
import { PersonField, UnitField } from "./entry-fields.tsx";
import { changedFields, type EntryFormValues, fieldsOf } from "./entry-form-values.ts";
import { ShiftFields } from "./shift-fields.tsx";
import type { TimeEntry } from "./time-types.ts";
import type { Owner } from "./timesheet.ts";
import { useEntryActions } from "./use-entry-actions.ts";

interface EntryFormProps {
  projectId: string;
  /** The entry that is edited; null adds one. */
  entry: TimeEntry | null;
  initial: EntryFormValues;
  owners: readonly Owner[];
  units: readonly { id: string; name: string }[] | undefined;
  onSaved: () => void;
  onDelete: () => void;
}

/** The fields of a time entry, with what they come to. */
export function EntryForm({ entry, initial, owners, units, onSaved, ...props }: EntryFormProps) {
  // The entry as it was when the dialog opened: what others change meanwhile must not reset what is typed here.
  const [opened] = useState({ initial, key: newRequestKey() });
  const form = useForm({ defaultValues: opened.initial });
  const { control, formState } = form;
  const save = useSave({ ...props, ...opened, entry, owners });
  const values = useWatch({ control }) as EntryFormValues;

  const submit = form.handleSubmit(async (sent) => {
    if (sent.start.time === "") {
      form.setError("start", { message: missingStart.description });
      toast({ ...missingStart, variant: "destructive" });
      return;
    }
    try {
      await save(sent);
      onSaved();
    } catch (error) {
      showError(error);
    }
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex min-h-0 flex-col">
      <DialogBody className="grid gap-4">
        <Controller
          control={control}
          name="person"
          rules={{ required: "Please choose a team member" }}
          render={({ field: { value, onChange } }) => (
            <PersonField
              {...{ owners, value, onChange }}
              error={formState.errors.person?.message}
            />
          )}
        />
        <Controller
          control={control}
          name="date"
          render={({ field }) => (
            <Field label="Date" required>
              <DatePicker label="Date" required value={field.value} onChange={field.onChange} />
            </Field>
          )}
        />
        <ShiftFields
          shift={values}
          startError={formState.errors.start?.message}
          onStart={(start) => {
            form.setValue("start", start, { shouldDirty: true });
            form.clearErrors("start");
          }}
          onEnd={(end) => form.setValue("end", end, { shouldDirty: true })}
        />
        <Controller
          control={control}
          name="unitId"
          render={({ field: { value, onChange } }) => <UnitField {...{ units, value, onChange }} />}
        />
        <Field label="Description">
          <Textarea rows={2} maxLength={10_000} {...form.register("description")} />
        </Field>
      </DialogBody>
      <DialogFooter>
        {entry && (
          <Button variant="ghost" className="mr-auto text-danger-text" onClick={props.onDelete}>
            Delete
          </Button>
        )}
        <DialogClose asChild>
          <Button variant="secondary">Cancel</Button>
        </DialogClose>
        <Button type="submit" loading={formState.isSubmitting}>
          {entry ? "Save Changes" : "Add Time Entry"}
        </Button>
      </DialogFooter>
    </form>
  );
}

type SaveContext = Pick<EntryFormProps, "projectId" | "entry" | "initial" | "owners"> & {
  key: string;
};

function useSave({ projectId, entry, initial, owners, key }: SaveContext) {
  const { addEntry, updateEntry } = useEntryActions();
  const { id: viewerId } = useViewer();
  return async (values: EntryFormValues) => {
    const owner = owners.find((candidate) => candidate.key === values.person);
    if (!owner) throw new Error("The chosen person is one of the choices");
    const fields = fieldsOf(values, { projectId, owner, viewerId });
    if (entry) await updateEntry(entry, changedFields(fields, { values, initial }));
    else await addEntry(fields, key);
  };
}
