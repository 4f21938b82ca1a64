import { useEffect } from "react";
import { answers } from "../../lib/answers/answers.ts";

/** Shows a failed part again once the read that failed has an answer, because another part of the page shows it too. */
export function useMended(error: unknown, again: () => unknown): void {
  useEffect(() => answers.onMended(error, again), [error, again]);
}
