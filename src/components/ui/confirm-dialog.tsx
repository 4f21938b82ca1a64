import { AlertDialog } from "radix-ui";
import { useState, type ReactNode } from "react";

import { useHasBeen } from "../../hooks/use-has-been.ts";
import { cn } from "../../lib/cn.ts";
import { showError } from "../../lib/errors.ts";
import { Button } from "./button.tsx";
import { overlayClasses } from "./dialog.tsx";
import { useRestoreFocus } from "./use-restore-focus.ts";
import { WithNotifications } from "./with-notifications.ts";

type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description: ReactNode;
  confirmLabel: string;
  destructive?: boolean | undefined;
  /**
   * The confirmed action. The dialog closes when it is done; a failure shows the error toast, and the dialog stays
   * open.
   */
  onConfirm: () => Promise<unknown>;
};

/** Asks before something happens; Cancel has the focus, Escape declines. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, description, confirmLabel, destructive, onConfirm } = props;
  const [working, setWorking] = useState(false);
  const restoreFocus = useRestoreFocus();
  const wasOpen = useHasBeen(open);

  const confirm = async () => {
    setWorking(true);
    try {
      await onConfirm();
      onOpenChange(false);
    } catch (error) {
      showError(error);
    } finally {
      setWorking(false);
    }
  };

  if (!wasOpen) return null;
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => working || onOpenChange(next)}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay data-slot="overlay" className={overlayClasses} />
        <AlertDialog.Content
          data-slot="confirm-dialog"
          {...restoreFocus}
          className={cn(
            "fixed inset-x-0 top-(--bar) bottom-0 z-50 m-auto flex h-fit max-h-[calc(var(--full)-2rem)] w-[calc(100vw-2rem)] max-w-md flex-col rounded-xl border border-line bg-raised p-5 text-ink shadow-overlay outline-none",
            "data-[state=closed]:animate-leave data-[state=open]:animate-rise",
          )}
        >
          <WithNotifications />
          {/* The region can be focused, so that the keyboard can scroll a long text. */}
          <div
            role="region"
            aria-label="Question"
            tabIndex={0}
            className="-m-2 min-h-0 overflow-y-auto rounded-lg p-2 wrap-anywhere focus-visible:-outline-offset-2"
          >
            <AlertDialog.Title className="text-lg font-semibold">{title}</AlertDialog.Title>
            <AlertDialog.Description className="mt-1.5 text-base text-ink-muted">
              {description}
            </AlertDialog.Description>
          </div>
          <div className="mt-5 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
            <AlertDialog.Cancel asChild>
              <Button data-slot="dialog-close" variant="secondary" disabled={working}>
                Cancel
              </Button>
            </AlertDialog.Cancel>
            <Button
              variant={destructive === true ? "destructive" : "primary"}
              loading={working}
              onClick={() => void confirm()}
            >
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
