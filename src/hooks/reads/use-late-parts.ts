import { useEffect } from "react";
import { useAnswered } from "./use-answered.ts";

/** Brings parts of a screen behind its first answers. The parts are the same ones each time. */
export function useLateParts(parts: readonly { preload: () => void }[]): void {
  const isAnswered = useAnswered();
  useEffect(() => {
    if (isAnswered) for (const { preload } of parts) preload();
  }, [isAnswered, parts]);
}
