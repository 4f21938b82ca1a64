import { useEffect } from "react";
import { makeInTurns } from "../lib/when-used.ts";

/** Makes formats of the answer that a screen waits for, once the screen stands there. The list is the same one each time. */
export function useMadeEarly(formats: readonly (() => unknown)[]): void {
  useEffect(() => void makeInTurns(formats), [formats]);
}
