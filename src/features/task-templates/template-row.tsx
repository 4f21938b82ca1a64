import { Archive, Pencil } from "lucide-react";
import { memo, useEffect, useRef } from "react";
import { DragHandle } from "../../components/sortable/drag-handle.tsx";
import { useSortableRow } from "../../components/sortable/use-sortable-row.ts";
import { Button } from "../../components/ui/button.tsx";
import { cn } from "../../lib/cn.ts";
import { formatHours } from "../../lib/format.ts";
import type { TaskTemplate } from "./optimistic-templates.ts";

interface TemplateRowProps {
  template: TaskTemplate;
  /** True scrolls the row into view and highlights it. */
  isShown: boolean;
  onEdit: (template: TaskTemplate) => void;
  onRetire: (template: TaskTemplate) => void;
}

/** One task of the master list, with its buttons. */
export const TemplateRow = memo(function TemplateRow(props: TemplateRowProps) {
  const { template, isShown, onEdit, onRetire } = props;
  const name = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (isShown) name.current?.scrollIntoView({ block: "center" });
  }, [isShown]);
  const { setRow, style, isDragging, handle } = useSortableRow(template.id);
  return (
    <li
      ref={setRow}
      style={style}
      data-row
      aria-label={template.name}
      className={cn(
        "relative flex items-start gap-2 bg-surface py-2 pr-2 pl-1.5 touch:py-1",
        isShown && "bg-accent-soft",
        isDragging && "rounded-lg shadow-overlay",
      )}
    >
      <DragHandle name={template.name} handle={handle} />
      <div className="min-w-0 flex-1 py-1.5">
        <p
          ref={name}
          className="line-clamp-3 text-sm font-medium break-words"
          title={template.name}
        >
          {template.name}
        </p>
        {template.description !== null && (
          <p className="text-sm break-words text-ink-muted">{template.description}</p>
        )}
      </div>
      {template.estimatedHours !== null && (
        <span className="shrink-0 py-1.5 text-sm text-ink-muted tabular-nums">
          {formatHours(template.estimatedHours)}
        </span>
      )}
      <div className="flex shrink-0">
        <Button
          variant="ghost"
          size="icon"
          data-act="edit"
          title="Edit Task"
          aria-label={`Edit ${template.name}`}
          onClick={() => onEdit(template)}
        >
          <Pencil aria-hidden />
        </Button>
        <Button
          variant="ghost"
          size="icon"
          title="Retire Task"
          aria-label={`Retire ${template.name}`}
          onClick={() => onRetire(template)}
        >
          <Archive aria-hidden />
        </Button>
      </div>
    </li>
  );
});
