import { useRef } from "react";
import { focusFirstField } from "./focus-field.ts";

/** The places for a focus whose element is gone: the dialog below, else the heading of the page. */
const PLACES = 'h1[tabindex], [data-slot="dialog"][data-state="open"]';

/** Focuses the card or the row of the first of these records that is in sight, else the place for a lost focus. */
function focusPlace(ids: readonly string[]): void {
  const place = [...document.querySelectorAll<HTMLElement>(PLACES)].at(-1);
  // A list below a dialog keeps out of its way.
  const entry = place?.matches("h1") === true ? entryOf(ids) : undefined;
  (entry ?? place)?.focus({ preventScroll: true });
}

/** The control that stands for one of these records in a list, where it is in sight. */
function entryOf(ids: readonly string[]): HTMLElement | undefined {
  const item = [...document.querySelectorAll<HTMLElement>("[data-item], [data-row]")].find(
    (each) => ids.includes(each.dataset["item"] ?? each.dataset["row"] ?? "") && isInSight(each),
  );
  if (item === undefined || item.hasAttribute("tabindex")) return item;
  return (
    item.querySelector<HTMLElement>("[data-act=open]") ?? item.querySelector("button") ?? undefined
  );
}

function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom >= 0 && top <= innerHeight;
}

/** A ref for a part that goes when one of its buttons is pressed: the focus goes to the place for a lost one. */
export function passFocusOn(part: HTMLElement | null): () => void {
  return () => {
    if (part?.contains(document.activeElement) === true) focusPlace([]);
  };
}

/**
 * Handlers that put the focus back where it was when a dialog opened. Radix only knows a DialogTrigger; dialogs opened
 * by an address or by state have none. Without such a place the focus goes to a record of that address.
 */
export function useRestoreFocus() {
  const before = useRef<Element | null>(null);
  const opened = useRef<string[]>([]);
  return {
    onOpenAutoFocus: (event: Event) => {
      before.current = document.activeElement;
      opened.current = [...new URLSearchParams(location.search).values()];
      const panel = event.target as Element;
      // A part that an address has opened is not the first one.
      const first = panel.querySelector<HTMLElement>("[data-focus=first]");
      first?.focus();
      if (first !== null) return event.preventDefault();
      // The focus goes to the first field of a form, and not to the buttons of a notice above it.
      const notice = panel.querySelector("form [data-slot=notice]");
      if (notice !== null && focusFirstField(notice.closest("form"))) event.preventDefault();
    },
    onCloseAutoFocus: (event: Event) => {
      const target = before.current;
      event.preventDefault();
      // A navigation puts the focus on the heading of its page, which has opened nothing.
      const isOpener = target instanceof HTMLElement && !target.matches("body, h1");
      if (isOpener && target.isConnected) target.focus({ preventScroll: true });
      // A navigation that closes the dialog has focused the next page.
      else if (document.activeElement === document.body) focusPlace(opened.current);
    },
  };
}
