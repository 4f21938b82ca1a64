import type { ReadStatements } from "../sqlite/statements.ts";
import type { TableSet } from "../tables/catalog.ts";
import type { Layer } from "./layer.ts";
import type { CachedRanges } from "./range-cache.ts";
import type { CachedDocuments, StateView } from "./state-view.ts";

/**
 * The committed state as one mutation found it at its begin. Reads fail after the disk refused a part of that state.
 */
export class CommittedView implements StateView {
  readonly statements: ReadStatements;
  readonly cached: CachedDocuments;
  readonly tables: TableSet;
  readonly #layers: () => readonly Layer[];
  readonly #ranges: () => CachedRanges;
  #failure: Error | null = null;

  /**
   * `layers` returns the commits that are not in the tables yet; a flush that moves them there does not change the
   * view. `ranges` returns the range cache of the tables at the time of the call.
   */
  constructor(parts: {
    statements: ReadStatements;
    cached: CachedDocuments;
    tables: TableSet;
    layers: () => readonly Layer[];
    ranges: () => CachedRanges;
  }) {
    this.statements = parts.statements;
    this.cached = parts.cached;
    this.tables = parts.tables;
    this.#layers = parts.layers;
    this.#ranges = parts.ranges;
  }

  get failure(): Error | null {
    return this.#failure;
  }

  /** Makes every later read throw this error. */
  fail(error: Error): void {
    this.#failure = error;
  }

  get ranges(): CachedRanges {
    return this.#ranges();
  }

  get layers(): readonly Layer[] {
    if (this.#failure !== null) throw this.#failure;
    return this.#layers();
  }
}
