import { Info } from "lucide-react";
import { type PointerEvent, type ReactNode, useState } from "react";

import { cn } from "../../../lib/cn.ts";
import { StandIn, useLateTrigger } from "../../../components/ui/late-trigger.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "../../../components/ui/popover.tsx";

/** The size of the button, which is reserved while the button is missing. */
export const tipRoom = "-m-1.5 inline-flex size-7 shrink-0 touch:-m-3 touch:size-11";

type InfoTipProps = { label: string; children: ReactNode };

/** An explanation behind a small button. It opens on hover, by a tap or by a key. */
export function InfoTip({ label, children }: InfoTipProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { isUsed, panelId, button, standIn } = useLateTrigger(isOpen);
  const byMouse = (next: boolean) => (event: PointerEvent) => {
    if (event.pointerType === "mouse") setIsOpen(next);
  };
  return (
    <>
      <button
        {...button}
        aria-haspopup="dialog"
        aria-label={label}
        onPointerEnter={byMouse(true)}
        onPointerLeave={byMouse(false)}
        // Hovering has opened it already, so the click of a mouse must not close it.
        onClick={(event) => {
          if (event.detail === 0 || !isOpen) button.onClick(event);
        }}
        className={cn(
          tipRoom,
          "items-center justify-center rounded-md text-ink-muted hover:text-ink",
        )}
      >
        <Info aria-hidden className="size-4" strokeWidth={1.75} />
      </button>
      {isUsed && (
        <Popover open={isOpen} onOpenChange={setIsOpen}>
          <PopoverTrigger asChild>
            <StandIn {...standIn} />
          </PopoverTrigger>
          {isOpen && (
            <PopoverContent
              id={panelId}
              aria-label={label}
              side="top"
              align="end"
              className="max-w-72 text-sm text-pretty text-ink"
              onOpenAutoFocus={(event) => event.preventDefault()}
            >
              {children}
            </PopoverContent>
          )}
        </Popover>
      )}
    </>
  );
}
