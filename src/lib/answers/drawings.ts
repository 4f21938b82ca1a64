import { createStore } from "../store.ts";

/** The number of answers that have come and that the screen is still rendering in slices. */
export const drawings = createStore(0);

/** Counts a rendering in slices until the returned function is called. */
export function beginDrawing(): () => void {
  drawings.set(drawings.snapshot() + 1);
  return () => drawings.set(drawings.snapshot() - 1);
}
