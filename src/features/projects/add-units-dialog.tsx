import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "convex/react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { api } from "../../../convex/_generated/api.js";
import { addUnitsForm, parseUnitNames } from "../../../convex/rules/inputs/projects.ts";
import { TitledDialog } from "../../components/titled-dialog.tsx";
import { DialogForm } from "../../components/ui/dialog-form.tsx";
import { Field } from "../../components/ui/field.tsx";
import { Textarea } from "../../components/ui/textarea.tsx";
import { toast } from "../../components/ui/toast.ts";
import { useLast } from "../../hooks/use-last.ts";
import { showError } from "../../lib/errors.ts";
import { formatCount } from "../../lib/format.ts";
import { newRequestKey } from "../../lib/request-key.ts";
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
  const { errors, isSubmitting } = form.formState;
  const unitCount = parseUnitNames(form.watch("units")).length;

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
    <DialogForm onSubmit={submit} submitLabel="Add Units" isSubmitting={isSubmitting}>
      <Field
        label="Units"
        required
        error={errors.units?.message}
        hint={`One unit name per line · ${formatCount(unitCount, "unit")}`}
      >
        <Textarea
          rows={6}
          placeholder={"104\n105\n106"}
          className="font-mono"
          {...form.register("units")}
        />
      </Field>
    </DialogForm>
  );
}
