import type { OptimisticLocalStore } from "convex/browser";
import type { Overlay } from "../answers/replay.ts";
import type { Editor } from "../optimistic/block-change.ts";
import { isInDoubt } from "../device/earlier-account.ts";
import { asListed } from "./earlier-account.ts";
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
  /** The signed-in person; operations of other people are not shown, those of an earlier account as not accepted. */
  person: Editor;
  /** Receives the waiting and refused operations, in order, after each change, and those that may be another person's. */
  publish: (operations: readonly Operation[], inDoubt: readonly Operation[]) => void;
  overlay: (overlays: readonly Overlay[]) => void;
  /** Receives the keys of the questions that shown operations depend on. */
  hold: (keys: ReadonlySet<string>) => void;
}

/**
 * The time in ms for which an operation that another tab confirmed stays shown: the live answers of this tab have it by
 * then.
 */
const LINGER_MS = 2000;

/**
 * The operations as one tab shows them. It owns the differences from the database: operations that are shown longer,
 * shorter or in another state.
 */
export class Display {
  readonly #screen: Screen;
  readonly #missed: (id: string) => void;
  #operations: readonly Operation[] = [];
  /** The ids of operations that are confirmed here and are being removed from the database. */
  readonly #leaving = new Set<string>();
  /** Operations that another tab has removed, and that stay shown for a moment. */
  #lingering: readonly Operation[] = [];
  readonly #discarded = new Set<string>();
  /** The refusals that the device could not store, by operation. */
  readonly #refusals = new Map<string, Refusal>();
  /** Operations that are shown while they are written to the device. They count as waiting once they are stored. */
  #unkept: readonly Operation[] = [];
  /** The ids of records that operations of this visit have created, by operation. */
  readonly #createdBy = new Map<string, string>();
  readonly #overlays = new WeakMap<Operation, Overlay>();

  /**
   * `missed` is called for operations that disappeared in another tab, in case this tab got no message about the
   * reason.
   */
  constructor(screen: Screen, missed: (id: string) => void) {
    this.#screen = screen;
    this.#missed = missed;
  }

  /** Shows all operations of the device after a change by this tab. */
  set(operations: readonly Operation[]): void {
    this.#operations = operations.map((each) => this.#withRefusal(each));
    this.#show();
  }

  /** Shows all operations of the device after a change by other tabs. */
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
    const here = this.#operations.filter(({ id }) => !this.#leaving.has(id));
    return here.flatMap((each) => asListed(each, person) ?? []);
  }

  /**
   * Takes an operation that is not stored yet, if its kind may be shown that early; the next `refresh` shows it.
   * Returns a function that removes it and leaves the display as it is: the next update shows the stored operations.
   */
  takeUnkept(made: NewOperation): () => void {
    if (describe(this.#screen.table, made)?.isDrawnAtOnce !== true) return () => undefined;
    // The number puts it after all stored operations.
    const drawn = { ...made, seq: Number.MAX_SAFE_INTEGER };
    this.#unkept = [...this.#unkept, drawn];
    return () => {
      this.#unkept = this.#unkept.filter((each) => each !== drawn);
    };
  }

  /** Shows the present state. */
  refresh(): void {
    this.#show();
  }

  /**
   * Hides a confirmed operation, because the live answers have it. Call the returned function once the database has
   * removed it.
   */
  leave(id: string, created: string | undefined): () => void {
    this.#leaving.add(id);
    this.knowRecord(id, created);
    return () => this.#leaving.delete(id);
  }

  /** Shows an operation as refused when the refusal cannot be stored. */
  refuse(id: string, refusal: Refusal): void {
    this.#refusals.set(id, refusal);
    this.set(this.#operations);
  }

  /** Shows the operation's state from the database again, from the next `set` on. */
  forgetRefusal(id: string): void {
    this.#refusals.delete(id);
  }

  /** Records the id of the record that an operation has created. */
  knowRecord(id: string, created: string | undefined): void {
    if (created !== undefined) this.#createdBy.set(id, created);
    this.#show();
  }

  recordOf(id: string): string | undefined {
    return this.#createdBy.get(id);
  }

  /** Hides an operation that another tab has discarded. */
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
    const inDoubt = this.#operations.filter((each) => isInDoubt(each, this.#screen.person));
    this.#screen.publish(mine, inDoubt);
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
