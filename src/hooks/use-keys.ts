import { useLayoutEffect } from "react";
import { bindKeys, type KeyBinding } from "../lib/keys/keys.ts";

/**
 * Binds keys while the component is mounted; the array must stay the same object between renders. The keys are bound
 * before the first paint, because a key press between a paint and the effects after it would be lost.
 */
export function useKeys(bindings: readonly KeyBinding[]): void {
  useLayoutEffect(() => bindKeys(bindings), [bindings]);
}
