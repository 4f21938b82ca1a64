import type { FunctionArgs } from "convex/server";
import { api } from "../../../../convex/_generated/api.js";
import { applyUnitUpdate } from "../../optimistic/unit-updates.ts";
import type { Description } from "../operation.ts";
import { actOf } from "./act.ts";
import { unitAddress, unitName } from "./names.ts";
import { changesInWords, typedInChanges } from "./words.ts";

type SentUpdate = FunctionArgs<typeof api.units.update>;

/** The change of a unit's status, dates, rent or block. */
export const unitUpdate: Description<Omit<SentUpdate, "key" | "madeAt">> = {
  version: 1,
  recordOf: ({ unitId }) => unitId,
  textOf: ({ unitId, ...patch }, shown) =>
    `${unitName(shown, unitId) ?? "A unit"}: ${changesInWords(patch)}`,
  addressOf: ({ unitId }, shown) => unitAddress(shown, unitId, "tasks"),
  isDrawnAtOnce: true,
  show: (store, { args, madeAt }, { person }) =>
    applyUnitUpdate(store, args, { at: madeAt, by: person }),
  send: (operation, { mutation }) =>
    mutation(api.units.update, { ...operation.args, ...actOf(operation) }),
  typedIn: typedInChanges,
};
