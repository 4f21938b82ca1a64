import { Popover as RadixPopover } from "radix-ui";
import type { ComponentProps } from "react";

import { cn } from "../../lib/cn.ts";

/** A small panel beside the element that opens it. */
export const Popover = RadixPopover.Root;

/** The element that opens the popover; use with `asChild`. */
export const PopoverTrigger = RadixPopover.Trigger;

/** The panel of a popover. */
export function PopoverContent({
  className,
  align = "start",
  sideOffset = 4,
  ...props
}: ComponentProps<typeof RadixPopover.Content>) {
  return (
    <RadixPopover.Portal>
      <RadixPopover.Content
        data-slot="popover"
        align={align}
        sideOffset={sideOffset}
        collisionPadding={8}
        className={cn(
          "z-50 animate-rise rounded-lg border border-line bg-raised p-3 text-ink shadow-overlay outline-none",
          className,
        )}
        {...props}
      />
    </RadixPopover.Portal>
  );
}
