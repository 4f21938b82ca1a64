import { useRouter } from "@tanstack/react-router";
import { useEffect, type RefObject } from "react";

const holdingFocus = '[data-slot="toaster"], [role="dialog"][data-state="open"]';

/**
 * Focuses the heading after a navigation to another page, so that screen readers read it. It leaves the focus alone
 * when it is in the notifications, or in a dialog that opens with the page.
 */
export function useFocusOnNavigation(main: RefObject<HTMLElement | null>): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        // A dialog or a filter only changes the search part of the address, so the focus stays.
        if (!fromLocation || !pathChanged) return;
        if (document.activeElement?.closest(holdingFocus)) return;
        const target = main.current?.querySelector<HTMLElement>("h1[tabindex]") ?? main.current;
        target?.focus({ preventScroll: true });
      }),
    [router, main],
  );
}
