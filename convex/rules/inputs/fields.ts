import * as z from "zod";
import { parseDate, parseInstant } from "../../lib/dates.ts";
import { tidied } from "../../lib/texts.ts";
import { blockedReasons } from "../labels.ts";

/** True for a text in which nothing is visible. */
export function isBlank(text: string): boolean {
  return tidied(text) === "";
}

/** A tidied text that must not be empty. */
export function requiredText(label: string, max: number) {
  return z
    .string(`${label} is required`)
    .overwrite(tidied)
    .min(1, `${label} is required`)
    .max(max, `${label} must be at most ${max} characters`);
}

/** A tidied text that may be empty or null; an empty text is stored as an absent field. */
export function optionalText(label: string, max: number) {
  return z
    .string(`${label} must be text`)
    .overwrite(tidied)
    .max(max, `${label} must be at most ${max} characters`)
    .nullable()
    .transform((text) => (text === "" ? null : text));
}

/** A sent date (see `parseDate`) as epoch milliseconds or null. */
export function date(label: string) {
  return z
    .string(`${label} must be a date`)
    .nullable()
    .transform((sent, context) => {
      const ms = parseDate(sent);
      if (ms !== undefined) return ms;
      context.addIssue({ code: "custom", message: `${label} must be a valid date` });
      return z.NEVER;
    });
}

const madeAtMessage = "The time of making must be a date and time such as 2026-03-02T07:00:00Z";

/** The time at which a change was made on a device, as the caller sends it. */
export const madeAtInput = z
  .string(madeAtMessage)
  .refine((sent) => parseInstant(sent) !== undefined, madeAtMessage);

/** One of the given words. */
export function oneOf<const Values extends readonly [string, ...string[]]>(
  label: string,
  values: Values,
) {
  return z.enum(values, `${label} must be one of ${values.join(", ")}`);
}

/** The id of a person, or null for nobody. */
export function personId(label: string) {
  return z
    .string(`${label} must be an id or null`)
    .min(1, `${label} must be an id or null`)
    .nullable();
}

/** The block of a task or a unit: a reason and a note. A null reason unblocks the record. */
export const blockInput = {
  blockedReason: oneOf("Reason", blockedReasons).nullable().optional(),
  blockedNote: optionalText("Note", 255).optional(),
};

/** The same number, but 0 for -0, which would be stored and shown with its sign. */
export function unsignedZero(sent: number): number {
  return sent === 0 ? 0 : sent;
}

/** A sent number of dollars as cents or null. */
export function money(label: string, max = 1_000_000) {
  // The message is made when it is needed, because a browser's first number format takes longer than all other rules.
  const message = {
    error: () =>
      `${label} must be a number from 0 to ${max.toLocaleString("en-US")} with at most 2 decimals`,
  };
  return z
    .number(message)
    .min(0, message)
    .max(max, message)
    .refine((dollars) => Number(dollars.toFixed(2)) === dollars, message)
    .nullable()
    .transform((dollars) => (dollars === null ? null : unsignedZero(Math.round(dollars * 100))));
}
