import { oneOf, searchOf, text } from "../../lib/shape.ts";

/** The ways to see a pair: next to each other, or one over the other under a slider. */
export const COMPARE_MODES = ["side", "slider"] as const;

export type CompareMode = (typeof COMPARE_MODES)[number];

/**
 * The search parameters of a comparison: the two photos, or the unit or task whose newest before and completion photos
 * are compared.
 */
export const compareSearch = searchOf({
  left: text,
  right: text,
  unit: text,
  task: text,
  /** Without it a phone shows the slider, and a desk shows both photos next to each other. */
  mode: oneOf(COMPARE_MODES),
});

export type CompareSearch = ReturnType<typeof compareSearch>;
