import { v } from "convex/values";
import * as z from "zod";
import { must } from "../../lib/errors.ts";
import { parseInput } from "../../lib/parse.ts";
import { parseInstant } from "../../lib/dates.ts";
import { madeAtInput } from "../../rules/inputs/fields.ts";

/**
 * The longest time for which an act may wait on a device, in milliseconds. Beyond it the device's clock counts as
 * wrong.
 */
const longestWait = 30 * 24 * 60 * 60_000;

/** The time at which an act arrived here, and the time at which it was made on a device that was offline then. */
export type ActTime = { at: number; madeAt?: number };

/** The arguments of a change that a device may make offline, send later, and send again. */
export const actArgs = { key: v.optional(v.string()), madeAt: v.optional(v.string()) };

/**
 * The time of an act that arrives now. An act with a wrong clock is not refused: its time is moved into the last 30
 * days.
 */
export function actTime(sent: string | undefined): ActTime {
  const at = Date.now();
  if (sent === undefined) return { at };
  const { madeAt } = parseInput(z.object({ madeAt: madeAtInput }), { madeAt: sent });
  const made = must(parseInstant(madeAt), "a time of making that fits the rules is a moment");
  return made < at ? { at, madeAt: Math.max(made, at - longestWait) } : { at };
}

/** The time at which an act was made, in milliseconds since the epoch. */
export function momentOf({ at, madeAt }: ActTime): number {
  return madeAt ?? at;
}
