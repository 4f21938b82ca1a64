import type * as z from "zod";
import type { FieldError } from "../../lib/errors.ts";
import { dayMs, utcDay } from "../../lib/dates.ts";
import { date, money } from "./fields.ts";

/** The dates of a unit's turn, kept at 12:00 UTC of the sent day, and its rent in cents. */
export const planInput = {
  moveOutDate: day("Move-out").optional(),
  readyByDate: day("Ready-by").optional(),
  moveInDate: day("Move-in").optional(),
  monthlyRent: money("Monthly rent").optional(),
};

/** A unit's sent dates and rent; null clears a field. */
export type PlanInput = z.output<z.ZodObject<typeof planInput>>;

type PlanDates = { [Name in "moveOutDate" | "readyByDate" | "moveInDate"]?: PlanInput[Name] };

/** The errors of dates that come before the move-out date; equal days are valid. */
export function planErrors({ moveOutDate, readyByDate, moveInDate }: PlanDates): FieldError[] {
  const isBefore = (date: number | null | undefined) =>
    typeof moveOutDate === "number" && typeof date === "number" && date < moveOutDate;
  return [
    { path: "readyByDate", date: readyByDate, message: "Ready-by cannot be before move-out" },
    { path: "moveInDate", date: moveInDate, message: "Move-in cannot be before move-out" },
  ].flatMap(({ date, ...error }) => (isBefore(date) ? [error] : []));
}

function day(label: string) {
  return date(label).transform((ms) => (ms === null ? null : (utcDay(ms) + 0.5) * dayMs));
}
