import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useId } from "react";
import { Controller, useForm } from "react-hook-form";
import * as z from "zod";
import { createViewInput } from "../../../convex/rules/inputs/views.ts";
import { FieldNews } from "../../components/field-news.tsx";
import { RecordDialog } from "../../components/record-dialog.tsx";
import { Checkbox } from "../../components/ui/checkbox.tsx";
import { DialogForm } from "../../components/ui/dialog-form.tsx";
import { Field } from "../../components/ui/field.tsx";
import { Input } from "../../components/ui/input.tsx";
import { Label } from "../../components/ui/label.tsx";
import { toast } from "../../components/ui/toast.ts";
import { useLiveForm } from "../../hooks/edits/use-live-form.ts";
import { useKeptForm } from "../../hooks/edits/use-kept-form.ts";
import { changedValues } from "../../lib/forms/changed-values.ts";
import { flag, text } from "../../lib/shape.ts";
import type { ViewPage } from "../../lib/views.ts";
import { showRefusal, useViewActions } from "./use-view-actions.ts";
import type { SavedView } from "./use-views.ts";

interface ViewDialogProps {
  view: SavedView | "new" | undefined;
  page: ViewPage;
  /** The present filters of the page, as a query string. */
  query: string;
  onClose: () => void;
}

/** Keeps the filters of a page as a view, or changes a view. */
export function ViewDialog({ view, page, query, onClose }: ViewDialogProps) {
  return (
    <RecordDialog
      subject={view}
      onClose={onClose}
      adding={{
        title: "Save View",
        description: "The filters and the order of this page, under a name of your choice.",
      }}
      editing={{ title: "Edit View", description: "The name, the filters, and who sees it." }}
    >
      {(edited) => <ViewForm view={edited} page={page} query={query} onSaved={onClose} />}
    </RecordDialog>
  );
}

const viewForm = z.object({
  name: createViewInput.shape.name,
  shared: z.boolean(),
  replaces: z.boolean(),
});

const fields = { name: text, shared: flag, replaces: flag };

type FormProps = { view: SavedView | null; page: ViewPage; query: string; onSaved: () => void };

function ViewForm({ view, page, query, onSaved }: FormProps) {
  const save = useSave({ view, page, query });
  const form = useForm({ defaultValues: valuesOf(view), resolver: zodResolver(viewForm) });
  const { errors, isSubmitting } = form.formState;
  const live = useLiveForm(form, { live: valuesOf(view) });
  const kept = useKeptForm(form, { place: `view ${view?.id ?? `of ${page.path}`}`, fields });

  const submit = form.handleSubmit(async (values) => {
    try {
      await save(values, { dirty: form.formState.dirtyFields, key: kept.requestKey });
      kept.saved(onSaved);
    } catch (error) {
      kept.refused(error, () => showRefusal(error));
    }
  });

  return (
    <DialogForm
      onSubmit={live.guard(submit)}
      submitLabel={view ? "Save Changes" : "Save View"}
      isSubmitting={isSubmitting}
      kept={kept}
    >
      <Field label="Name" required error={errors.name?.message}>
        <Input autoComplete="off" placeholder="Late units" {...form.register("name")} />
        <FieldNews {...live.at("name")} />
      </Field>
      <Controller
        control={form.control}
        name="shared"
        render={({ field }) => (
          <Choice
            label="For everyone"
            hint="Everyone in the workspace sees it. Managers and administrators can change it."
            value={field.value}
            onChange={field.onChange}
          >
            <FieldNews
              {...live.at("shared", (shared) => (shared ? "for everyone" : "for its owner"))}
            />
          </Choice>
        )}
      />
      {view !== null && view.query !== query && (
        <Controller
          control={form.control}
          name="replaces"
          render={({ field }) => (
            <Choice
              label="Take the present filters"
              hint="The view keeps what the page shows now, in place of its own filters."
              value={field.value}
              onChange={field.onChange}
            />
          )}
        />
      )}
    </DialogForm>
  );
}

function Choice(props: {
  label: string;
  hint: string;
  value: boolean;
  onChange: (value: boolean) => void;
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <div className="flex items-start gap-2.5 touch:min-h-11">
      <Checkbox
        id={id}
        aria-describedby={`${id}-hint`}
        className="mt-0.5"
        checked={props.value}
        onCheckedChange={(checked) => props.onChange(checked === true)}
      />
      <div>
        <Label htmlFor={id}>{props.label}</Label>
        <p id={`${id}-hint`} className="text-xs text-ink-muted">
          {props.hint}
        </p>
        {props.children}
      </div>
    </div>
  );
}

type FormValues = z.output<typeof viewForm>;

function valuesOf(view: SavedView | null): FormValues {
  return { name: view?.name ?? "", shared: view?.shared ?? false, replaces: false };
}

/** The fields that differ from the saved values, and the idempotency key for creating a record. */
type Sending = { dirty: Partial<Record<keyof FormValues, boolean>>; key: string };

function useSave({ view, page, query }: Omit<FormProps, "onSaved">) {
  const { create, update } = useViewActions();
  return async ({ replaces, ...values }: FormValues, { dirty, key }: Sending) => {
    if (view === null) await create({ ...values, page: page.path, query, key });
    else {
      const changed = changedValues(values, dirty);
      await update({ viewId: view.id, ...changed, ...(replaces && { query }) });
    }
    toast({ title: view ? "View changed" : `View “${values.name}” saved` });
  };
}
