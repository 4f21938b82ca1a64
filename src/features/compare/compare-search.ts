import { oneOf, searchOf, text } from "../../lib/shape.ts";

/** The ways to see a pair: next to each other, or one over the other under a slider. */
export const COMPARE_MODES = ["side", "slider"] as const;

export type CompareMode = (typeof COMPARE_MODES)[number];

/** The search parameters of a comparison: the pair, or the unit or task whose newest before and completion photos it is. */
export const compareSearch = searchOf({
  left: text,
  right: text,
  unit: text,
  task: text,
  /** Without it a phone has the slider, and a desk both photos next to each other. */
  mode: oneOf(COMPARE_MODES),
});

export type CompareSearch = ReturnType<typeof compareSearch>;
