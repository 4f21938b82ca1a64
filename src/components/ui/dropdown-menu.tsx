import { DropdownMenu as RadixMenu } from "radix-ui";
import type { ComponentProps } from "react";

import { cn } from "../../lib/cn.ts";
import { keepFocusInside } from "./keep-focus-inside.ts";

/** A menu of actions behind a button. */
export const DropdownMenu = RadixMenu.Root;

/** The button of the menu; use with `asChild`. */
export const DropdownMenuTrigger = RadixMenu.Trigger;

/** The panel of the menu. */
export function DropdownMenuContent({
  className,
  sideOffset = 4,
  ...props
}: ComponentProps<typeof RadixMenu.Content>) {
  return (
    <RadixMenu.Portal>
      <RadixMenu.Content
        ref={keepFocusInside}
        data-slot="dropdown-menu"
        sideOffset={sideOffset}
        collisionPadding={8}
        className={cn(
          "z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 animate-rise overflow-y-auto rounded-lg border border-line bg-raised p-1 text-ink shadow-overlay outline-none",
          className,
        )}
        {...props}
      />
    </RadixMenu.Portal>
  );
}

/** One action of the menu. */
export function DropdownMenuItem({
  className,
  destructive = false,
  ...props
}: ComponentProps<typeof RadixMenu.Item> & { destructive?: boolean | undefined }) {
  return (
    <RadixMenu.Item
      data-slot="dropdown-menu-item"
      className={cn(
        "flex min-h-8 cursor-default items-center gap-2 rounded-md px-2 text-sm outline-none select-none data-disabled:opacity-50 data-highlighted:bg-hover touch:min-h-11 touch:text-base [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-muted",
        destructive && "text-danger-text [&_svg]:text-danger-text",
        className,
      )}
      {...props}
    />
  );
}

/** A heading inside the menu. */
export function DropdownMenuLabel({ className, ...props }: ComponentProps<typeof RadixMenu.Label>) {
  return (
    <RadixMenu.Label
      className={cn("px-2 pt-1.5 pb-1 text-xs font-medium text-ink-muted", className)}
      {...props}
    />
  );
}
