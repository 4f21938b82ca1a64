import { useConvex } from "convex/react";
import { useCallback } from "react";
import { showError } from "../../lib/errors.ts";
import type { Target } from "../../lib/undo/recent-act.ts";

/** Makes the "Undo" of the toast for an act on many records. The undo code loads on the press. */
export function useUndo(): (target: Target) => void {
  const convex = useConvex();
  return useCallback(
    (target) => {
      import("../../lib/undo/take-back.ts")
        .then(async ({ takeBack }) => await takeBack(convex, target))
        .catch((error: unknown) => showError(error, "Nothing was undone. Try again in a moment."));
    },
    [convex],
  );
}
