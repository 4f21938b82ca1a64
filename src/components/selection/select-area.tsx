import { type ReactNode, useRef } from "react";
import { SelectionContext } from "../../hooks/edits/use-record-selection.ts";
import { useStore } from "../../hooks/use-store.ts";
import { cn } from "../../lib/cn.ts";
import type { RecordSelection } from "../../lib/selection/record-selection.ts";
import { useSelectGestures } from "./use-select-gestures.ts";

/**
 * A list whose rows can be selected: one by one with Ctrl or Cmd, a range with Shift, or by a long press of a finger.
 * Each row names its record in `data-select`. Escape clears the selection.
 */
export function SelectArea(props: {
  selection: RecordSelection;
  /** False where nothing can be changed. */
  isOn: boolean;
  /** False where a long press means something else; the menu of a row selects it there. */
  hasLongPress?: boolean;
  className?: string;
  children: ReactNode;
}) {
  const { selection, isOn, hasLongPress = true, className, children } = props;
  const areaRef = useRef<HTMLDivElement>(null);
  const isSelecting = useStore(selection, (ids) => ids.size > 0);
  useSelectGestures(areaRef, { selection, isOn, hasLongPress });
  return (
    <SelectionContext value={isOn ? selection : null}>
      <div
        ref={areaRef}
        data-selecting={isSelecting || undefined}
        className={cn("group/select", className)}
      >
        {children}
      </div>
    </SelectionContext>
  );
}
