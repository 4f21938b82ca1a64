import { zodResolver } from "@hookform/resolvers/zod";
import { useId } from "react";
import { useForm } from "react-hook-form";
import { api } from "../../../convex/_generated/api.js";
import { useServerMutation } from "../../hooks/edits/use-server-mutation.ts";
import { parseHours, templateForm } from "../../../convex/rules/inputs/taskTemplates.ts";
import { FieldNews } from "../../components/field-news.tsx";
import { RecordDialog } from "../../components/record-dialog.tsx";
import { DialogForm } from "../../components/ui/dialog-form.tsx";
import { Field } from "../../components/ui/field.tsx";
import { Input } from "../../components/ui/input.tsx";
import { Textarea } from "../../components/ui/textarea.tsx";
import { toast } from "../../components/ui/toast.ts";
import { useLiveForm } from "../../hooks/edits/use-live-form.ts";
import { useKeptForm } from "../../hooks/edits/use-kept-form.ts";
import { changedValues } from "../../lib/forms/changed-values.ts";
import { showError } from "../../lib/errors.ts";
import { text } from "../../lib/shape.ts";
import type { TaskTemplate } from "./optimistic-templates.ts";

interface TemplateDialogProps {
  subject: TaskTemplate | "new" | undefined;
  categories: readonly string[];
  onClose: () => void;
}

/** Adds a task to the master task list, or changes one. */
export function TemplateDialog({ subject, categories, onClose }: TemplateDialogProps) {
  return (
    <RecordDialog
      subject={subject}
      onClose={onClose}
      adding={{ title: "Add Task", description: "Saved, the task can be assigned to units." }}
      editing={{
        title: "Edit Task",
        description: "Tasks that were assigned before stay as they are.",
      }}
    >
      {(template) => <TemplateForm template={template} categories={categories} onSaved={onClose} />}
    </RecordDialog>
  );
}

const fields = { name: text, description: text, category: text, estimatedHours: text };

interface TemplateFormProps {
  template: TaskTemplate | null;
  categories: readonly string[];
  onSaved: () => void;
}

function TemplateForm({ template, categories, onSaved }: TemplateFormProps) {
  const save = useSave(template);
  const categoriesId = useId();
  const form = useForm({ defaultValues: valuesOf(template), resolver: zodResolver(templateForm) });
  const { errors, isSubmitting } = form.formState;
  const live = useLiveForm(form, { live: valuesOf(template) });
  const kept = useKeptForm(form, { place: `master task ${template?.id ?? "new"}`, fields });

  const submit = form.handleSubmit(async (values) => {
    try {
      await save(values, { dirty: form.formState.dirtyFields, key: kept.requestKey });
      kept.saved(onSaved);
    } catch (error) {
      kept.refused(error, () => showError(error));
    }
  });

  return (
    <DialogForm
      onSubmit={live.guard(submit)}
      submitLabel={template ? "Save Changes" : "Add Task"}
      isSubmitting={isSubmitting}
      kept={kept}
    >
      <Field label="Task Name" required error={errors.name?.message}>
        <Input autoComplete="off" {...form.register("name")} />
        <FieldNews {...live.at("name")} />
      </Field>
      <Field label="Description" error={errors.description?.message}>
        <Textarea rows={2} {...form.register("description")} />
        <FieldNews {...live.at("description")} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-[2fr_1fr]">
        <Field label="Category" error={errors.category?.message}>
          <Input autoComplete="off" list={categoriesId} {...form.register("category")} />
          <FieldNews {...live.at("category")} />
        </Field>
        <Field label="Estimated Hours" error={errors.estimatedHours?.message}>
          <Input autoComplete="off" inputMode="decimal" {...form.register("estimatedHours")} />
          <FieldNews {...live.at("estimatedHours")} />
        </Field>
      </div>
      <datalist id={categoriesId}>
        {categories.map((category) => (
          <option key={category} value={category} />
        ))}
      </datalist>
    </DialogForm>
  );
}

type FormValues = ReturnType<typeof valuesOf>;

function valuesOf(template: TaskTemplate | null) {
  return {
    name: template?.name ?? "",
    description: template?.description ?? "",
    category: template?.category ?? "",
    estimatedHours: template?.estimatedHours?.toString() ?? "",
  };
}

/** The fields that differ from the saved values, and the idempotency key for creating a record. */
type Sending = { dirty: Partial<Record<keyof FormValues, boolean>>; key: string };

function useSave(template: TaskTemplate | null) {
  const create = useServerMutation(api.taskTemplates.create);
  const update = useServerMutation(api.taskTemplates.update);
  return async (values: FormValues, { dirty, key }: Sending) => {
    const sent = { ...values, estimatedHours: parseHours(values.estimatedHours) };
    if (template) {
      const changes = changedValues(sent, dirty);
      if (Object.keys(changes).length === 0) return;
      await update({ templateId: template.id, ...changes });
    } else await create({ ...sent, key });
    toast({ title: template ? "Task updated successfully" : "Task added successfully" });
  };
}
