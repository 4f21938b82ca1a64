import type { FunctionReturnType } from "convex/server";
import type { LucideIcon } from "lucide-react";
import type { api } from "../../../convex/_generated/api.js";
import { formatCount } from "../format.ts";
import { BLOCKED_REASON, UNIT_RISK } from "../status.ts";
import type { Tone } from "../tone.ts";

type Unit = FunctionReturnType<typeof api.units.list>[number];

/** The facts about a unit that the line uses. */
type Told = Pick<Unit, "overdueTasks" | "waitingFor"> & {
  turn: Pick<Unit["turn"], "risk" | "daysVacant" | "turnDays" | "daysToReadyBy" | "daysToMoveIn"> &
    Partial<Pick<Unit["turn"], "openHours">>;
};

/** The line about a unit's turn: its text, icon and tone. */
export type TurnLine = { text: string; tone: Tone; icon: LucideIcon };

/** The line about a unit's turn; null when nothing is planned. */
export function turnLine(unit: Told): TurnLine | null {
  const text = textOf(unit);
  if (text === "") return null;
  const { tone, icon } = UNIT_RISK[unit.turn.risk];
  return { text, tone, icon };
}

function textOf(unit: Told): string {
  const { risk, daysVacant, turnDays } = unit.turn;
  switch (risk) {
    case "done":
      return turnDays === null ? "" : `Turned in ${formatCount(turnDays, "day")}`;
    case "late":
      return sentence([`late by ${formatCount(-daysToFirst(unit), "day")}`, waiting(unit)]);
    case "at_risk":
      return `At risk: ${reasonOf(unit)}`;
    case "on_track":
      return sentence([vacancy(daysVacant), readiness(unit)]);
    case "no_date":
      return sentence([vacancy(daysVacant), waiting(unit)]);
  }
}

function reasonOf(unit: Told): string {
  const waits = waiting(unit);
  if (waits !== null) return waits;
  if (unit.overdueTasks > 0) return `${formatCount(unit.overdueTasks, "task")} overdue`;
  const left = `${String(unit.turn.openHours ?? 0)}h of work left`;
  return [left, readiness(unit)].filter((part) => part !== null).join(", ");
}

function waiting({ waitingFor }: Told): string | null {
  if (waitingFor === null) return null;
  if (waitingFor === "other") return "blocked";
  return `waiting for ${BLOCKED_REASON[waitingFor].label.toLowerCase()}`;
}

function vacancy(daysVacant: number | null): string | null {
  return daysVacant === null || daysVacant === 0
    ? null
    : `${formatCount(daysVacant, "day")} vacant`;
}

/** The earlier of the two dates, by which the risk is told too. */
function readiness({ turn: { daysToReadyBy, daysToMoveIn } }: Told): string | null {
  const isReadyFirst = (daysToReadyBy ?? Infinity) <= (daysToMoveIn ?? Infinity);
  const [what, days] = isReadyFirst ? ["ready", daysToReadyBy] : ["move-in", daysToMoveIn];
  if (days === null) return null;
  return days === 0 ? `${what} today` : `${what} in ${formatCount(days, "day")}`;
}

/** The number of days to the earlier one of the two dates. */
function daysToFirst({ turn: { daysToReadyBy, daysToMoveIn } }: Told): number {
  return Math.min(daysToReadyBy ?? Infinity, daysToMoveIn ?? Infinity);
}

function sentence(parts: readonly (string | null)[]): string {
  const text = parts.filter((part) => part !== null).join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
