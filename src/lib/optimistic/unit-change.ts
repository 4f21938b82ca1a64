import type { FunctionArgs, FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api.js";
import { toMoney } from "../../../convex/rules/money.ts";
import { updateUnitInput } from "../../../convex/rules/inputs/units.ts";
import { unitTransition } from "../../../convex/rules/transitions.ts";
import { blockAfter, type Editor } from "./block-change.ts";
import { isoOr } from "../forms/changed-values.ts";
import { type Clock, type Unit, withTurn } from "./turn-change.ts";

type UnitListItem = FunctionReturnType<typeof api.units.list>[number];
type SentUpdate = FunctionArgs<typeof api.units.update>;

/** The fields of a unit that the screens change; days are "YYYY-MM-DD", null clears a date. */
export type UnitPatch = Omit<
  SentUpdate,
  "unitId" | "key" | "madeAt" | "status" | "blockedReason" | "blockedNote"
> & {
  status?: UnitListItem["status"];
};

/** The unit as the server will return it after this change, computed by the server's rules. */
export function changeUnit<Some extends Unit>(
  unit: Some,
  patch: Omit<SentUpdate, "unitId">,
  act: Clock & { by?: Editor | undefined },
): Some {
  const sets = unitTransition(unit, updateUnitInput.parse(patch), act.now);
  const changed = {
    ...unit,
    status: sets.status ?? unit.status,
    startDate: isoOr(sets.startDate, unit.startDate),
    completionDate: isoOr(sets.completionDate, unit.completionDate),
    moveOutDate: isoOr(sets.moveOutDate, unit.moveOutDate),
    readyByDate: isoOr(sets.readyByDate, unit.readyByDate),
    moveInDate: isoOr(sets.moveInDate, unit.moveInDate),
    monthlyRent: sets.monthlyRent === undefined ? unit.monthlyRent : toMoney(sets.monthlyRent),
    ...blockAfter("unit", { record: unit, sent: sets, act }),
  };
  return withTurn({ ...changed, waitingFor: changed.blockedReason ?? waitingForTasks(unit) }, act);
}

/**
 * The reason of the unit's blocked tasks. The unit's own reason hides it, so after that one ends, the kind of block is
 * not known until the server answers.
 */
function waitingForTasks({ blockedReason, waitingFor, turn }: Unit) {
  if (blockedReason === null) return waitingFor;
  return turn.blockedTasks > 0 ? "other" : null;
}
