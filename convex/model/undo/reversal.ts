import type { Doc } from "../../_generated/dataModel.js";
import { must } from "../../lib/errors.ts";
import type { Permission } from "../../rules/permissions.ts";
import type { WriterCtx } from "../context/context.ts";
import { maxPartsPerStep } from "../deletion/units.ts";
import type { Change } from "../history/events.ts";
import type { CountChanges } from "../numbers/counts.ts";

export type Event = Doc<"events">;

/** The context of undoing acts; the counts are applied at the end of the transaction. */
export type UndoCtx = WriterCtx & {
  counts: CountChanges;
  budget: Budget;
};

/** The remaining budget of one transaction. */
export interface Budget {
  /** The number of parts of units that may still be marked or unmarked; other parts follow in steps. */
  parts: number;
  /** The number of later events that were read so far. */
  lookedAt: number;
}

/** The budget at the start of a transaction. */
export function newBudget(): Budget {
  return { parts: maxPartsPerStep, lookedAt: 0 };
}

/** The definition of an undo for one kind of act. */
export interface Reversal {
  /** The permission that the undo needs: that of the act. */
  needs: Permission;
  /** Returns false for an event that lacks the data that the undo needs. */
  fits?: (event: Event) => boolean;
  /**
   * Undoes an act; returns false when its effect no longer exists. It may also throw a refusal, which means the same.
   * Either way it must not have written anything.
   */
  reverse: (ctx: UndoCtx, event: Event) => Promise<boolean>;
}

/** True when a record still has the values that an act gave it. */
export function holds(record: object, { changes = [] }: Event): boolean {
  const values: Readonly<Record<string, unknown>> = { ...record };
  return changes.every(({ field, to }) => (values[field] ?? null) === to);
}

/** The former values of the fields that an act changed; null stands for an empty field. */
export function valuesBefore({ changes = [] }: Event): Record<string, Change["to"]> {
  return Object.fromEntries(changes.map(({ field, from }) => [field, from]));
}

/** The given id of an event's record; throws when it is missing, because that is a defect of the code. */
export function idOf<Id>(id: Id | undefined): Id {
  return must(id, "an event names the record that it is of");
}
