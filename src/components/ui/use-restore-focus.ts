import { useRef } from "react";

/**
 * Handlers that put the focus back where it was when a dialog opened. Radix only knows a DialogTrigger;
 * dialogs opened by an address or by state have none.
 */
export function useRestoreFocus() {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      const target = before.current;
      if (!(target instanceof HTMLElement) || target === document.body) return;
      event.preventDefault();
      // The element that opened the dialog may be gone with the deleted record; then the heading of the page is next.
      const next = target.isConnected
        ? target
        : document.querySelector<HTMLElement>("h1[tabindex]");
      next?.focus({ preventScroll: true });
    },
  };
}
