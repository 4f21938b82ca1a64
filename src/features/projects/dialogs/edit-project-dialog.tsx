import { zodResolver } from "@hookform/resolvers/zod";
import { Controller, FormProvider, useForm } from "react-hook-form";
import { api } from "../../../../convex/_generated/api.js";
import { useServerMutation } from "../../../hooks/edits/use-server-mutation.ts";
import { editProjectForm } from "../../../../convex/rules/inputs/projects.ts";
import { projectStatuses } from "../../../../convex/rules/labels.ts";
import { FieldNews } from "../../../components/field-news.tsx";
import { PartBoundary } from "../../../components/part-boundary.tsx";
import { TitledDialog } from "../../../components/titled-dialog.tsx";
import { DialogForm } from "../../../components/ui/dialog-form.tsx";
import { Field } from "../../../components/ui/field.tsx";
import { Select } from "../../../components/ui/select.tsx";
import { toast } from "../../../components/ui/toast.ts";
import { useLast } from "../../../hooks/use-last.ts";
import { useLiveForm } from "../../../hooks/edits/use-live-form.ts";
import { usePresence } from "../../../hooks/people/use-presence.ts";
import { useKeptForm } from "../../../hooks/edits/use-kept-form.ts";
import { changedValues } from "../../../lib/forms/changed-values.ts";
import { showError } from "../../../lib/errors.ts";
import { isoDate, oneOf, orNull, text } from "../../../lib/shape.ts";
import { formatDate } from "../../../lib/format.ts";
import { ProjectDateFields, ProjectTextFields } from "./project-form-fields.tsx";
import { ProjectPeopleFields } from "./project-people-fields.tsx";
import { PROJECT_STATUS_LABELS } from "../card/project-status-control.tsx";
import type { ProjectListItem } from "../card/project-types.ts";

const STATUS_OPTIONS = projectStatuses.map((value) => ({
  value,
  label: PROJECT_STATUS_LABELS[value],
}));

const fields = {
  ...{ name: text, description: text, status: oneOf(projectStatuses) },
  ...{ startDate: orNull(isoDate), targetCompletionDate: orNull(isoDate) },
  ...{ managerId: orNull(text), supervisorId: orNull(text) },
};

/**
 * Edits a project's name, description, dates, status and people in charge. The dialog is open while `project` is
 * defined.
 */
export function EditProjectDialog(props: {
  project: ProjectListItem | undefined;
  onClose: () => void;
}) {
  const project = useLast(props.project);
  if (!project) return null;
  return (
    <TitledDialog
      open={props.project !== undefined}
      onClose={props.onClose}
      title="Edit Project"
      description={<span className="line-clamp-2">{project.name}</span>}
    >
      <EditProjectForm key={project.id} project={project} onSaved={props.onClose} />
    </TitledDialog>
  );
}

function EditProjectForm({ project, onSaved }: { project: ProjectListItem; onSaved: () => void }) {
  const update = useServerMutation(api.projects.update);
  const form = useForm({
    defaultValues: valuesOf(project),
    resolver: zodResolver(editProjectForm),
  });
  usePresence(project.id);
  const live = useLiveForm(form, {
    live: valuesOf(project),
    record: { id: project.id, projectId: project.id },
  });
  const { errors, isSubmitting, dirtyFields } = form.formState;
  const kept = useKeptForm(form, { place: `project ${project.id}`, fields });

  const submit = form.handleSubmit(async (values) => {
    const changes = changedValues(values, dirtyFields);
    if (Object.keys(changes).length === 0) return onSaved();
    try {
      await update({ projectId: project.id, ...changes });
      toast({ title: "Project updated successfully" });
      kept.saved(onSaved);
    } catch (error) {
      kept.refused(error, () => showError(error));
    }
  });

  return (
    <FormProvider {...form}>
      <DialogForm
        onSubmit={live.guard(submit)}
        submitLabel="Save Changes"
        isSubmitting={isSubmitting}
        kept={kept}
      >
        <ProjectTextFields
          nameNews={<FieldNews {...live.at("name")} />}
          descriptionNews={<FieldNews {...live.at("description")} />}
        />
        <Field label="Status" error={errors.status?.message}>
          <Controller
            control={form.control}
            name="status"
            render={({ field }) => (
              <Select
                options={STATUS_OPTIONS}
                value={field.value}
                onValueChange={field.onChange}
                aria-label="Status"
              />
            )}
          />
          <FieldNews {...live.at("status", (status) => PROJECT_STATUS_LABELS[status])} />
        </Field>
        <ProjectDateFields
          startNews={<FieldNews {...live.at("startDate", formatDate)} />}
          targetNews={<FieldNews {...live.at("targetCompletionDate", formatDate)} />}
        />
        <PartBoundary what="Who is in charge">
          <ProjectPeopleFields
            project={project}
            renderNews={(name, nameOf) => <FieldNews {...live.at(name, nameOf)} />}
          />
        </PartBoundary>
      </DialogForm>
    </FormProvider>
  );
}

function valuesOf(project: ProjectListItem) {
  return {
    name: project.name,
    description: project.description ?? "",
    status: project.status,
    startDate: project.startDate,
    targetCompletionDate: project.targetCompletionDate,
    managerId: project.managerId,
    supervisorId: project.supervisorId,
  };
}
