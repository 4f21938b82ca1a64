import type { Database } from "./database.ts";
import { describe, type Description, type Means, type Operation, type Table } from "./operation.ts";
import { Overdue } from "./overdue.ts";
import { beginning, begun, interruption, type Step } from "./queue.ts";
import { sendable } from "./schedule.ts";
import { verdictOn } from "./verdict.ts";

/** The connection to the server. */
export interface Line {
  isConnected: () => boolean;
  /** True when requests are sent in the session of this person. */
  isSignedInAs: (person: string) => boolean;
  /** Calls the listener when either value changes. Returns a function that removes it. */
  subscribe: (listener: () => void) => () => void;
  mutation: Means["mutation"];
}

/** The part of the browser's lock manager that is used here. */
export type Locks = Pick<LockManager, "request">;

/** The outbox for which a sender works. */
export interface Employer {
  database: Database;
  operations: () => readonly Operation[];
  change: Database["change"];
  /** Reads the operations that another tab has stored, and sends them too. */
  look: () => void;
  /** Rejects when the device cannot remove the operation. */
  confirmed: (id: string, created: string | undefined) => Promise<void>;
  refused: (id: string, error: unknown) => Promise<void>;
  /** True while a screen of this tab waits for the answer to an operation. */
  isAwaited: (id: string) => boolean;
  signedOut: () => void;
}

/** The number of unexpected failures that count as a refusal; fewer may be a passing fault of the server. */
const PATIENCE = 3;

/** The delay in ms after a failure; it doubles with each further one. */
const REST_MS = 1000;
const LONGEST_REST_MS = 30_000;

/** The time in ms for which the tab with the lock may leave an operation unsent. */
const UNSENT_MS = 20_000;

/** The time in ms for which it may leave one on its way, without an end or another attempt. A large photo takes minutes. */
const UNANSWERED_MS = 300_000;

/**
 * Sends waiting operations, in the one tab that holds the lock. It owns the operations in flight and the delays after
 * failures; its employer owns the operations.
 */
