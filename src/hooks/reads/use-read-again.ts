import { useEffect } from "react";

const AGAIN_MS = 30_000;

/** Marks the button that reads again: while it has the focus, its person decides. */
export const readsAgain = { "data-reads-again": "" };

/** The time of the last read that nobody asked for. A failure soon after it is no news. */
export function ownReads() {
  let at = -Infinity;
  return {
    begin: () => void (at = performance.now()),
    end: () => void (at = -Infinity),
    isRecent: () => performance.now() - at < AGAIN_MS,
  };
}

/**
 * Reads again now and then what has failed for a reason that may pass: nobody may stand at an office screen. A hidden
 * page does not.
 */
export function useReadAgain(mayPass: boolean, again: () => unknown): void {
  useEffect(() => {
    if (!mayPass) return undefined;
    const timer = setInterval(() => {
      const isAtButton = document.activeElement?.matches("[data-reads-again]") === true;
      if (document.visibilityState === "visible" && !isAtButton) again();
    }, AGAIN_MS);
    return () => clearInterval(timer);
  }, [mayPass, again]);
}
