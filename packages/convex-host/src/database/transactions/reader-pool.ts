import { openReader } from "../sqlite/open-file.ts";
import type { ReadStatements } from "../sqlite/statements.ts";
import type { Timestamp } from "../../values/timestamp.ts";

// More than this many states at once are rare; each idle connection with a page cache holds memory.
const idleCaches = 4;

/** A connection in one state, which is `ts` by its own clock, and how many snapshots share it. */
type HeldState = {
  statements: ReadStatements;
  ts: Timestamp;
  latest: Timestamp;
  snapshots: number;
};

/**
 * Connections that only read; each is in one state or idle. Snapshots of one state share a connection, and none is closed
 * before the end: the driver keeps the files of a closed one open until garbage is collected, and whoever asks for much at
 * once would use up what a process may open.
 */
export class ReaderPool {
  readonly #path: string;
  readonly #idle: ReadStatements[] = [];
  readonly #held = new Set<HeldState>();
  #newest: HeldState | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  /** The newest state of the tables, which `latest` names, until `release` is called, once. */
  acquire(latest: Timestamp): { statements: ReadStatements; ts: Timestamp; release: () => void } {
    const state = this.#newest?.latest === latest ? this.#newest : this.#begin(latest);
    state.snapshots += 1;
    const { statements, ts } = state;
    return { statements, ts, release: () => this.#release(state) };
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
      const state = { statements, ts, latest, snapshots: 0 };
      this.#held.add(state);
      this.#newest = state;
      return state;
    } catch (error) {
      statements.close();
      throw error;
    }
  }

  #release(state: HeldState): void {
    state.snapshots -= 1;
    if (state.snapshots > 0 || !this.#held.delete(state)) return;
    if (this.#newest === state) this.#newest = null;
    const { statements } = state;
    statements.end();
    if (this.#idle.length < idleCaches) this.#idle.push(statements);
    else {
      statements.forgetPages();
      this.#idle.unshift(statements);
    }
  }
}
