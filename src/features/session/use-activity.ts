import { useEffect } from "react";

import { reportSessionEnd } from "../../lib/connection/session-end.ts";
import { fetchViewer } from "./first-answer.ts";

/** The time between two reports: as long as the server waits before it writes the next one down. */
const REPORT_EVERY_MS = 5 * 60_000;

/**
 * Tells the server now and then that somebody uses this page, which keeps the session: what a page asks for by itself
 * does not count, or one that was left open would never be signed out.
 */
export function useActivity(isSignedIn: boolean): void {
  useEffect(() => {
    if (!isSignedIn) return;
    // The page has just come, which was a use.
    let reportedAt = Date.now();
    const report = () => {
      if (Date.now() - reportedAt < REPORT_EVERY_MS) return;
      reportedAt = Date.now();
      void fetchViewer().then(({ kind }) => {
        if (kind === "nobody") reportSessionEnd();
      });
    };
    for (const event of ["pointerdown", "keydown"]) window.addEventListener(event, report, true);
    return () => {
      for (const event of ["pointerdown", "keydown"])
        window.removeEventListener(event, report, true);
    };
  }, [isSignedIn]);
}
