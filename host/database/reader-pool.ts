import { openReader } from "../storage/open.ts";
import type { ReadStatements } from "../storage/statements.ts";
import type { Timestamp } from "./types.ts";

// More than this many snapshots at once are rare; each idle connection holds a page cache.
const idleConnections = 4;

/** Connections that only read; each is in one snapshot or idle. */
export class ReaderPool {
  readonly #path: string;
  readonly #idle: ReadStatements[] = [];
  readonly #busy = new Set<ReadStatements>();

  constructor(path: string) {
    this.#path = path;
  }

  /** A connection that holds the newest committed state, of time `ts`, until it is released. */
  acquire(): { statements: ReadStatements; ts: Timestamp } {
    const statements = this.#idle.pop() ?? openReader(this.#path);
    try {
      statements.begin();
      const ts = statements.clock.get()![0] as bigint;
      this.#busy.add(statements);
      return { statements, ts };
    } catch (error) {
      statements.close();
      throw error;
    }
  }

  release(statements: ReadStatements): void {
    if (!this.#busy.delete(statements)) return;
    statements.end();
    if (this.#idle.length < idleConnections) this.#idle.push(statements);
    else statements.close();
  }

  close(): void {
    for (const statements of [...this.#idle, ...this.#busy]) statements.close();
    this.#idle.length = 0;
    this.#busy.clear();
  }
}
