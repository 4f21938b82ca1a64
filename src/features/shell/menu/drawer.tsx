import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import type { ReactNode } from "react";

import { Button } from "../../../components/ui/button.tsx";
import { overlayClasses } from "../../../components/ui/dialog.tsx";

type DrawerProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
};

/** The sidebar of small screens, sliding in from the left; following a link closes it. */
export function Drawer({ open, onOpenChange, children }: DrawerProps) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay data-slot="overlay" className={overlayClasses} />
        <Dialog.Content
          data-slot="drawer"
          aria-describedby={undefined}
          className="fixed top-(--bar) bottom-0 left-0 z-50 w-72 max-w-[calc(100vw-3.5rem)] border-r border-line bg-surface shadow-overlay outline-none data-[state=closed]:animate-slide-out data-[state=open]:animate-slide-in"
          onClick={(event) => {
            if (event.target instanceof Element && event.target.closest("a")) onOpenChange(false);
          }}
        >
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          {children}
          <Dialog.Close asChild>
            <Button
              variant="ghost"
              size="icon"
              aria-label="Close menu"
              className="absolute top-1.5 right-1.5"
            >
              <X aria-hidden className="size-5" />
            </Button>
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
