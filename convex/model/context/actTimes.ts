import { v } from "convex/values";
import * as z from "zod";
import { must } from "../../lib/errors.ts";
import { parseInput } from "../../lib/parse.ts";
import { parseInstant } from "../../lib/dates.ts";
import { madeAtInput } from "../../rules/inputs/fields.ts";

/** The longest time for which an act may have waited on a device; the clock of the device is wrong beyond it. */
const longestWait = 30 * 24 * 60 * 60_000;

/** The arrival of an act here, and the moment it was made on a device that had no line then. */
export type ActTime = { at: number; madeAt?: number };

/** The fields with which a change can be made without a line and sent later, and again. */
export const actArgs = { key: v.optional(v.string()), madeAt: v.optional(v.string()) };

/** The time of an act that arrives now. A wrong clock loses no work: its moments are brought into the last 30 days. */
export function actTime(sent: string | undefined): ActTime {
  const at = Date.now();
  if (sent === undefined) return { at };
  const { madeAt } = parseInput(z.object({ madeAt: madeAtInput }), { madeAt: sent });
  const made = must(parseInstant(madeAt), "a time of making that fits the rules is a moment");
  return made < at ? { at, madeAt: Math.max(made, at - longestWait) } : { at };
}

/** The moment that an act stands for. */
export function momentOf({ at, madeAt }: ActTime): number {
  return madeAt ?? at;
}
