import type { Timestamp } from "../../values/timestamp.ts";
import { Layer } from "../state/layer.ts";
import { type CommitGroup, requestKey } from "./commit-group.ts";
import type { FoundRequest, RequestRecord } from "./request-log.ts";

/** Layers of single flushes; so many of them become one, because every read looks into each. */
const mostSmall = 8;

type StoredGroup = Pick<CommitGroup, "ts" | "layer" | "requests" | "weight">;

/** Requests that shared a flush. */
export type FlushedRequests = {
  ts: Timestamp;
  nowMs: number;
  records: readonly RequestRecord[];
};

/**
 * Commits that are on disk in a row for each flush, and not in the tables yet: a layer above these. Whoever took `layers` keeps
 * one state: no layer in it changes any more.
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

  /** The oldest first. */
  get layers(): readonly Layer[] {
    return this.#layers;
  }

  get requests(): readonly FlushedRequests[] {
    return this.#flushes;
  }

  /** The approximate cost of putting them into the tables. */
  get weight(): number {
    return this.#weight;
  }

  /** Takes over a group that is on disk; nobody adds to it any more. */
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
