import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "convex/react";
import { useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { api } from "../../../convex/_generated/api.js";
import { parseUnitNames } from "../../../convex/rules/inputs/newUnits.ts";
import { createProjectForm } from "../../../convex/rules/inputs/projects.ts";
import { TitledDialog } from "../../components/titled-dialog.tsx";
import { DialogForm } from "../../components/ui/dialog-form.tsx";
import { toast } from "../../components/ui/toast.ts";
import { showError } from "../../lib/errors.ts";
import { newRequestKey } from "../../lib/request-key.ts";
import { ProjectDateFields, ProjectTextFields, UnitNamesField } from "./project-form-fields.tsx";

const EMPTY = {
  name: "",
  description: "",
  units: "",
  startDate: null as string | null,
  targetCompletionDate: null as string | null,
};

/** Creates a project with its units. Closing forgets what was typed; a failure does not. */
export function CreateProjectDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <TitledDialog
      open={open}
      onClose={onClose}
      title="Create New Project"
      description="A project and the units to be turned."
    >
      <CreateProjectForm onCreated={onClose} />
    </TitledDialog>
  );
}

function CreateProjectForm({ onCreated }: { onCreated: () => void }) {
  const create = useMutation(api.projects.create);
  // One key for this opening of the dialog, so that sending again cannot create twice.
  const [key] = useState(newRequestKey);
  const form = useForm({ defaultValues: EMPTY, resolver: zodResolver(createProjectForm) });
  const { isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    try {
      await create({ ...values, units: parseUnitNames(values.units), key });
      toast({ title: "Project created successfully" });
      onCreated();
    } catch (error) {
      showError(error);
    }
  });

  return (
    <FormProvider {...form}>
      <DialogForm onSubmit={submit} submitLabel="Create Project" isSubmitting={isSubmitting}>
        <ProjectTextFields />
        <UnitNamesField rows={5} placeholder={"101\n102\n103"} />
        <ProjectDateFields />
      </DialogForm>
    </FormProvider>
  );
}
