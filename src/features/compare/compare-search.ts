import * as z from "zod/mini";

const id = z.catch(z.optional(z.string()), undefined);

/** The ways to see a pair: next to each other, or one over the other under a slider. */
export const COMPARE_MODES = ["side", "slider"] as const;

export type CompareMode = (typeof COMPARE_MODES)[number];

/** The search parameters of a comparison: the pair, or the unit or task whose newest before and completion photos it is. */
export const compareSearch = z.object({
  left: id,
  right: id,
  unit: id,
  task: id,
  /** Without it a phone has the slider, and a desk both photos next to each other. */
  mode: z.catch(z.optional(z.enum(COMPARE_MODES)), undefined),
});

export type CompareSearch = z.infer<typeof compareSearch>;
