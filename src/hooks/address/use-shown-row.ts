import { useEffect } from "react";

/** Scrolls the row that the address names into view once it is rendered, and focuses it. */
export function useShownRow(id: string | undefined, isThere: boolean): void {
  useEffect(() => {
    if (id === undefined || !isThere) return;
    // A dialog that opens with the row takes the focus first.
    const frame = requestAnimationFrame(() => {
      const row = document.querySelector<HTMLElement>("li[aria-current]");
      row?.scrollIntoView({ block: "center" });
      row?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [id, isThere]);
}

/** The attributes of the row that the address names. */
export const SHOWN_ROW = { "aria-current": true, tabIndex: -1 } as const;

/** The look of the row that the address names. */
export const SHOWN_MARK = "aria-current:bg-hover -outline-offset-2";
