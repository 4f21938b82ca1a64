import { zodResolver } from "@hookform/resolvers/zod";
import { FormProvider, useForm } from "react-hook-form";
import { api } from "../../../../convex/_generated/api.js";
import { useServerMutation } from "../../../hooks/edits/use-server-mutation.ts";
import { parseUnitNames } from "../../../../convex/rules/inputs/newUnits.ts";
import { createProjectForm } from "../../../../convex/rules/inputs/projects.ts";
import { TitledDialog } from "../../../components/titled-dialog.tsx";
import { DialogForm } from "../../../components/ui/dialog-form.tsx";
import { toast } from "../../../components/ui/toast.ts";
import { showError } from "../../../lib/errors.ts";
import { isoDate, orNull, text } from "../../../lib/shape.ts";
import { ProjectDateFields, ProjectTextFields, UnitsField } from "./project-form-fields.tsx";
import { useKeptUnits } from "../sheet/use-kept-units.ts";
import { type Sheet, useSheet } from "../sheet/use-sheet.ts";

const EMPTY = {
  name: "",
  description: "",
  units: "",
  startDate: null as string | null,
  targetCompletionDate: null as string | null,
};

const fields = {
  ...{ name: text, description: text, units: text },
  ...{ startDate: orNull(isoDate), targetCompletionDate: orNull(isoDate) },
};

/**
 * Creates a project with its units. Closing empties the form, and the next opening offers the typed text; a failure
 * keeps the form.
 */
export function CreateProjectDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const sheet = useSheet();
  const close = () => {
    onClose();
    sheet.leave();
  };
  return (
    <TitledDialog
      open={open}
      onClose={close}
      size={sheet.text === null ? "md" : "lg"}
      title="Create New Project"
      description="A project and the units to be turned."
    >
      <CreateProjectForm sheet={sheet} onCreated={close} />
    </TitledDialog>
  );
}

function CreateProjectForm({ sheet, onCreated }: { sheet: Sheet; onCreated: () => void }) {
  const create = useServerMutation(api.projects.create);
  const form = useForm({ defaultValues: EMPTY, resolver: zodResolver(createProjectForm) });
  const { isSubmitting } = form.formState;
  const kept = useKeptUnits(form, sheet, { place: "new project", fields });

  const submit = form.handleSubmit(async (values) => {
    try {
      const units = sheet.units === null ? parseUnitNames(values.units) : [...sheet.units];
      await create({ ...values, units, key: kept.requestKey });
      toast({ title: "Project created successfully" });
      kept.saved(onCreated);
    } catch (error) {
      kept.refused(error, () => showError(error));
    }
  });

  return (
    <FormProvider {...form}>
      <DialogForm
        onSubmit={submit}
        submitLabel="Create Project"
        isSubmitting={isSubmitting}
        canSubmit={sheet.text === null || sheet.units !== null}
        kept={kept}
      >
        <ProjectTextFields />
        <UnitsField sheet={sheet} rows={5} placeholder={"101\n102\n103"} />
        <ProjectDateFields />
      </DialogForm>
    </FormProvider>
  );
}
