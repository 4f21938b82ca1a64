import { type ReactNode, useRef } from "react";
import { SelectionContext } from "../../hooks/edits/use-record-selection.ts";
import { useStore } from "../../hooks/use-store.ts";
import { cn } from "../../lib/cn.ts";
import type { RecordSelection } from "../../lib/selection/record-selection.ts";
import { useSelectGestures } from "./use-select-gestures.ts";

/**
 * A list whose rows can be selected: with Ctrl or Cmd one by one, with Shift a range, by a long press of a finger. Rows name
 * their record in `data-select`. Escape selects nothing any more.
 */
export function SelectArea(props: {
  selection: RecordSelection;
  /** False where nothing can be changed. */
  isOn: boolean;
  /** The menu of a row selects it where a long press means something else. */
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
