import { useDeferredValue, useEffect } from "react";
import { beginDrawing } from "../../lib/answers/drawings.ts";

/**
 * The answer of a screen. The first one renders in slices, between which the browser handles taps; a list of a screen
 * would take a slow phone a quarter of a second. Later ones render at once, so that a change appears with its press.
 */
export function useFirstInSlices<Answer>(answer: Answer | undefined): Answer | undefined {
  const sliced = useDeferredValue(answer);
  const isUnderWay = answer !== undefined && sliced === undefined;
  useEffect(() => (isUnderWay ? beginDrawing() : undefined), [isUnderWay]);
  return sliced === undefined ? undefined : answer;
}
