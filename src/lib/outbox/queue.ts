import type { Editor } from "../optimistic/block-change.ts";
import { isOf } from "../device/earlier-account.ts";
import { adoption } from "./earlier-account.ts";
import {
  type Description,
  type NewOperation,
  type Operation,
  makerOf,
  pendingId,
  describe,
  lagOf,
  type Refusal,
  type Table,
} from "./operation.ts";

type Operations = readonly Operation[];

/** A step of the queue: the operations to write, and those to forget. */
export interface Step {
  put: readonly (Operation | NewOperation)[];
  drop: readonly Operation[];
}

const none: Step = { put: [], drop: [] };

/**
 * Adds an operation. It is merged into an earlier one on the same record that was never sent. `id` names the operation
 * that now contains it; null when the two cancelled each other out.
 */
export function addition(
  operations: Operations,
  made: NewOperation,
  table: Table,
): Step & { id: string | null } {
  if (operations.some(({ id }) => id === made.id)) return { put: [], drop: [], id: made.id };
  const earlier = operations.findLast(({ record, by }) => record === made.record && by === made.by);
  const folded = earlier && isUnsent(earlier) ? fold(earlier, made, table) : null;
  if (earlier && folded === "nothing") return { put: [], drop: [earlier], id: null };
  if (earlier && folded !== null) {
    const typed = [...(earlier.typed ?? []), ...(made.typed ?? [])];
    return { put: [{ ...earlier, args: folded, typed }], drop: [], id: earlier.id };
  }
  const needed = [makerOf(made.record), describe(table, made)?.undoes?.(made.args)];
  const waitsFor = operations.filter(({ id }) => needed.includes(id) && id !== made.id);
  // The later of two acts on a record has the later time, even if the device's clock was set back.
  const madeAt = Math.max(made.madeAt, (earlier?.madeAt ?? 0) + 1);
  const put = [{ ...made, madeAt, dependsOn: waitsFor.map(({ id }) => id) }];
  return { put, drop: [], id: made.id };
}

function fold(earlier: Operation, made: NewOperation, table: Table): unknown {
  if (!describe(table, earlier)) return null;
  return describe(table, made)?.foldInto?.(earlier, made.args) ?? null;
}

/** Marks operations as being sent. */
export function beginning(
  operations: Operations,
  ids: ReadonlySet<string>,
  clockLag: number | undefined,
): Step {
  const sent = operations.filter(({ id, state }) => ids.has(id) && state !== "refused");
  return { put: sent.map((each) => begun(each, clockLag)), drop: [] };
}

/**
 * The operation after one more attempt to send it; from then on the server may have it. In the first attempt, the
 * device's present lag stands in for one that was unknown when the operation was made. A later one changes nothing: the
 * server tells a photo that it has by its time.
 */
export function begun<Begun extends NewOperation>(
  operation: Begun,
  clockLag: number | undefined,
): Begun {
  const sending = { state: "sending", tries: operation.tries + 1 } as const;
  return { ...(operation.tries === 0 && lagOf(clockLag)), ...operation, ...sending };
}

/** Marks operations in flight as waiting again, because the tab that sent them is gone. */
export function interruption(operations: Operations, by: string): Step {
  const cut = operations.filter((each) => each.by === by && each.state === "sending");
  return { put: cut.map((each) => ({ ...each, state: "waiting" as const })), drop: [] };
}

/** Removes a confirmed operation. Operations that depend on it get the id of the new record. */
export function confirmation(
  operations: Operations,
  { id, created, table }: { id: string; created: string | undefined; table: Table },
): Step {
  const drop = operations.filter((each) => each.id === id);
  if (drop.length === 0) return none;
  const put = operations
    .filter(({ dependsOn }) => dependsOn.includes(id))
    .map((each) => released(each, { id, created, description: describe(table, each) }));
  return { put, drop };
}

function released(
  operation: Operation,
  of: { id: string; created: string | undefined; description: Description | undefined },
): Operation {
  const dependsOn = operation.dependsOn.filter((each) => each !== of.id);
  if (of.created === undefined || operation.record !== pendingId(of.id)) {
    return { ...operation, dependsOn };
  }
  const args = of.description?.withRecord?.(operation.args, of.created) ?? operation.args;
  return { ...operation, dependsOn, args, record: of.created };
}

/** Stores the refusal of an operation. One whose undo waits already is removed with it: nothing is left to undo. */
export function refusal(
  operations: Operations,
  { id, reason, table }: { id: string; reason: Refusal; table: Table },
): Step {
  if (operations.some((each) => describe(table, each)?.undoes?.(each.args) === id))
    return discard(operations, id);
  const refused = operations.filter((each) => each.id === id);
  const put = refused.map((each) => ({ ...each, state: "refused" as const, refusal: reason }));
  return { put, drop: [] };
}

/** Stores why an operation has to wait: the disk of the server takes nothing now. */
export function hindrance(operations: Operations, id: string, reason: Refusal): Step {
  const hindered = operations.filter((each) => each.id === id && each.refusal === null);
  return { put: hindered.map((each) => ({ ...each, refusal: reason })), drop: [] };
}

/** Marks a refused operation as waiting again, and one of an earlier account of the person as one of the present. */
export function another(operations: Operations, id: string, person: Editor): Step {
  const adopted = adoption(operations, id, person);
  if (adopted.length > 0) return { put: adopted, drop: [] };
  const refused = operations.filter((each) => each.id === id && each.state === "refused");
  const put = refused.map((each) => ({ ...each, state: "waiting" as const, refusal: null }));
  return { put, drop: [] };
}

/** Removes an operation and all that depend on it. */
export function discard(operations: Operations, id: string): Step {
  const gone = new Set([id]);
  for (const each of operations) {
    if (each.dependsOn.some((needed) => gone.has(needed))) gone.add(each.id);
  }
  return { put: [], drop: operations.filter((each) => gone.has(each.id)) };
}

/** Removes an operation that the server does not have: one that was never sent, or that was refused. */
export function takeBack(operations: Operations, id: string): Step {
  const isAbsent = operations.some(
    (each) => each.id === id && (isUnsent(each) || each.state === "refused"),
  );
  return isAbsent ? discard(operations, id) : none;
}

/** Removes all operations of a person, also those of an earlier account. */
export function forgetting(operations: Operations, person: Editor): Step {
  return { put: [], drop: operations.filter((each) => isOf(each, person)) };
}

function isUnsent({ state, tries }: Operation): boolean {
  return state === "waiting" && tries === 0;
}

/** All operations after a step, in order. */
export function after(
  operations: readonly Operation[],
  put: readonly Operation[],
  drop: readonly Operation[],
): readonly Operation[] {
  const bySeq = new Map(operations.map((each) => [each.seq, each]));
  for (const each of put) bySeq.set(each.seq, each);
  for (const { seq } of drop) bySeq.delete(seq);
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}
