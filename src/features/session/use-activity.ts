import { useEffect } from "react";

import { reportSessionEnd } from "../../lib/connection/session-end.ts";
import { fetchViewer } from "./first-answer.ts";

/** The time between two reports in ms. It equals the time after which the server records the next one. */
const REPORT_EVERY_MS = 5 * 60_000;

/**
 * Reports to the server now and then that a person uses this page, which extends the session. Requests that the page
 * sends by itself do not count: an open page would otherwise never be signed out.
 */
export function useActivity(isSignedIn: boolean): void {
  useEffect(() => {
    if (!isSignedIn) return;
    // The page load itself counted as activity.
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
