import type { Doc } from "../../_generated/dataModel.js";
import { must } from "../../lib/errors.ts";
import type { Permission } from "../../rules/permissions.ts";
import type { WriterCtx } from "../context/context.ts";
import { maxPartsPerStep } from "../deletion/units.ts";
import type { Change } from "../history/events.ts";
import type { CountChanges } from "../numbers/counts.ts";

export type Event = Doc<"events">;

/** The context of taking acts back: the counts are applied at the end of the transaction. */
export type UndoCtx = WriterCtx & {
  counts: CountChanges;
  budget: Budget;
};

/** The means of one transaction. */
export interface Budget {
  /** The records that hang on units and may still be marked, or lose their mark; others follow in steps. */
  parts: number;
  /** The later events that were looked at. */
  lookedAt: number;
}

/** The means of a transaction that begins. */
export function newBudget(): Budget {
  return { parts: maxPartsPerStep, lookedAt: 0 };
}

/** The way in which acts of one kind are taken back. */
export interface Reversal {
  /** The permission of the act. */
  needs: Permission;
  /** False for an act that lacks what it takes. */
  fits?: (event: Event) => boolean;
  /**
   * Takes an act back; false where what it did does not stand any more. A refusal of the write means the same, and leaves nothing
   * written.
   */
  reverse: (ctx: UndoCtx, event: Event) => Promise<boolean>;
}

/** True when a record still has the values that an act gave it. */
export function holds(record: object, { changes = [] }: Event): boolean {
  const values: Readonly<Record<string, unknown>> = { ...record };
  return changes.every(({ field, to }) => (values[field] ?? null) === to);
}

/** The values that the fields of an act had before it; null is an empty field. */
export function valuesBefore({ changes = [] }: Event): Record<string, Change["to"]> {
  return Object.fromEntries(changes.map(({ field, from }) => [field, from]));
}

/** The id of a record that an act is of. */
export function idOf<Id>(id: Id | undefined): Id {
  return must(id, "an event names the record that it is of");
}