export class Sender {
  readonly #employer: Employer;
  readonly #line: Line;
  readonly #table: Table;
  readonly #by: string;
  readonly #end = new AbortController();
  readonly #onItsWay = new Map<string, AbortController>();
  /** The ids of operations whose attempt is already counted; they are sent once they are stored. */
  readonly #handed = new Set<string>();
  /** The failures of an operation in a row: of all kinds, and those that neither the line nor the disk explains. */
  readonly #failures = new Map<string, { all: number; unexplained: number }>();
  readonly #rests = new Map<string, ReturnType<typeof setTimeout>>();
  #leads = false;
  #wasConnected = false;
  #locks: Locks | undefined;
  /** They run while operations wait for another tab, which has the lock. */
  readonly #overdue = [
    new Overdue(UNSENT_MS, { list: () => this.#unsent(), act: () => this.#steal() }),
    new Overdue(UNANSWERED_MS, { list: () => this.#unanswered(), act: () => this.#steal() }),
  ];

  constructor(employer: Employer, { line, table, by }: { line: Line; table: Table; by: string }) {
    this.#employer = employer;
    this.#line = line;
    this.#table = table;
    this.#by = by;
  }

  /**
   * Waits for the lock, so that only one tab sends. Without locks every tab sends, which the idempotency keys make
   * harmless.
   */
  async start(locks: Locks | undefined): Promise<void> {
    const unsubscribe = this.#line.subscribe(() => this.#onLine());
    this.#end.signal.addEventListener("abort", unsubscribe);
    if (locks === undefined) {
      this.#lead();
      return;
    }
    this.#locks = locks;
    await this.#takeLock(locks, { signal: this.#end.signal });
  }

  async #takeLock(locks: Locks, options: LockOptions): Promise<void> {
    const { signal } = this.#end;
    let wasGranted = false;
    const hold = async () => {
      wasGranted = true;
      // The tab that was sending before is gone. A failure to store that does not prevent sending.
      await this.#employer.change((all) => interruption(all, this.#by)).catch(() => undefined);
      this.#lead();
      if (signal.aborted) return;
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
    };
    try {
      await locks.request(`turnboard-outbox ${this.#by}`, options, hold);
    } catch {
      // The wait was aborted, or the browser grants no locks.
      if (!wasGranted) return this.#lead();
      // Another tab has taken the lock, because the browser had frozen this one.
      this.#leads = false;
      if (!signal.aborted) await this.#takeLock(locks, { signal });
    }
  }

  /** Stops sending. Requests in flight may still arrive. */
  stop(): void {
    this.#leads = false;
    for (const overdue of this.#overdue) overdue.end();
    for (const rest of this.#rests.values()) clearTimeout(rest);
    this.#end.abort();
  }

  /** Aborts the request of a discarded operation. */
  abort(id: string): void {
    this.#onItsWay.get(id)?.abort();
  }

  /** Ends all delays after failures at once. */
  wake(): void {
    for (const rest of this.#rests.values()) clearTimeout(rest);
    this.#rests.clear();
    this.pump();
  }

  /**
   * Counts the attempt of those new operations in a step that can be sent at once. They are stored and counted in one
   * transaction, so that they need no second write and other people see them sooner.
   */
  handOver<Taken extends Step>(operations: readonly Operation[], step: Taken): Taken {
    const written = step.put.map((each) => ({ seq: Infinity, ...each }));
    const ids = new Set(written.map(({ id }) => id));
    const others = operations.filter(({ id }) => !ids.has(id));
    const ready = this.#sendable([...others, ...written]).filter(({ id }) => ids.has(id));
    const handed = new Set(ready.map(({ id }) => id));
    for (const id of handed) this.#handed.add(id);
    return { ...step, put: step.put.map((each) => (handed.has(each.id) ? begun(each) : each)) };
  }

  /** Sends all operations that can be sent now. */
  pump(): void {
    const follows = !this.#leads && !this.#end.signal.aborted;
    if (follows) for (const overdue of this.#overdue) overdue.watch();
    const ready = this.#sendable(this.#employer.operations());
    for (const { id } of ready) this.#onItsWay.set(id, new AbortController());
    // An operation that was handed over and then not stored counts as new when it is added again.
    const handed = ready.filter(({ id, state }) => this.#handed.delete(id) && state === "sending");
    for (const operation of handed) void this.#send(operation);
    const others = ready.filter((each) => !handed.includes(each));
    if (others.length > 0) void this.#begin(others);
  }

  get #hasLine(): boolean {
    return this.#line.isConnected() && this.#line.isSignedInAs(this.#by);
  }

  /** The operations that this tab can send now; none while another tab sends. */
  #sendable(operations: readonly Operation[]): Operation[] {
    if (!this.#leads || !this.#hasLine) return [];
    const isOnItsWay = (id: string) => this.#onItsWay.has(id);
    return sendable(operations, {
      ...{ by: this.#by, table: this.#table, isOnItsWay },
      isHeld: (id) => isOnItsWay(id) || this.#rests.has(id),
    });
  }

  /** Takes the lock from a tab that sends nothing: some browsers freeze a tab and leave it its locks. */
  #steal(): void {
    if (!this.#leads && this.#locks !== undefined)
      void this.#takeLock(this.#locks, { steal: true });
  }

  /** The operations that the tab with the lock could send now. */
  #unsent(): string[] {
    const operations = this.#employer.operations();
    if (!this.#hasLine) return [];
    const sent = new Set(operations.filter(({ state }) => state === "sending").map(({ id }) => id));
    const isOnItsWay = (id: string) => sent.has(id);
    const situation = { by: this.#by, table: this.#table, isOnItsWay, isHeld: isOnItsWay };
    return sendable(operations, situation).map(({ id }) => id);
  }

  /** The attempts of the tab with the lock that have no end. */
  #unanswered(): string[] {
    if (!this.#hasLine) return [];
    const isSent = ({ by, state }: Operation) => by === this.#by && state === "sending";
    const attempts = this.#employer.operations().filter(isSent);
    return attempts.map(({ id, tries }) => `${id} ${String(tries)}`);
  }

  #lead(): void {
    for (const overdue of this.#overdue) overdue.end();
    this.#leads = !this.#end.signal.aborted;
    this.pump();
  }

  #onLine(): void {
    const wasConnected = this.#wasConnected;
    this.#wasConnected = this.#line.isConnected();
    if (!this.#wasConnected) return;
    // A new connection is a new chance for operations that failed on the old one.
    this.wake();
    if (!wasConnected && this.#leads) this.#employer.look();
  }

  /** The device counts the attempts first, because an operation that may be at the server must not change any more. */
  async #begin(ready: readonly Operation[]): Promise<void> {
    const ids = new Set(ready.map(({ id }) => id));
    try {
      const { step } = await this.#employer.change((all) => beginning(all, ids));
      const begun = new Map(step.put.map((each) => [each.id, each]));
      for (const { id, seq } of ready) {
        const operation = begun.get(id);
        if (operation) void this.#send({ ...operation, seq });
        else this.#onItsWay.delete(id);
      }
    } catch {
      for (const { id } of ready) this.#rest(id);
    }
  }

  async #send(operation: Operation): Promise<void> {
    const { id } = operation;
    const description = describe(this.#table, operation);
    const way = this.#onItsWay.get(id);
    if (!description || !way) return;
    const { signal } = way;
    await this.#try(description, operation, signal);
    // A failed operation may already be in flight again.
    if (this.#onItsWay.get(id) === way) this.#onItsWay.delete(id);
    this.pump();
  }

  async #try(description: Description, operation: Operation, signal: AbortSignal): Promise<void> {
    const { id } = operation;
    let answer: unknown;
    try {
      answer = await this.#answerTo(description, operation, signal);
    } catch (error) {
      if (!signal.aborted) await this.#fail(id, error);
      return;
    }
    this.#failures.delete(id);
    try {
      await this.#employer.confirmed(id, description.createdBy?.(answer));
    } catch {
      // The server knows the idempotency key and gives the same answer again later, when the device may be able to
      // remove the operation.
      this.#rest(id, PATIENCE);
    }
  }

  #answerTo(description: Description, operation: Operation, signal: AbortSignal) {
    const { mutation } = this.#line;
    const files = () => this.#employer.database.files(operation.id);
    return description.send(operation, { mutation, files, signal });
  }

  async #fail(id: string, error: unknown): Promise<void> {
    const verdict = verdictOn(error);
    if (verdict === "signed-out") {
      this.#leads = false;
      this.#employer.signedOut();
      return;
    }
    // A disk that takes nothing now may have room later; only a screen that waits needs an answer.
    const mayWait =
      verdict === "no-line" || (verdict === "not-stored" && !this.#employer.isAwaited(id));
    const before = this.#failures.get(id);
    const all = (before?.all ?? 0) + 1;
    const unexplained = (before?.unexplained ?? 0) + (mayWait ? 0 : 1);
    this.#failures.set(id, { all, unexplained });
    if (verdict === "refused" || unexplained >= PATIENCE) {
      this.#failures.delete(id);
      await this.#employer.refused(id, error);
    } else this.#rest(id, all);
  }

  #rest(id: string, failures = 1): void {
    this.#onItsWay.delete(id);
    const rest = Math.min(REST_MS * 2 ** (failures - 1), LONGEST_REST_MS);
    const end = () => {
      this.#rests.delete(id);
      this.pump();
    };
    this.#rests.set(id, setTimeout(end, rest));
  }
}
