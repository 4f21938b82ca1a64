import type { ReadStatements } from "../sqlite/statements.ts";
import type { TableSet } from "../tables/catalog.ts";
import type { Layer } from "./layer.ts";
import type { CachedDocuments, StateView } from "./state-view.ts";

/** Everything committed, as one mutation found it at its begin; fails when the disk refused a part of that. */
export class CommittedView implements StateView {
  readonly statements: ReadStatements;
  readonly cached: CachedDocuments;
  readonly tables: TableSet;
  readonly #pending: () => Layer | null;
  #failure: Error | null = null;

  /** `pending` gives the commits that are not on disk yet; a flush that moves them there changes nothing here. */
  constructor(parts: {
    statements: ReadStatements;
    cached: CachedDocuments;
    tables: TableSet;
    pending: () => Layer | null;
  }) {
    this.statements = parts.statements;
    this.cached = parts.cached;
    this.tables = parts.tables;
    this.#pending = parts.pending;
  }

  get failure(): Error | null {
    return this.#failure;
  }

  /** From now on every read fails. */
  fail(error: Error): void {
    this.#failure = error;
  }

  get layers(): readonly Layer[] {
    if (this.#failure !== null) throw this.#failure;
    const pending = this.#pending();
    return pending === null ? [] : [pending];
  }
}
