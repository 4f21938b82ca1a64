import { useLayoutEffect } from "react";
import { answers } from "../../lib/answers/answers.ts";
import { errorCode } from "../../lib/errors.ts";
import { PartNotLoaded } from "../../lib/parts/part-not-loaded.ts";

/** Shows a part again that failed with the answers of another version of the app, without them. */
export function useForeignForgotten(error: unknown, again: () => unknown): void {
  useLayoutEffect(() => {
    const isAnnounced = errorCode(error) !== null || error instanceof PartNotLoaded;
    if (!isAnnounced && answers.forgetForeign()) again();
  }, [error, again]);
}
