import { GripVertical } from "lucide-react";
import { cn } from "../../lib/cn.ts";
import type { RowHandle } from "./use-sortable-row.ts";

/** The handle of a row: dragged, or picked up with Space and moved with the arrow keys. */
export function DragHandle(props: { name: string; handle: RowHandle; className?: string }) {
  const { name, className } = props;
  const { setHandle, use, pressPointer, pressKey, instructionsId, isDragging } = props.handle;
  return (
    <button
      type="button"
      ref={setHandle}
      onFocus={use}
      onPointerDown={pressPointer}
      onKeyDown={pressKey}
      aria-roledescription="sortable"
      aria-describedby={instructionsId}
      aria-pressed={isDragging || undefined}
      aria-label={`Reorder ${name}`}
      title="Drag to reorder"
      className={cn(
        "flex h-8 w-6 shrink-0 cursor-grab touch-none items-center justify-center rounded-md text-ink-faint hover:bg-hover hover:text-ink-muted active:cursor-grabbing touch:h-11 touch:w-9",
        className,
      )}
    >
      <GripVertical aria-hidden className="size-4" />
    </button>
  );
}
