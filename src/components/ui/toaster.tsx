import { CircleAlert, X } from "lucide-react";
import { Toast as RadixToast } from "radix-ui";
import { type FocusEvent, useCallback, useEffect, useRef } from "react";

import { useStore } from "../../hooks/use-store.ts";
import { cn } from "../../lib/cn.ts";
import { TOAST_DURATION_MS, toastStore, type Toast } from "../../lib/toast-store.ts";
import { Button } from "./button.tsx";
import { noteNotifications } from "./with-notifications.ts";

const SWIPE_THRESHOLD_PX = 50;

type FocusHandler = (event: FocusEvent<HTMLElement, Element>) => void;

/** The notification area: one at a time, five seconds, swipe right to dismiss, F8 to reach it. */
export function Toaster() {
  const toasts = useStore(toastStore, (all) => all);
  const returnFocus = useReturnFocus();
  return (
    <RadixToast.Provider
      // Radix' own timer stays paused for good when a toast closes under the pointer.
      duration={Infinity}
      swipeDirection="right"
      swipeThreshold={SWIPE_THRESHOLD_PX}
    >
      {toasts.map((toast) => (
        <ToastItem key={toast.id} toast={toast} onFocus={returnFocus} />
      ))}
      <RadixToast.Viewport
        ref={noteNotifications}
        data-slot="toaster"
        hotkey={["F8"]}
        onFocus={returnFocus}
        // A dialog hides everything but such regions from screen readers. Each notification announces itself.
        aria-live="off"
        // On a phone the area is at the top, away from the thumb and below the connection bar. It leaves the corner to
        // the X of dialogs.
        className="fixed right-0 bottom-0 z-60 flex w-full max-w-[420px] flex-col p-4 outline-none max-md:pointer-events-none max-md:top-[calc(var(--bar)+env(safe-area-inset-top))] max-md:right-auto max-md:bottom-auto max-md:left-0 max-md:items-center max-md:py-1.5 max-md:pr-15 max-md:pl-2"
      />
    </RadixToast.Provider>
  );
}

function ToastItem({ toast, onFocus }: { toast: Toast; onFocus: FocusHandler }) {
  const { undo, undoWord = "Undo" } = toast;
  const destructive = toast.variant === "destructive";
  const { hold, release } = useDismissTimer(toast.id);
  return (
    <RadixToast.Root
      data-slot="toast"
      open={toast.open}
      onOpenChange={(open) => open || toastStore.dismiss(toast.id)}
      onEscapeKeyDown={passEscapeToDialog}
      // A failure interrupts a screen reader, a success waits for its turn.
      type={destructive ? "foreground" : "background"}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={(event) => {
        hold();
        onFocus(event);
      }}
      onBlur={release}
      className={cn(
        "flex items-start gap-2.5 rounded-lg border bg-raised py-2.5 pr-2 pl-3.5 text-ink shadow-overlay max-md:pointer-events-auto max-md:items-center max-md:gap-1 max-md:py-0 max-md:pr-0",
        "data-[state=closed]:animate-toast-out",
        // The next toast of a series replaces the words in place: each slide would draw twelve frames.
        !toast.inPlace && "data-[state=open]:animate-toast-in",
        "data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform",
        destructive ? "border-danger" : "border-line",
      )}
    >
      {destructive && (
        <CircleAlert aria-hidden className="mt-1.5 size-4 shrink-0 text-danger-text max-md:mt-0" />
      )}
      <div className="min-w-0 flex-1 py-1 max-md:py-2">
        <RadixToast.Title className="text-base font-semibold max-md:text-sm">
          {toast.title}
        </RadixToast.Title>
        {toast.description !== undefined && (
          <RadixToast.Description className="text-sm text-ink-muted">
            {toast.description}
          </RadixToast.Description>
        )}
      </div>
      {undo && (
        <RadixToast.Action asChild altText={`Take it back with ${undoWord}`}>
          <Button variant="ghost" className="text-accent-text" onClick={undo}>
            {undoWord}
          </Button>
        </RadixToast.Action>
      )}
      <RadixToast.Close asChild>
        <Button variant="ghost" size="icon" aria-label="Dismiss notification">
          <X aria-hidden />
        </Button>
      </RadixToast.Close>
    </RadixToast.Root>
  );
}

/**
 * A handler that returns the focus to the place from which it came to the notifications. Radix gives it to their area
 * when the notification that had it closes.
 */
function useReturnFocus(): FocusHandler {
  const before = useRef<Element | null>(null);
  return ({ target, currentTarget, relatedTarget }) => {
    const isFromInside = currentTarget.closest("[role=region]")?.contains(relatedTarget) === true;
    if (!isFromInside) before.current = relatedTarget;
    else if (target.matches("ol")) (before.current as HTMLElement | null)?.focus();
  };
}

// A notification above a dialog gets Escape first, although people mean the dialog.
function passEscapeToDialog(event: KeyboardEvent) {
  const dialog =
    event.target instanceof Element
      ? event.target.closest("[data-slot=dialog],[data-slot=confirm-dialog]")
      : null;
  const close = dialog?.querySelector<HTMLElement>("[data-slot=dialog-close]");
  if (!close) return;
  event.preventDefault();
  close.click();
}

/** Dismisses a notification after its time. The timer stops while the pointer or the focus is on it. */
function useDismissTimer(id: number): { hold: () => void; release: () => void } {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hold = useCallback(() => clearTimeout(timer.current), []);
  const release = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => toastStore.dismiss(id), TOAST_DURATION_MS);
  }, [id]);

  useEffect(() => {
    release();
    return hold;
  }, [hold, release]);

  return { hold, release };
}
