import { zodResolver } from "@hookform/resolvers/zod";
import { useMemo } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { api } from "../../../../convex/_generated/api.js";
import { useServerMutation } from "../../../hooks/edits/use-server-mutation.ts";
import { addUnitsForm, parseUnitNames } from "../../../../convex/rules/inputs/newUnits.ts";
import { TitledDialog } from "../../../components/titled-dialog.tsx";
import { DialogForm } from "../../../components/ui/dialog-form.tsx";
import { toast } from "../../../components/ui/toast.ts";
import { useLiveQuery } from "../../../hooks/reads/use-live-query.ts";
import { useLast } from "../../../hooks/use-last.ts";
import { showError } from "../../../lib/errors.ts";
import { formatCount } from "../../../lib/format.ts";
import { text } from "../../../lib/shape.ts";
import { UnitsField } from "./project-form-fields.tsx";
import type { ProjectListItem } from "../card/project-types.ts";
import { useKeptUnits } from "../sheet/use-kept-units.ts";
import { type Sheet, useSheet } from "../sheet/use-sheet.ts";

/**
 * Adds units to a project. The dialog is open while `project` is defined. Closing empties the form; the next opening
 * offers the typed text.
 */
export function AddUnitsDialog(props: {
  project: ProjectListItem | undefined;
  onClose: () => void;
}) {
  const project = useLast(props.project);
  if (!project) return null;
  const isOpen = props.project !== undefined;
  return <Adding key={project.id} project={project} isOpen={isOpen} onClose={props.onClose} />;
}

type AddingProps = { project: ProjectListItem; isOpen: boolean; onClose: () => void };

function Adding({ project, isOpen, onClose }: AddingProps) {
  const sheet = useSheet();
  const close = () => {
    onClose();
    sheet.leave();
  };
  return (
    <TitledDialog
      open={isOpen}
      onClose={close}
      size={sheet.text === null ? "md" : "lg"}
      title="Add Units"
      description={<span className="line-clamp-2">To {project.name}</span>}
    >
      <AddUnitsForm projectId={project.id} sheet={sheet} onAdded={close} />
    </TitledDialog>
  );
}

type AddUnitsFormProps = { projectId: string; sheet: Sheet; onAdded: () => void };

function AddUnitsForm({ projectId, sheet, onAdded }: AddUnitsFormProps) {
  const names = useLiveQuery(api.units.names, sheet.text === null ? "skip" : { projectId });
  const existing = useMemo(() => names?.map(({ name }) => name), [names]);
  const create = useServerMutation(api.units.create);
  const form = useForm({ defaultValues: { units: "" }, resolver: zodResolver(addUnitsForm) });
  const { isSubmitting } = form.formState;
  const kept = useKeptUnits(form, sheet, {
    place: `units of ${projectId}`,
    fields: { units: text },
  });

  const submit = form.handleSubmit(async ({ units }) => {
    try {
      const sent = sheet.units === null ? parseUnitNames(units) : [...sheet.units];
      const added = await create({ projectId, units: sent, key: kept.requestKey });
      toast({ title: `${formatCount(added.length, "unit")} added` });
      kept.saved(onAdded);
    } catch (error) {
      kept.refused(error, () => showError(error));
    }
  });

  return (
    <FormProvider {...form}>
      <DialogForm
        onSubmit={submit}
        submitLabel="Add Units"
        isSubmitting={isSubmitting}
        canSubmit={sheet.text === null || sheet.units !== null}
        kept={kept}
      >
        <UnitsField
          sheet={sheet}
          {...(existing && { existing })}
          rows={6}
          placeholder={"104\n105\n106"}
        />
      </DialogForm>
    </FormProvider>
  );
}
