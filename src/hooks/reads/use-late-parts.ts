import { useEffect } from "react";
import { useAnswered } from "./use-answered.ts";

/** Loads parts of a screen after its first answers. The array must stay the same object. */
export function useLateParts(parts: readonly { preload: () => void }[]): void {
  const isAnswered = useAnswered();
  useEffect(() => {
    if (isAnswered) for (const { preload } of parts) preload();
  }, [isAnswered, parts]);
}
