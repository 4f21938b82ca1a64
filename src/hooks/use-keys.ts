import { useEffect } from "react";
import { bindKeys, type KeyBinding } from "../lib/keys/keys.ts";

/** Puts keys in force while the component is shown; the array must stay the same one between renders. */
export function useKeys(bindings: readonly KeyBinding[]): void {
  useEffect(() => bindKeys(bindings), [bindings]);
}
