import { describe, type Lane, type Operation, type Table } from "./operation.ts";

/** The most function calls in flight, so that a new one need not wait for hundreds. */
const atOnce = 16;

const inOrder: Lane = { name: "calls", atOnce, order: (a, b) => a.seq - b.seq };

/** The state of the sender that decides what can be sent. */
export interface Situation {
  by: string;
  table: Table;
  /** True for operations that are in flight or wait after a failure. */
  isHeld: (id: string) => boolean;
  isOnItsWay: (id: string) => boolean;
}

/**
 * The operations that can be sent now: in order for each record, in parallel for different records, never before an
 * operation that they depend on, and within the limit of their lane.
 */
export function sendable(operations: readonly Operation[], situation: Situation): Operation[] {
  const { by, table, isHeld, isOnItsWay } = situation;
  const mine = operations.filter((each) => each.by === by);
  const known = new Set(mine.map(({ id }) => id));
  const busyRecords = new Set<string>();
  const readyByLane = new Map<Lane, Operation[]>();
  const room = new Map<Lane, number>();

  for (const each of mine) {
    const description = describe(table, each);
    if (!description || each.state === "refused") continue;
    const lane = description.lane ?? inOrder;
    if (isOnItsWay(each.id)) room.set(lane, (room.get(lane) ?? lane.atOnce) - 1);
    if (busyRecords.has(each.record)) continue;
    busyRecords.add(each.record);
    if (isHeld(each.id) || each.dependsOn.some((id) => known.has(id))) continue;
    readyByLane.set(lane, [...(readyByLane.get(lane) ?? []), each]);
  }
  return [...readyByLane].flatMap(([lane, ready]) =>
    ready.sort((a, b) => lane.order(a, b)).slice(0, Math.max(0, room.get(lane) ?? lane.atOnce)),
  );
}
