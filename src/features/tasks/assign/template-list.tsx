import { memo } from "react";
import { Checkbox } from "../../../components/ui/checkbox.tsx";
import { DialogBody } from "../../../components/ui/dialog.tsx";
import { formatHours } from "../../../lib/format.ts";
import { groupByCategory } from "../../../lib/template-groups.ts";
import type { TaskTemplate } from "../../../lib/optimistic/task-change.ts";

interface TemplateListProps {
  templates: readonly TaskTemplate[];
  selection: ReadonlySet<string>;
  disabled: boolean;
  onToggle: (id: string) => void;
}

/** The templates to choose from, by category. */
export function TemplateList({ templates, selection, disabled, onToggle }: TemplateListProps) {
  return (
    <DialogBody className="px-0 py-0">
      {groupByCategory(templates).map(({ category, templates: grouped }) => (
        <section key={category} aria-label={category}>
          <h3 className="sticky top-0 z-10 border-b border-line bg-sunken px-5 py-1.5 text-xs font-medium text-ink-muted">
            {category}
          </h3>
          <ul className="divide-y divide-line">
            {grouped.map((template) => (
              <TemplateRow
                key={template.id}
                template={template}
                selected={selection.has(template.id)}
                disabled={disabled}
                onToggle={onToggle}
              />
            ))}
          </ul>
        </section>
      ))}
    </DialogBody>
  );
}

interface TemplateRowProps {
  template: TaskTemplate;
  selected: boolean;
  disabled: boolean;
  onToggle: (id: string) => void;
}

const TemplateRow = memo(function TemplateRow(props: TemplateRowProps) {
  const { template, selected, disabled, onToggle } = props;
  const descriptionId = `template-${template.id}`;
  return (
    <li>
      <label className="flex min-h-11 cursor-pointer items-start gap-3 px-5 py-2 hover:bg-hover">
        <Checkbox
          checked={selected}
          disabled={disabled}
          onCheckedChange={() => onToggle(template.id)}
          aria-label={template.name}
          aria-describedby={descriptionId}
          className="mt-0.5"
        />
        <span className="min-w-0 flex-1">
          <span className="line-clamp-3 text-sm font-medium break-words">{template.name}</span>
          <span id={descriptionId} className="block text-sm break-words text-ink-muted">
            {template.description}
          </span>
        </span>
        {template.estimatedHours !== null && (
          <span className="shrink-0 text-sm text-ink-muted">
            {formatHours(template.estimatedHours)}
          </span>
        )}
      </label>
    </li>
  );
});
