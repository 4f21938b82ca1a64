import { ArrowDownUp } from "lucide-react";
import { type FocusEvent, type ReactNode, useRef, useState } from "react";
import { Button } from "../../components/ui/button.tsx";
import { cn } from "../../lib/cn.ts";
import type { BoardLine } from "./contents/board-order.ts";
import type { BoardRow } from "./contents/board-types.ts";
import { type ShownLine, useHeldLines } from "./contents/use-held-lines.ts";

interface HeldAreaProps {
  lines: readonly BoardLine[];
  rows: readonly BoardRow[];
  /** The person's own choice of filters and order, as a text. */
  view: string;
  className?: string;
  children: (lines: readonly ShownLine[]) => ReactNode;
}

/** The area of the lines. No line moves while the pointer or the focus is inside; a button sorts the lines again. */
export function HeldArea({ lines, rows, view, className, children }: HeldAreaProps) {
  const areaRef = useRef<HTMLDivElement>(null);
  const [hasPointer, setPointer] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const isHeld = hasPointer || hasFocus;
  const held = useHeldLines({ lines, rows, isHeld, view });

  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setFocus(false);
  };
  const sortAgain = () => {
    held.sortAgain();
    // The button unmounts when nothing is out of order; the focus goes back to its former cell.
    areaRef.current?.querySelector<HTMLElement>("[data-row][tabindex='0']")?.focus();
  };
  return (
    <div
      ref={areaRef}
      className={cn("relative", className)}
      onPointerEnter={() => setPointer(true)}
      onPointerLeave={() => setPointer(false)}
      onFocus={() => setFocus(true)}
      onBlur={onBlur}
    >
      {children(held.lines)}
      <div
        role="status"
        className="pointer-events-none sticky bottom-4 z-20 max-md:bottom-18 flex justify-center"
      >
        {held.hasChanged && (
          <Button
            variant="outline"
            className="pointer-events-auto absolute bottom-0 animate-rise rounded-full bg-raised shadow-overlay"
            onClick={sortAgain}
          >
            <ArrowDownUp aria-hidden /> Order has changed
          </Button>
        )}
      </div>
    </div>
  );
}
