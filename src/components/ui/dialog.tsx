import { cva, type VariantProps } from "class-variance-authority";
import { X } from "lucide-react";
import { Dialog as RadixDialog } from "radix-ui";
import { type ComponentProps, createContext, use } from "react";

import { cn } from "../../lib/cn.ts";
import { useHasBeen } from "../../hooks/use-has-been.ts";
import { Button } from "./button.tsx";
import { useRestoreFocus } from "./use-restore-focus.ts";
import { WithNotifications } from "./with-notifications.ts";

/** True in a dialog that is or was open. */
const WasOpen = createContext(true);

/** True in the panel of a dialog. */
const InDialog = createContext(false);

/** A modal dialog; give it `open` and `onOpenChange`. Its panel is made when it opens for the first time. */
export function Dialog(props: ComponentProps<typeof RadixDialog.Root>) {
  const wasOpen = useHasBeen(props.open === true);
  return (
    <WasOpen value={wasOpen}>
      <RadixDialog.Root {...props} />
    </WasOpen>
  );
}

/** Closes the dialog around it; use with `asChild` and a Button. */
export const DialogClose = RadixDialog.Close;

/** The dimmed layer behind dialogs and the drawer. It has their z-index, so that it dims a dialog below as well. */
export const overlayClasses =
  "fixed inset-0 z-50 bg-scrim data-[state=closed]:animate-leave data-[state=open]:animate-appear";

const contentVariants = cva(
  "fixed z-50 flex max-h-[calc(var(--full)-2rem)] w-[calc(100vw-2rem)] flex-col overflow-hidden rounded-xl border border-line bg-raised text-ink shadow-overlay outline-none inset-x-0 top-(--bar) bottom-0 m-auto h-fit data-[state=closed]:animate-leave data-[state=open]:animate-rise max-md:max-h-[calc(var(--full)-1rem)] max-md:w-[calc(100vw-1rem)]",
  {
    variants: { size: { sm: "max-w-sm", md: "max-w-lg", lg: "max-w-3xl", xl: "max-w-5xl" } },
    defaultVariants: { size: "md" },
  },
);

/** The panel of a dialog with its X; put DialogHeader, DialogBody and DialogFooter inside. */
export function DialogContent({
  className,
  children,
  size,
  ...props
}: ComponentProps<typeof RadixDialog.Content> & VariantProps<typeof contentVariants>) {
  const restoreFocus = useRestoreFocus();
  const isInDialog = use(InDialog);
  if (!use(WasOpen)) return null;
  return (
    // Without a container, Radix renders the panel a second time after the layout of the page, in one task. A dialog over
    // a dialog needs that: of two panels in one render, the outer one would take the focus last.
    <RadixDialog.Portal container={isInDialog ? undefined : document.body}>
      <RadixDialog.Overlay data-slot="overlay" className={overlayClasses} />
      <RadixDialog.Content
        data-slot="dialog"
        className={cn(contentVariants({ size }), className)}
        {...restoreFocus}
        {...props}
      >
        <WithNotifications />
        <InDialog value>{children}</InDialog>
        <RadixDialog.Close asChild>
          <Button
            data-slot="dialog-close"
            variant="ghost"
            size="icon"
            className="absolute top-2 right-2"
            aria-label="Close"
          >
            <X aria-hidden />
          </Button>
        </RadixDialog.Close>
      </RadixDialog.Content>
    </RadixDialog.Portal>
  );
}

/** Title and description of a dialog; stays in place while the body scrolls. */
export function DialogHeader({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-slot="dialog-header"
      className={cn("flex flex-col gap-1 px-5 pt-4 pr-14 pb-3", className)}
      {...props}
    />
  );
}

/** The part of a dialog that scrolls. */
export function DialogBody({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-slot="dialog-body"
      className={cn("min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-1 pb-4", className)}
      {...props}
    />
  );
}

/** The name of a dialog, read when it opens. */
export function DialogTitle({ className, ...props }: ComponentProps<typeof RadixDialog.Title>) {
  return (
    <RadixDialog.Title
      data-slot="dialog-title"
      className={cn("text-lg font-semibold", className)}
      {...props}
    />
  );
}

/** The subject of a dialog, in a sentence. */
export function DialogDescription({
  className,
  ...props
}: ComponentProps<typeof RadixDialog.Description>) {
  return (
    <RadixDialog.Description
      data-slot="dialog-description"
      className={cn("text-sm text-ink-muted", className)}
      {...props}
    />
  );
}

/** The buttons of a dialog: the main one last. */
export function DialogFooter({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-slot="dialog-footer"
      className={cn(
        "flex flex-col-reverse gap-2 border-t border-line px-5 py-3 sm:flex-row sm:items-center sm:justify-end",
        className,
      )}
      {...props}
    />
  );
}
