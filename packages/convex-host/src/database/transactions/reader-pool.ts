import { openReader } from "../sqlite/open-file.ts";
import type { ReadStatements } from "../sqlite/statements.ts";
import type { Timestamp } from "../../values/timestamp.ts";

// The number of idle connections that keep their page cache. More states at once are rare, and a cache holds memory.
const idleCaches = 4;

/**
 * A connection in one state. `ts` is the time of that state by the file's own clock; `snapshots` share the connection.
 */
type HeldState = {
  statements: ReadStatements;
  ts: Timestamp;
  latest: Timestamp;
  /** `onLost` of each is called when the pool ends the state. */
  snapshots: Set<SnapshotEnd>;
  /** The time since which a newer state is known, by `performance.now()`; null for the newest. */
  earlierSinceMs: number | null;
};

type SnapshotEnd = { onLost: () => void };

/**
 * Connections that only read. Each is in one state or idle, and snapshots of one state share a connection. None is
 * closed before the end: the driver keeps the files of a closed connection open until garbage is collected, so many
 * snapshots at once would use up the open files of the process.
 */
export class ReaderPool {
  readonly #path: string;
  readonly #idle: ReadStatements[] = [];
  readonly #held = new Set<HeldState>();
  #newest: HeldState | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * The newest state of the tables, which `latest` names. It is held until `release` is called, which must happen once,
   * or until `onLost` was called.
   */
  acquire(
    latest: Timestamp,
    onLost: () => void,
  ): { statements: ReadStatements; ts: Timestamp; release: () => void } {
    const state = this.#newest?.latest === latest ? this.#newest : this.#begin(latest);
    const end = { onLost };
    state.snapshots.add(end);
    const { statements, ts } = state;
    return { statements, ts, release: () => this.#release(state, end) };
  }

  /**
   * Ends the read transactions, does the work, and begins them again. Possible only when all held states are that of
   * `latest`: the tables do not change meanwhile, so the snapshots stay what they are. Else null, and nothing is done.
   */
  aside<Done>(latest: Timestamp, work: () => Done): Done | null {
    const held = [...this.#held];
    if (held.some((state) => state.latest !== latest)) return null;
    try {
      for (const { statements } of held) statements.end();
      return work();
    } finally {
      for (const state of held) if (!beginAgain(state)) this.#lose(state);
    }
  }

  /** Ends the states that have been earlier than that of `latest` for at least this time. Their snapshots are lost. */
  endEarlier(latest: Timestamp, leastMs: number): void {
    const nowMs = performance.now();
    for (const state of this.#held) {
      if (state.latest === latest) continue;
      state.earlierSinceMs ??= nowMs;
      if (nowMs - state.earlierSinceMs >= leastMs) this.#lose(state);
    }
  }

  close(): void {
    for (const statements of this.#idle) statements.close();
    for (const { statements } of this.#held) statements.close();
    this.#idle.length = 0;
    this.#held.clear();
    this.#newest = null;
  }

  #begin(latest: Timestamp): HeldState {
    const statements = this.#idle.pop() ?? openReader(this.#path);
    try {
      statements.begin();
      const ts = statements.clock.get()![0] as bigint;
      const state = {
        statements,
        ts,
        latest,
        snapshots: new Set<SnapshotEnd>(),
        earlierSinceMs: null,
      };
      this.#held.add(state);
      if (this.#newest !== null) this.#newest.earlierSinceMs ??= performance.now();
      this.#newest = state;
      return state;
    } catch (error) {
      statements.close();
      throw error;
    }
  }

  #release(state: HeldState, end: SnapshotEnd): void {
    if (state.snapshots.delete(end) && state.snapshots.size === 0) this.#letGo(state);
  }

  #lose(state: HeldState): void {
    const ends = [...state.snapshots];
    state.snapshots.clear();
    for (const { onLost } of ends) onLost();
    this.#letGo(state);
  }

  #letGo(state: HeldState): void {
    if (!this.#held.delete(state)) return;
    if (this.#newest === state) this.#newest = null;
    const { statements } = state;
    // Whatever was to be read is read. A disk that refuses a read even here must not end the thread.
    if (!endsWell(statements)) return statements.close();
    if (this.#idle.length < idleCaches) this.#idle.push(statements);
    else {
      statements.forgetPages();
      this.#idle.unshift(statements);
    }
  }
}

function endsWell(statements: ReadStatements): boolean {
  try {
    statements.end();
    return true;
  } catch {
    return false;
  }
}

/** False when the connection cannot read, or reads another state now. */
function beginAgain({ statements, ts }: HeldState): boolean {
  try {
    statements.begin();
    return statements.clock.get()![0] === ts;
  } catch {
    return false;
  }
}
