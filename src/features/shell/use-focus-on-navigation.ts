import { useRouter } from "@tanstack/react-router";
import { useEffect, type RefObject } from "react";

/**
 * After a navigation to another page the focus is on its heading, so that it is read out; unless somebody has gone to the
 * notifications meanwhile.
 */
export function useFocusOnNavigation(main: RefObject<HTMLElement | null>): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        // A dialog or filter changes only the search part: the focus stays where it is.
        if (!fromLocation || !pathChanged) return;
        if (document.activeElement?.closest('[data-slot="toaster"]')) return;
        const target = main.current?.querySelector<HTMLElement>("h1[tabindex]") ?? main.current;
        target?.focus({ preventScroll: true });
      }),
    [router, main],
  );
}
