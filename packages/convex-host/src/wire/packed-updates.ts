import type { Timestamp } from "../values/timestamp.ts";
import type { ClientUpdate } from "./live-clients.ts";

/** Numbers of one update before its changes, and of one change. */
const headLength = 6;
const changeLength = 2;
/** The result of a query that was removed. */
const gone = -1;
const half = 2 ** 32;

/** Updates that `packUpdates` packed. */
export type PackedUpdates = Float64Array<ArrayBuffer>;

/**
 * Updates as an array of numbers, whose memory goes to the other thread as it is. Objects are written and read on the
 * way, which for hundreds of clients takes longer than making their updates.
 */
export function packUpdates(updates: readonly ClientUpdate[]): PackedUpdates {
  const changes = updates.reduce((sum, update) => sum + update.changes.length, 0);
  const packed = new Float64Array(updates.length * headLength + changes * changeLength);
  let at = 0;
  for (const update of updates) {
    packed[at++] = update.client;
    packed[at++] = update.querySet;
    packed[at++] = update.identity;
    packed[at++] = Number(update.ts >> 32n);
    packed[at++] = Number(update.ts & 0xffffffffn);
    packed[at++] = update.changes.length;
    for (const { queryId, result } of update.changes) {
      packed[at++] = queryId;
      packed[at++] = result ?? gone;
    }
  }
  return packed;
}

export function unpackUpdates(packed: PackedUpdates): ClientUpdate[] {
  const updates: ClientUpdate[] = [];
  let at = 0;
  const next = () => packed[at++] ?? 0;
  while (at < packed.length) {
    const [client, querySet, identity] = [next(), next(), next()];
    const ts: Timestamp = BigInt(next()) * BigInt(half) + BigInt(next());
    const changes: ClientUpdate["changes"] = [];
    for (let left = next(); left > 0; left -= 1) {
      const [queryId, result] = [next(), next()];
      changes.push({ queryId, result: result === gone ? null : result });
    }
    updates.push({ client, querySet, identity, ts, changes });
  }
  return updates;
}
