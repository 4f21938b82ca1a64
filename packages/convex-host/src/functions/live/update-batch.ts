import type { Timestamp } from "../../values/timestamp.ts";
import type { ClientUpdate, QueryResult } from "../../wire/live-clients.ts";
import { composeUpdate } from "./compose-update.ts";
import type { LiveClient } from "./live-client.ts";

/** Takes a batch of updates; results that several clients get are in it once. */
export type PostUpdates = (batch: { results: QueryResult[]; updates: ClientUpdate[] }) => void;

/** The updates of one slice; a result that many clients get is held once. */
export class UpdateBatch {
  #results: QueryResult[] = [];
  #updates: ClientUpdate[] = [];
  #indexes = new Map<QueryResult, number>();
  #hasUrgent = false;

  /** True when a client in the batch waits for its own write. */
  get hasUrgent(): boolean {
    return this.#hasUrgent;
  }

  /**
   * Adds the update that brings a client to `ts`, unless there is nothing to send. All its queries are valid at `ts`.
   */
  add(client: LiveClient, ts: Timestamp, { isUrgent }: { isUrgent: boolean }): void {
    const update = composeUpdate(client, ts, (result) => this.#indexOf(result));
    if (update === null) return;
    // The next update waits for the socket only after an update with changes (`Connection`).
    client.isBusy = update.changes.length > 0;
    this.#updates.push(update);
    this.#hasUrgent ||= isUrgent;
  }

  flush(post: PostUpdates): void {
    if (this.#updates.length === 0) return;
    post({ results: this.#results, updates: this.#updates });
    this.#results = [];
    this.#updates = [];
    this.#indexes = new Map();
    this.#hasUrgent = false;
  }

  #indexOf(result: QueryResult): number {
    const known = this.#indexes.get(result);
    if (known !== undefined) return known;
    const index = this.#results.push(result) - 1;
    this.#indexes.set(result, index);
    return index;
  }
}
