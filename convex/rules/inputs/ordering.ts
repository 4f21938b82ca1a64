import * as z from "zod";

/** The maximum number of records that one request puts in order. */
const maxOrdered = 1000;

/** The ids of things in their new order, each once. */
export const orderInput = z
  .array(z.string("Ids must be text"), "The new order is required")
  .min(1, "The new order is required")
  .max(maxOrdered, `At most ${maxOrdered} can be put in order at once`)
  .refine((ids) => new Set(ids).size === ids.length, "Each id may be in the order only once");
