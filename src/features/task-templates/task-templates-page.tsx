import { ListChecks, Plus } from "lucide-react";
import { useCallback, useState } from "react";
import { api } from "../../../convex/_generated/api.js";
import { Page } from "../../components/layout/page.tsx";
import { PageHeader } from "../../components/layout/page-header.tsx";
import { LazyMoves, SortableList } from "../../components/sortable/sortable-list.tsx";
import { Button } from "../../components/ui/button.tsx";
import { ConfirmDialog } from "../../components/ui/confirm-dialog.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { lazyPart } from "../../components/ui/lazy-part.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { UntilKnown } from "../../components/ui/until-known.tsx";
import { useLast } from "../../hooks/use-last.ts";
import { useFirstInSlices } from "../../hooks/reads/use-first-in-slices.ts";
import { useLateParts } from "../../hooks/reads/use-late-parts.ts";
import { useLiveQuery } from "../../hooks/reads/use-live-query.ts";
import { formatCount } from "../../lib/format.ts";
import { groupByCategory, type TemplateGroup } from "../../lib/template-groups.ts";
import { screenDescriptions, screenTitles } from "../../lib/screen-titles.ts";
import { TemplateRow } from "./template-row.tsx";
import type { TaskTemplate } from "./optimistic-templates.ts";
import { useTemplateActions } from "./use-template-actions.ts";

/** The dialog and the rules of its form load after the list. */
const TemplateDialog = lazyPart(
  async () => ({ default: (await import("./template-dialog.tsx")).TemplateDialog }),
  { isOpen: ({ subject }) => subject !== undefined },
);
const lateParts = [TemplateDialog, LazyMoves];

/**
 * The master task list by category: tasks are added, changed, ordered and retired here. The task of the address scrolls
 * into view.
 */
export function TaskTemplatesPage({ shownId }: { shownId?: string | undefined }) {
  const templates = useFirstInSlices(useLiveQuery(api.taskTemplates.list, {}));
  const [edited, setEdited] = useState<TaskTemplate | "new">();
  const [retiring, setRetiring] = useState<TaskTemplate>();
  const { reorderTemplates, retireTemplate } = useTemplateActions();
  useLateParts(lateParts);
  const groups = templates && groupByCategory(templates);
  const add = useCallback(() => setEdited("new"), []);

  return (
    <Page>
      {/* The heading is as wide as the list, so that its button is above the list's end. */}
      <div className="max-w-4xl">
        <PageHeader
          title={screenTitles["/task-templates"]}
          description={screenDescriptions["/task-templates"]}
          actions={
            <Button onClick={add}>
              <Plus aria-hidden /> Add Task
            </Button>
          }
        />
      </div>
      {!groups && (
        <UntilKnown>
          <Placeholders />
        </UntilKnown>
      )}
      {groups?.length === 0 && (
        <EmptyState
          icon={ListChecks}
          title="No tasks yet"
          description="Add the work your teams do in every unit turn"
          action={<Button onClick={add}>Add Your First Task</Button>}
        />
      )}
      <div className="grid max-w-4xl gap-5">
        {groups?.map((group) => (
          <Category
            key={group.category}
            group={group}
            shownId={shownId}
            onReorder={reorderTemplates}
            onEdit={setEdited}
            onRetire={setRetiring}
          />
        ))}
      </div>
      <TemplateDialog
        subject={edited}
        categories={[...new Set(templates?.flatMap(({ category }) => category ?? []))]}
        onClose={() => setEdited(undefined)}
      />
      <RetireDialog
        template={retiring}
        onClose={() => setRetiring(undefined)}
        onRetire={retireTemplate}
      />
    </Page>
  );
}

interface CategoryProps {
  group: TemplateGroup<TaskTemplate>;
  shownId: string | undefined;
  onReorder: (ids: string[]) => void;
  onEdit: (template: TaskTemplate) => void;
  onRetire: (template: TaskTemplate) => void;
}

function Category({ group, shownId, onReorder, onEdit, onRetire }: CategoryProps) {
  const { category, templates } = group;
  return (
    <section aria-label={category}>
      <h2 className="mb-1.5 flex items-baseline justify-between gap-3 text-sm font-semibold">
        <span className="min-w-0 break-words">{category}</span>
        <span className="shrink-0 font-normal text-ink-muted">
          {formatCount(templates.length, "task")}
        </span>
      </h2>
      <SortableList items={templates} onReorder={onReorder}>
        <ul
          aria-label={`Tasks of ${category}`}
          className="divide-y divide-line overflow-clip rounded-lg border border-line bg-surface"
        >
          {templates.map((template) => (
            <TemplateRow
              key={template.id}
              template={template}
              isShown={template.id === shownId}
              onEdit={onEdit}
              onRetire={onRetire}
            />
          ))}
        </ul>
      </SortableList>
    </section>
  );
}

interface RetireDialogProps {
  template: TaskTemplate | undefined;
  onClose: () => void;
  onRetire: (templateId: string) => void;
}

function RetireDialog(props: RetireDialogProps) {
  const template = useLast(props.template);
  if (!template) return null;
  return (
    <ConfirmDialog
      open={props.template !== undefined}
      onOpenChange={(open) => !open && props.onClose()}
      title="Retire task?"
      description={`"${template.name}" is no longer offered when tasks are assigned. Tasks that were assigned before stay.`}
      confirmLabel="Retire Task"
      destructive
      onConfirm={() => {
        props.onRetire(template.id);
        return Promise.resolve();
      }}
    />
  );
}

function Placeholders() {
  return (
    <div aria-busy className="grid max-w-4xl gap-2">
      {Array.from({ length: 8 }, (_, index) => (
        <Skeleton key={index} className="h-14" />
      ))}
    </div>
  );
}
