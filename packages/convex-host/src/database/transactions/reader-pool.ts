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
  snapshots: number;
};

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
   * The newest state of the tables, which `latest` names. It is held until `release` is called, which must happen once.
   */
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
