import { Layer } from "../state/layer.ts";
import type { StateView } from "../state/state-view.ts";
import type { TableSet } from "../tables/catalog.ts";

/** The layers of one transaction over its base: one for itself, one more for each open sub-transaction. */
export class Scope implements StateView {
  readonly #base: StateView;
  readonly #own: { layer: Layer; tablesBefore: TableSet }[] = [];
  #tables: TableSet;
  /** The cached list of all layers, and the list of lower layers that it was made from. */
  #layers: { under: readonly Layer[]; all: readonly Layer[] } | null = null;

  constructor(base: StateView) {
    this.#base = base;
    this.#tables = base.tables;
    this.enter();
  }

  get statements() {
    return this.#base.statements;
  }

  get cached() {
    return this.#base.cached;
  }

  get ranges() {
    return this.#base.ranges;
  }

  get layers(): readonly Layer[] {
    const under = this.#base.layers;
    if (this.#layers?.under !== under)
      this.#layers = { under, all: [...under, ...this.#own.map(({ layer }) => layer)] };
    return this.#layers.all;
  }

  get tables(): TableSet {
    return this.#tables;
  }

  set tables(tables: TableSet) {
    this.#tables = tables;
  }

  get top(): Layer {
    return this.#own.at(-1)!.layer;
  }

  get hasWrites(): boolean {
    return (
      this.#own.some(({ layer }) => !layer.isEmpty) || this.#tables !== this.#own[0]!.tablesBefore
    );
  }

  enter(): void {
    this.#own.push({ layer: new Layer(), tablesBefore: this.#tables });
    this.#layers = null;
  }

  leave(outcome: "keep" | "discard"): void {
    if (this.#own.length < 2) throw new Error("No sub-transaction is open");
    const { layer, tablesBefore } = this.#own.pop()!;
    this.#layers = null;
    if (outcome === "keep") this.top.absorb(layer);
    else this.#tables = tablesBefore;
  }

  finish(): { layer: Layer; tables: TableSet } {
    if (this.#own.length !== 1) throw new Error("A sub-transaction is still open");
    return { layer: this.top, tables: this.#tables };
  }
}
