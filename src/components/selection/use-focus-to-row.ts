import { type RefCallback, useCallback, useEffect, useRef } from "react";
import { passFocusOn } from "../ui/use-restore-focus.ts";

/**
 * A ref for the bar of a selection. When the bar goes while one of its buttons has the focus, the focus returns to the
 * record that was selected last, and from there the keys for rows go on.
 */
export function useFocusToRow(selected: ReadonlySet<string>): RefCallback<HTMLElement> {
  const last = useRef<string>(undefined);
  useEffect(() => {
    if (selected.size > 0) last.current = [...selected].at(-1);
  }, [selected]);
  return useCallback((bar) => {
    const passOn = passFocusOn(bar);
    return () => {
      if (bar?.contains(document.activeElement) === true) controlOf(last.current)?.focus();
      passOn();
    };
  }, []);
}

/** The control that opens or edits a record of the list. */
function controlOf(id: string | undefined): HTMLElement | null {
  const rows = [...document.querySelectorAll<HTMLElement>("[data-select]")];
  const row = rows.findLast((each) => each.dataset["select"] === id);
  return row?.querySelector<HTMLElement>(":is([data-act=open], [data-act=edit])") ?? null;
}
