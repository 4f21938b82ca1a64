import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "convex/react";
import { useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { api } from "../../../convex/_generated/api.js";
import { addUnitsForm, parseUnitNames } from "../../../convex/rules/inputs/newUnits.ts";
import { TitledDialog } from "../../components/titled-dialog.tsx";
import { DialogForm } from "../../components/ui/dialog-form.tsx";
import { toast } from "../../components/ui/toast.ts";
import { useLast } from "../../hooks/use-last.ts";
import { showError } from "../../lib/errors.ts";
import { formatCount } from "../../lib/format.ts";
import { newRequestKey } from "../../lib/request-key.ts";
import { UnitNamesField } from "./project-form-fields.tsx";
import type { ProjectListItem } from "./project-types.ts";

/** Adds units to a project. Open while there is a project; closing forgets what was typed. */
export function AddUnitsDialog(props: {
  project: ProjectListItem | undefined;
  onClose: () => void;
}) {
  const project = useLast(props.project);
  if (!project) return null;
  return (
    <TitledDialog
      open={props.project !== undefined}
      onClose={props.onClose}
      title="Add Units"
      description={<span className="line-clamp-2">To {project.name}</span>}
    >
      <AddUnitsForm projectId={project.id} onAdded={props.onClose} />
    </TitledDialog>
  );
}

function AddUnitsForm({ projectId, onAdded }: { projectId: string; onAdded: () => void }) {
  const create = useMutation(api.units.create);
  // One key for this opening of the dialog, so that sending again cannot add twice.
  const [key] = useState(newRequestKey);
  const form = useForm({ defaultValues: { units: "" }, resolver: zodResolver(addUnitsForm) });
  const { isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ units }) => {
    try {
      const added = await create({ projectId, units: parseUnitNames(units), key });
      toast({ title: `${formatCount(added.length, "unit")} added` });
      onAdded();
    } catch (error) {
      showError(error);
    }
  });

  return (
    <FormProvider {...form}>
      <DialogForm onSubmit={submit} submitLabel="Add Units" isSubmitting={isSubmitting}>
        <UnitNamesField rows={6} placeholder={"104\n105\n106"} />
      </DialogForm>
    </FormProvider>
  );
}
