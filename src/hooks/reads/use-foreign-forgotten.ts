import { useLayoutEffect } from "react";
import { answers } from "../../lib/answers/answers.ts";
import { errorCode } from "../../lib/errors.ts";
import { PartNotLoaded } from "../../lib/parts/part-not-loaded.ts";

/**
 * Retries a part that failed because of kept answers from another version of the app, after those answers were removed.
 */
export function useForeignForgotten(error: unknown, again: () => unknown): void {
  useLayoutEffect(() => {
    const isAnnounced = errorCode(error) !== null || error instanceof PartNotLoaded;
    if (!isAnnounced && answers.forgetForeign()) again();
  }, [error, again]);
}
