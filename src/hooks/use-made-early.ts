import { useEffect } from "react";
import { makeInTurns } from "../lib/when-used.ts";

/**
 * Creates the formats that the awaited answer of a screen needs, once the screen has mounted. The list must stay the
 * same array.
 */
export function useMadeEarly(formats: readonly (() => unknown)[]): void {
  useEffect(() => void makeInTurns(formats), [formats]);
}
