import type { Risk } from "./labels.ts";
import { compareUrgency, type Urgency } from "./urgency.ts";

/** The part of a unit that its place on the board is told from. */
export type RankedUnit = {
  name: string;
  readyByDate: string | null;
  moveInDate: string | null;
  turn: { risk: Risk; daysVacant: number | null };
};

/** Negative when the unit of `a` stands above that of `b`: late, at risk, on track, no date, done. */
export function compareRows(a: { unit: RankedUnit }, b: { unit: RankedUnit }): number {
  return compareUrgency(urgencyOf(a.unit), urgencyOf(b.unit));
}

/** The earlier of the days that a unit is promised for, as a moment; null without one. */
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
