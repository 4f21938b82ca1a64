import { useEffect, useState } from "react";
import { onceShown } from "../../lib/answers/once-shown.ts";

/** True from the moment on when the screen has all its answers and shows them: what it can do without until then waits for it. */
export function useAnswered(): boolean {
  const [isAnswered, setAnswered] = useState(false);
  useEffect(() => {
    if (isAnswered) return undefined;
    return onceShown(() => setAnswered(true));
  }, [isAnswered]);
  return isAnswered;
}
