import type { Risk } from "./labels.ts";
import { compareUrgency, type Urgency } from "./urgency.ts";

/** The fields of a unit that decide its position on the board. */
export type RankedUnit = {
  name: string;
  readyByDate: string | null;
  moveInDate: string | null;
  turn: { risk: Risk; daysVacant: number | null };
};

/**
 * Compares rows of the board: negative when `a` comes before `b`. The order is late, at risk, on track, no date, done.
 */
export function compareRows(a: { unit: RankedUnit }, b: { unit: RankedUnit }): number {
  return compareUrgency(urgencyOf(a.unit), urgencyOf(b.unit));
}

/** The earlier of the unit's ready-by and move-in dates, in milliseconds since the epoch; null without either. */
export function promisedMoment({
  readyByDate,
  moveInDate,
}: Pick<RankedUnit, "readyByDate" | "moveInDate">): number | null {
  const moments = [readyByDate, moveInDate].filter((day) => day !== null).map(Date.parse);
  return moments.length === 0 ? null : Math.min(...moments);
}

function urgencyOf(unit: RankedUnit): Urgency {
  const { risk, daysVacant } = unit.turn;
  return { risk, daysVacant, promisedDay: promisedMoment(unit), name: unit.name };
}
