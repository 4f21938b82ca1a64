import type { Employer } from "./employer.ts";
import { Failures, PATIENCE } from "./failures.ts";
import type { Line, Locks } from "./line.ts";
import { describe, type Description, type Operation, type Table } from "./operation.ts";
import { Overdue } from "./overdue.ts";
import { beginning, begun, hindrance, interruption, type Step } from "./queue.ts";
import { Rests } from "./rests.ts";
import { isWithoutRoom, Roomless } from "./roomless.ts";
import { sendable } from "./schedule.ts";
import { reasonOf, verdictOn } from "./verdict.ts";

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
  readonly #failures = new Failures();
  readonly #rests = new Rests();
  #leads = false;
  #wasConnected = false;
  #locks: Locks | undefined;
  /** They run while operations wait for another tab, which has the lock. */
  readonly #overdue = [
    new Overdue(UNSENT_MS, { list: () => this.#unsent(), act: () => this.#steal() }),
    new Overdue(UNANSWERED_MS, { list: () => this.#unanswered(), act: () => this.#steal() }),
  ];

  readonly #roomless = new Roomless({
    list: () => this.#withoutRoom(),
    send: async (operation) => {
      this.#onItsWay.set(operation.id, new AbortController());
      await this.#send(operation);
    },
  });

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
    this.#roomless.end();
    for (const overdue of this.#overdue) overdue.end();
    this.#rests.end();
    this.#end.abort();
  }

  /** Aborts the request of a discarded operation. */
  abort(id: string): void {
    this.#onItsWay.get(id)?.abort();
  }

  /** Ends all delays after failures at once. */
  wake(): void {
    this.#rests.end();
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
    const clockLag = this.#line.clockLag();
    return {
      ...step,
      put: step.put.map((each) => (handed.has(each.id) ? begun(each, clockLag) : each)),
    };
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

  /** The operations that the server had no room for, as they are, in the order in which this tab can send them. */
  #withoutRoom(): Operation[] {
    const refused = this.#employer.operations().filter(isWithoutRoom);
    const byId = new Map(refused.map((each) => [each.id, each]));
    const again = refused.map((each) => ({ ...each, state: "waiting" as const }));
    return this.#sendable(again).flatMap(({ id }) => byId.get(id) ?? []);
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
    if (this.#leads) this.#roomless.begin();
  }

  #onLine(): void {
    const wasConnected = this.#wasConnected;
    this.#wasConnected = this.#line.isConnected();
    if (!this.#wasConnected) return;
    // A new connection is a new chance for operations that failed on the old one.
    this.wake();
    if (wasConnected) return;
    // A page that the browser had frozen has heard no messages of other tabs.
    this.#employer.look();
    if (this.#leads) void this.#roomless.try();
  }

  /** The device counts the attempts first, because an operation that may be at the server must not change any more. */
  async #begin(ready: readonly Operation[]): Promise<void> {
    const ids = new Set(ready.map(({ id }) => id));
    try {
      const clockLag = this.#line.clockLag();
      const { step } = await this.#employer.change((all) => beginning(all, ids, clockLag));
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
      if (!signal.aborted) await this.#fail(operation, error);
      return;
    }
    this.#failures.forget(id);
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

  async #fail(operation: Operation, error: unknown): Promise<void> {
    const { id } = operation;
    const verdict = verdictOn(error);
    if (verdict === "signed-out") {
      this.#leads = false;
      this.#employer.signedOut();
      return;
    }
    // Its refusal is told already, and stands until it arrives or there is another reason.
    if (isWithoutRoom(operation) && verdict !== "refused") return;
    // A disk that takes nothing now may have room later; only a screen that waits needs an answer.
    const isHindered = verdict === "not-stored" && !this.#employer.isAwaited(id);
    const isExplained = verdict === "no-line" || isHindered;
    const inARow = this.#failures.add(id, { isExplained });
    if (verdict === "refused" || inARow.unexplained >= PATIENCE) {
      this.#failures.forget(id);
      await this.#employer.refused(id, error);
      return;
    }
    this.#rest(id, inARow.all);
    if (isHindered) await this.#hinder(id, error);
  }

  /** Stores the reason for which an operation waits, for all tabs. A device that stores nothing says less. */
  async #hinder(id: string, error: unknown): Promise<void> {
    const reason = reasonOf(error);
    await this.#employer.change((all) => hindrance(all, id, reason)).catch(() => undefined);
  }

  #rest(id: string, failures = 1): void {
    this.#onItsWay.delete(id);
    this.#rests.begin(id, failures, () => this.pump());
  }
}
