import type { ClientUpdate, QueryResult } from "../../wire/live-clients.ts";

/** Takes a batch of updates; results that several clients get are in it once. */
export type PostUpdates = (batch: { results: QueryResult[]; updates: ClientUpdate[] }) => void;

/** The updates of one slice; a result that many clients get is held once. */
export class UpdateBatch {
  #results: QueryResult[] = [];
  #updates: ClientUpdate[] = [];
  #indexes = new Map<QueryResult, number>();
  #hasUrgent = false;

  /** True when somebody in it waits for the own write. */
  get hasUrgent(): boolean {
    return this.#hasUrgent;
  }

  indexOf(result: QueryResult): number {
    const known = this.#indexes.get(result);
    if (known !== undefined) return known;
    const index = this.#results.push(result) - 1;
    this.#indexes.set(result, index);
    return index;
  }

  add(update: ClientUpdate, { isUrgent }: { isUrgent: boolean }): void {
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
}
