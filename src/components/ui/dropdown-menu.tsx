import { Check, ChevronRight } from "lucide-react";
import { DropdownMenu as RadixMenu } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";

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
          "z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 animate-rise overflow-y-auto rounded-lg border border-line hints-more p-1 text-ink shadow-overlay outline-none",
          className,
        )}
        {...props}
      />
    </RadixMenu.Portal>
  );
}

const itemClasses =
  "flex min-h-8 cursor-default items-center gap-2 rounded-md px-2 text-sm outline-none select-none data-disabled:opacity-50 data-highlighted:bg-hover touch:min-h-11 touch:text-base [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-muted";

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
        itemClasses,
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

/** A group of options in the menu, of which one is chosen. */
export const DropdownMenuChoices = RadixMenu.RadioGroup;

/** One option of the group; the chosen one has a mark. */
export function DropdownMenuChoice({
  className,
  children,
  ...props
}: ComponentProps<typeof RadixMenu.RadioItem>) {
  return (
    <RadixMenu.RadioItem className={cn(itemClasses, className)} {...props}>
      {children}
      <RadixMenu.ItemIndicator className="ml-auto pl-3">
        <Check aria-hidden className="text-accent-text!" />
      </RadixMenu.ItemIndicator>
    </RadixMenu.RadioItem>
  );
}

/** A line between groups of the menu. */
export function DropdownMenuSeparator() {
  return <RadixMenu.Separator className="my-1 h-px bg-line" />;
}

/** An item that opens a menu of its own beside it. */
export function DropdownSubmenu(props: {
  label: ReactNode;
  /** The current value, at the end of the item. */
  value?: string | undefined;
  children: ReactNode;
}) {
  return (
    <RadixMenu.Sub>
      <RadixMenu.SubTrigger className={cn(itemClasses, "data-[state=open]:bg-hover")}>
        {props.label}
        <span className="ml-auto max-w-32 truncate pl-3 text-ink-muted">{props.value}</span>
        <ChevronRight aria-hidden />
      </RadixMenu.SubTrigger>
      <RadixMenu.Portal>
        <RadixMenu.SubContent
          sideOffset={2}
          collisionPadding={8}
          className={cn(
            "z-50 max-h-(--radix-dropdown-menu-content-available-height) max-w-72 min-w-40 animate-rise overflow-y-auto rounded-lg border border-line hints-more p-1 text-ink shadow-overlay outline-none",
            // A phone has no room for it beside the menu. It moves over the menu by the width that the window lacks.
            "data-[side=left]:translate-x-[max(0px,calc(100%-var(--radix-dropdown-menu-content-available-width)))] data-[side=right]:translate-x-[min(0px,calc(var(--radix-dropdown-menu-content-available-width)-100%))]",
          )}
        >
          {props.children}
        </RadixMenu.SubContent>
      </RadixMenu.Portal>
    </RadixMenu.Sub>
  );
}
