import type { OptimisticLocalStore } from "convex/browser";
import type { Overlay } from "../answers/replay.ts";
import type { Editor } from "../optimistic/block-change.ts";
import {
  describe,
  type NewOperation,
  type Operation,
  type Refusal,
  type Table,
} from "./operation.ts";

/** The parts of a tab that show operations. */
export interface Screen {
  table: Table;
  /** The signed-in person: nothing of anybody else is shown. */
  person: Editor;
  /** Takes what waits or was refused, in order, after each change. */
  publish: (operations: readonly Operation[]) => void;
  overlay: (overlays: readonly Overlay[]) => void;
  /** Takes the keys of the questions that what is shown stands on. */
  hold: (keys: ReadonlySet<string>) => void;
}

/** Other tabs learn that something is confirmed before their live answers show it; by then they do. */
const LINGER_MS = 2000;

/** The operations as one tab shows them. It owns what is shown longer, or shorter, than it is in the database, or otherwise. */
export class Display {
  readonly #screen: Screen;
  readonly #missed: (id: string) => void;
  #operations: readonly Operation[] = [];
  /** Confirmed here, and on the way out of the database. */
  readonly #leaving = new Set<string>();
  /** Gone by the hand of another tab. */
  #lingering: readonly Operation[] = [];
  readonly #discarded = new Set<string>();
  /** The refusals that the device could not write down, by operation. */
  readonly #refusals = new Map<string, Refusal>();
  /** Drawn while they are written to the device; they count as waiting when they are kept. */
  #unkept: readonly Operation[] = [];
  /** The records that operations of this visit have made. */
  readonly #createdBy = new Map<string, string>();
  readonly #overlays = new WeakMap<Operation, Overlay>();

  /** `missed` is told of operations that went in another tab, in case it has not heard why. */
  constructor(screen: Screen, missed: (id: string) => void) {
    this.#screen = screen;
    this.#missed = missed;
  }

  /** All operations of the device, as this tab has changed them. */
  set(operations: readonly Operation[]): void {
    this.#operations = operations.map((each) => this.#withRefusal(each));
    this.#show();
  }

  /** All operations of the device, as other tabs have changed them. */
  take(operations: readonly Operation[]): void {
    const left = new Set(operations.map(({ id }) => id));
    const gone = this.#operations.filter(
      ({ id, state }) =>
        !left.has(id) && !this.#leaving.has(id) && !this.#discarded.has(id) && state !== "refused",
    );
    if (gone.length > 0) this.#linger(gone);
    this.set(operations);
  }

  all(): readonly Operation[] {
    return this.#operations;
  }

  mine(): Operation[] {
    const { person } = this.#screen;
    return this.#operations.filter(({ id, by }) => by === person.id && !this.#leaving.has(id));
  }

  /**
   * Takes an operation that is not kept yet, where its kind may be drawn so early; the next `refresh` draws it. What it returns
   * ends that, without drawing anew: what is kept is shown next, and what could not be kept is shown no more.
   */
  takeUnkept(made: NewOperation): () => void {
    if (describe(this.#screen.table, made)?.isDrawnAtOnce !== true) return () => undefined;
    // Behind all that are kept.
    const drawn = { ...made, seq: Number.MAX_SAFE_INTEGER };
    this.#unkept = [...this.#unkept, drawn];
    return () => {
      this.#unkept = this.#unkept.filter((each) => each !== drawn);
    };
  }

  /** Shows what there is now. */
  refresh(): void {
    this.#show();
  }

  /** Shows an operation no more: the live answers have it. What it returns is called when the database is rid of it. */
  leave(id: string, created: string | undefined): () => void {
    this.#leaving.add(id);
    this.knowRecord(id, created);
    return () => this.#leaving.delete(id);
  }

  /** Shows an operation as refused, which is not written down. */
  refuse(id: string, refusal: Refusal): void {
    this.#refusals.set(id, refusal);
    this.set(this.#operations);
  }

  /** Shows an operation as it is in the database from the next `set` on. */
  forgetRefusal(id: string): void {
    this.#refusals.delete(id);
  }

  /** Learns which record an operation has made. */
  knowRecord(id: string, created: string | undefined): void {
    if (created !== undefined) this.#createdBy.set(id, created);
    this.#show();
  }

  recordOf(id: string): string | undefined {
    return this.#createdBy.get(id);
  }

  /** Shows an operation no more: another tab has discarded it. */
  forget(id: string): void {
    this.#discarded.add(id);
    this.#lingering = this.#lingering.filter((each) => each.id !== id);
    this.#show();
  }

  #withRefusal(operation: Operation): Operation {
    const refusal = this.#refusals.get(operation.id);
    return refusal === undefined ? operation : { ...operation, state: "refused", refusal };
  }

  #linger(gone: readonly Operation[]): void {
    this.#lingering = [...this.#lingering, ...gone];
    setTimeout(() => {
      this.#lingering = this.#lingering.filter((each) => !gone.includes(each));
      for (const { id } of gone) this.#missed(id);
      this.#show();
    }, LINGER_MS);
  }

  #show(): void {
    const mine = this.mine();
    this.#screen.publish(mine);
    const kept = new Set(mine.map(({ id }) => id));
    const unkept = this.#unkept.filter(({ id }) => !kept.has(id));
    const shown = [...this.#lingering, ...mine, ...unkept]
      .filter(({ state }) => state !== "refused")
      .sort((a, b) => a.seq - b.seq);
    this.#screen.hold(new Set(shown.flatMap((each) => this.#standsOn(each))));
    this.#screen.overlay(shown.flatMap((each) => this.#overlayOf(each) ?? []));
  }

  #standsOn(operation: Operation): readonly string[] {
    return describe(this.#screen.table, operation)?.standsOn?.(operation) ?? [];
  }

  #overlayOf(operation: Operation): Overlay | undefined {
    const { table, person } = this.#screen;
    const description = describe(table, operation);
    if (!description?.show) return undefined;
    const known = this.#overlays.get(operation);
    if (known) return known;
    const apply = (store: OptimisticLocalStore) => {
      const created = this.#createdBy.get(operation.id);
      description.show?.(store, operation, { person, created });
    };
    const overlay = { id: operation.id, apply };
    this.#overlays.set(operation, overlay);
    return overlay;
  }
}
