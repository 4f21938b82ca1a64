import { useRouter } from "@tanstack/react-router";
import { useEffect, type RefObject } from "react";

/**
 * Focuses the heading after a navigation to another page, so that screen readers read it. It leaves the focus alone
 * when it is in the notifications.
 */
export function useFocusOnNavigation(main: RefObject<HTMLElement | null>): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        // A dialog or a filter only changes the search part of the address, so the focus stays.
        if (!fromLocation || !pathChanged) return;
        if (document.activeElement?.closest('[data-slot="toaster"]')) return;
        const target = main.current?.querySelector<HTMLElement>("h1[tabindex]") ?? main.current;
        target?.focus({ preventScroll: true });
      }),
    [router, main],
  );
}
