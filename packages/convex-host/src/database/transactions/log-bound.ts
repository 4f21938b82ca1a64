import { databaseLogBytes } from "../../database-log.ts";
import type { Timestamp } from "../../values/timestamp.ts";
import type { WriteStatements } from "../sqlite/statements.ts";
import type { ReaderPool } from "./reader-pool.ts";

const MiB = 1024 * 1024;

/** Sizes of the log of the database (SQLite's WAL). Each one starts a stronger measure. */
export type LogLimits = {
  /** The log is emptied as soon as all snapshots are of the newest state. */
  emptyBytes: number;
  /** A snapshot of an earlier state is lost after `slowMs`. */
  slowBytes: number;
  /** Snapshots of earlier states are lost at once. */
  mostBytes: number;
};

const usualLimits: LogLimits = {
  emptyBytes: 64 * MiB,
  slowBytes: 1024 * MiB,
  mostBytes: 2048 * MiB,
};

/** A time that is longer than the time limit of a query. */
const slowMs = 20_000;
/** The growth after which an attempt is repeated that failed because of another process or of the disk. */
const againBytes = 16 * MiB;

/**
 * Bounds the log of the database. SQLite restarts the log by itself when no connection reads from it. With overlapping
 * snapshots, or one that is held for hours, that moment never comes.
 */
export class LogBound {
  readonly #statements: WriteStatements;
  readonly #readers: ReaderPool;
  readonly #limits: LogLimits;
  readonly #path: string;
  #tryFrom: number;

  constructor(
    statements: WriteStatements,
    { path, readers, limits }: { path: string; readers: ReaderPool; limits?: Partial<LogLimits> },
  ) {
    this.#statements = statements;
    this.#readers = readers;
    this.#limits = { ...usualLimits, ...limits };
    this.#path = path;
    this.#tryFrom = this.#limits.emptyBytes;
  }

  /** Called before each write. `merged` is the time of the tables, which do not change before that write. */
  keep(merged: Timestamp): void {
    const { emptyBytes, slowBytes, mostBytes } = this.#limits;
    const bytes = databaseLogBytes(this.#path);
    if (bytes < emptyBytes) this.#tryFrom = emptyBytes;
    if (bytes < this.#tryFrom) return;
    if (bytes >= slowBytes) this.#readers.endEarlier(merged, bytes >= mostBytes ? 0 : slowMs);
    const outcome = this.#readers.aside(merged, () => this.#empty());
    if (outcome === "refused") this.#tryFrom = bytes + againBytes;
  }

  /** An error of the disk must not fail the write that comes next. */
  #empty(): "emptied" | "refused" {
    try {
      return this.#statements.emptyLog() ? "emptied" : "refused";
    } catch {
      return "refused";
    }
  }
}
