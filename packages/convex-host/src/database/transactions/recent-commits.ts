import type { Timestamp } from "../../values/timestamp.ts";
import { Layer } from "../state/layer.ts";
import { type CommitGroup, requestKey } from "./commit-group.ts";
import type { FoundRequest, RequestRecord } from "./request-log.ts";

/** The number of single-flush layers that are joined into one, because every read looks into each layer. */
const mostSmall = 8;

type StoredGroup = Pick<CommitGroup, "ts" | "layer" | "requests" | "weight">;

/** The requests of one flush. */
export type FlushedRequests = {
  ts: Timestamp;
  nowMs: number;
  records: readonly RequestRecord[];
};

/**
 * Commits that are on disk in one row for each flush and not merged into the tables yet: layers above the tables. A
 * caller that took `layers` keeps one state, because no layer in the list changes any more.
 */
export class RecentCommits {
  #large: readonly Layer[] = [];
  #small: readonly Layer[] = [];
  #layers: readonly Layer[] = [];
  readonly #flushes: FlushedRequests[] = [];
  readonly #requests = new Map<string, { record: RequestRecord; ts: Timestamp }>();
  #weight = 0;

  get isEmpty(): boolean {
    return this.#flushes.length === 0;
  }

  /** The layers, the oldest first. */
  get layers(): readonly Layer[] {
    return this.#layers;
  }

  get requests(): readonly FlushedRequests[] {
    return this.#flushes;
  }

  /** The approximate cost of merging these commits into the tables. */
  get weight(): number {
    return this.#weight;
  }

  /** Adds a group that is on disk. The group does not change any more. */
  add(group: StoredGroup, nowMs: number): void {
    const { ts } = group;
    const records = [...group.requests];
    this.#flushes.push({ ts, nowMs, records });
    for (const record of records) this.#requests.set(requestKey(record), { record, ts });
    this.#weight += group.weight;
    this.#small = [...this.#small, group.layer];
    if (this.#small.length === mostSmall) {
      this.#large = [...this.#large, joined(this.#small)];
      this.#small = [];
    }
    this.#layers = [...this.#large, ...this.#small];
  }

  find(request: { sessionId: string; requestId: number }): FoundRequest | null {
    const found = this.#requests.get(requestKey(request));
    if (found === undefined) return null;
    return { ...found.record, ts: found.ts, flushed: Promise.resolve() };
  }
}

function joined(layers: readonly Layer[]): Layer {
  const whole = new Layer();
  for (const layer of layers) whole.absorb(layer);
  return whole;
}
