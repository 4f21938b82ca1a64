import { useEffect } from "react";
import { bindKeys, type KeyBinding } from "../lib/keys/keys.ts";

/** Binds keys while the component is mounted; the array must stay the same object between renders. */
export function useKeys(bindings: readonly KeyBinding[]): void {
  useEffect(() => bindKeys(bindings), [bindings]);
}
