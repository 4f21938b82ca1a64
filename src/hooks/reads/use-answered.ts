import { useEffect, useState } from "react";
import { onceShown } from "../../lib/answers/once-shown.ts";

/**
 * True once the screen has all its answers and has painted them. Parts that the screen can do without wait for that.
 */
export function useAnswered(): boolean {
  const [isAnswered, setAnswered] = useState(false);
  useEffect(() => {
    if (isAnswered) return undefined;
    return onceShown(() => setAnswered(true));
  }, [isAnswered]);
  return isAnswered;
}
