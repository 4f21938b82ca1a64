import { useEffect, useState } from "react";
import { answers } from "../../lib/answers/answers.ts";

/** True from the moment on when the screen has all its answers: what it can do without until then waits for it. */
export function useAnswered(): boolean {
  const [isAnswered, setAnswered] = useState(false);
  useEffect(() => {
    if (isAnswered) return;
    const look = () => {
      if (answers.isWhole()) setAnswered(true);
    };
    look();
    return answers.follow(look);
  }, [isAnswered]);
  return isAnswered;
}
