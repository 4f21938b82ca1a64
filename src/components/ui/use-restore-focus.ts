import { useRef } from "react";
import { focusFirstField } from "./focus-field.ts";

/** The places for a focus whose element is gone: the dialog below, else the heading of the page. */
const PLACES = 'h1[tabindex], [data-slot="dialog"][data-state="open"]';

/** Focuses the place for a lost focus. */
function focusPlace(): void {
  const places = document.querySelectorAll<HTMLElement>(PLACES);
  [...places].at(-1)?.focus({ preventScroll: true });
}

/** A ref for a part that goes when one of its buttons is pressed: the focus goes to the place for a lost one. */
export function passFocusOn(part: HTMLElement | null): () => void {
  return () => {
    if (part?.contains(document.activeElement) === true) focusPlace();
  };
}

/**
 * Handlers that put the focus back where it was when a dialog opened. Radix only knows a DialogTrigger;
 * dialogs opened by an address or by state have none.
 */
export function useRestoreFocus() {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      before.current = document.activeElement;
      // The focus goes to the first field of a form, and not to the buttons of a notice above it.
      const notice = (event.target as Element).querySelector("form [data-slot=notice]");
      if (notice !== null && focusFirstField(notice.closest("form"))) event.preventDefault();
    },
    onCloseAutoFocus: (event: Event) => {
      const target = before.current;
      if (!(target instanceof HTMLElement) || target === document.body) return;
      event.preventDefault();
      if (target.isConnected) target.focus({ preventScroll: true });
      else focusPlace();
    },
  };
}
