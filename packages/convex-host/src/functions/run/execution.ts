import type { Environment } from "../app/app.ts";
import type { Caller, HostServices, NestedCall, OperationTable } from "../syscalls/callers.ts";
import type { JsonObject } from "../../values/json.ts";
import type { RunningExecution } from "./context.ts";
import type { LogLines } from "./log-lines.ts";
import type { SeededRandom } from "./seeded-random.ts";
import { PendingWork } from "./pending-work.ts";
import { TurnWaits } from "./turn-waits.ts";
import { StorageError } from "../../database/sqlite/driver.ts";
import { isTurnLong, kindsOfWork, nextTurn } from "./turns.ts";
import { type Identity, type RequestMetadata, strangersAt } from "../../wire/caller.ts";
import type { AuditLines } from "./audit-lines.ts";

/** The origin of an execution: identity, request and job. Nested executions inherit it. */
export type Origin = {
  identity: Identity | null;
  request: RequestMetadata;
  /** The id of the `_scheduled_functions` row that is run; null for other calls. */
  jobId: string | null;
  logs: LogLines;
  audit: AuditLines;
  /** Milliseconds since the epoch. */
  startedMs: number;
};

export type ExecutionSetup<Transaction> = {
  host: HostServices;
  path: string;
  transaction: Transaction;
  operations: OperationTable<Caller<Transaction>>;
  origin: Origin;
  frozenMs: number | null;
  random: SeededRandom | null;
  parent: AnyExecution | null;
  /** The taker of its turns, where that is not the caller. */
  taker?: string | undefined;
  call: (from: Execution<Transaction>, nested: NestedCall) => Promise<string>;
  /** Called when the execution or a nested one reads the identity, perhaps several times. */
  onIdentityRead?: (() => void) | undefined;
};

export type AnyExecution = Pick<
  Execution<unknown>,
  "isOver" | "depth" | "markIdentityRead" | "markRefused" | "fail" | "pending" | "waits"
>;

/**
 * One run of one function, and the target of its system calls while it runs. After its end, or that of its caller,
 * every system call is refused, so that work which it left running cannot write.
 */
export class Execution<Transaction> implements Caller<Transaction>, RunningExecution {
  readonly host: HostServices;
  readonly path: string;
  readonly transaction: Transaction;
  readonly request: RequestMetadata;
  readonly jobId: string | null;
  readonly logs: LogLines;
  readonly frozenMs: number | null;
  readonly random: SeededRandom | null;
  readonly depth: number;
  readonly origin: Origin;
  /** The taker of turns for its steps. */
  readonly taker: string;
  readIdentity = false;
  /** The pending work of the execution and of nested functions. */
  readonly pending: PendingWork;
  /** The time that the execution and nested functions wait for turns. */
  readonly waits: TurnWaits;
  readonly #setup: ExecutionSetup<Transaction>;
  #refusal: StorageError | null = null;
  #isEnded = false;
  #lastCall: Promise<unknown> | null = null;
  #lastTurn: Promise<void> | null = null;
  #reject: ((error: unknown) => void) | null = null;

  constructor(setup: ExecutionSetup<Transaction>) {
    this.#setup = setup;
    this.host = setup.host;
    this.path = setup.path;
    this.transaction = setup.transaction;
    this.origin = setup.origin;
    this.request = setup.origin.request;
    this.jobId = setup.origin.jobId;
    this.logs = setup.origin.logs;
    this.frozenMs = setup.frozenMs;
    this.random = setup.random;
    this.depth = setup.parent === null ? 0 : setup.parent.depth + 1;
    this.taker = setup.taker ?? takerOf(setup.origin);
    this.pending = setup.parent?.pending ?? new PendingWork();
    this.waits = setup.parent?.waits ?? new TurnWaits();
  }

  /** The last turn that a system call has waited for, or waits for; null before. */
  get lastTurn(): Promise<void> | null {
    return this.#lastTurn;
  }

  /** The first error of the disk in a system call of the execution or of a nested function; null when there was none. */
  get refusal(): StorageError | null {
    return this.#refusal;
  }

  get environment(): Environment {
    return this.host.environment;
  }

  get isOver(): boolean {
    return this.#isEnded || (this.#setup.parent?.isOver ?? false);
  }

  end(): void {
    this.#isEnded = true;
  }

  now(): number {
    return this.frozenMs ?? this.host.clock();
  }

  /** The caller's identity. An action throws for unusable credentials; its queries and mutations get null. */
  identity(): Identity | null {
    this.markIdentityRead();
    const { identityFault } = this.request;
    if (identityFault !== undefined && this.transaction === null) throw new Error(identityFault);
    return this.origin.identity;
  }

  markIdentityRead(): void {
    this.readIdentity = true;
    this.#setup.onIdentityRead?.();
    this.#setup.parent?.markIdentityRead();
  }

  markRefused(refusal: StorageError): void {
    this.#refusal ??= refusal;
    this.#setup.parent?.markRefused(refusal);
  }

  audit(body: JsonObject): void {
    this.origin.audit.add(body, { request: this.request, now: this.now() });
  }

  call(nested: NestedCall): Promise<string> {
    return this.#setup.call(this, nested);
  }

  /** Settles like `work`, or rejects when `fail` is called first. */
  untilFailure<Result>(work: Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#reject = reject;
      work.then(resolve, reject);
    });
  }

  fail(error: unknown): void {
    if (this.isOver) return;
    if (this.#reject !== null) this.#reject(error);
    else this.#setup.parent?.fail(error);
  }

  syscall(op: string, argsText: string): string {
    this.#assertRunning(op);
    const operation = own(this.#setup.operations.sync, op);
    if (operation === undefined) throw new Error(`Unknown operation ${op}`);
    return this.#noting(() => operation(this, JSON.parse(argsText) as JsonObject));
  }

  asyncSyscall(op: string, argsText: string): Promise<string> {
    this.pending.note();
    const perform = () => {
      this.#assertRunning(op);
      const operation = own(this.#setup.operations.async, op);
      if (operation === undefined) throw new Error(`Unknown async operation ${op}`);
      return this.#noting(() => operation(this, JSON.parse(argsText) as JsonObject));
    };
    return this.transaction === null ? attempt(perform) : this.#inOrder(perform);
  }

  jsSyscall(op: string, args: Record<string, unknown>): unknown {
    this.#assertRunning(op);
    const operation = own(this.#setup.operations.js, op);
    if (operation === undefined) throw new Error(`Unknown operation ${op}`);
    return operation(this, args);
  }

  /**
   * Queues system calls while a nested function runs: what they wrote meanwhile would belong to its sub-transaction.
   * Calls also queue behind one that waits for a turn. All other system calls of a transaction are answered at once.
   */
  #inOrder(perform: () => string | Promise<string>): Promise<string> {
    if (this.#lastCall !== null || isTurnLong(this.taker))
      return this.#holdOthers(this.#inTurn(perform));
    try {
      const answer = perform();
      return typeof answer === "string" ? Promise.resolve(answer) : this.#holdOthers(answer);
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /**
   * Performs a call behind the earlier ones. It waits for a turn only when these have used theirs up: a hundred calls
   * at once would wait for a hundred turns.
   */
  async #inTurn(perform: () => string | Promise<string>): Promise<string> {
    await this.#lastCall;
    if (isTurnLong(this.taker)) {
      this.#lastTurn = this.pending.add(this.waits.until(nextTurn(this.taker)));
      await this.#lastTurn;
    }
    return await perform();
  }

  #holdOthers(answer: Promise<string>): Promise<string> {
    const settled = answer.then(ignore, ignore).then(() => {
      if (this.#lastCall === settled) this.#lastCall = null;
    });
    this.#lastCall = settled;
    return answer;
  }

  /** Runs a system call, and notes an error of the disk: the function may catch it. */
  #noting<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      if (error instanceof StorageError) this.markRefused(error);
      throw error;
    }
  }

  #assertRunning(op: string): void {
    if (!this.isOver) return;
    throw new Error(
      `${this.path} has ended: its system call ${op} was refused. Await everything a function starts.`,
    );
  }
}

/** The taker of an execution's turns, and of its turn in the lane. */
export function takerOf({ jobId, request, identity }: Origin): string {
  if (jobId !== null) return kindsOfWork.jobs;
  if (request.taker !== undefined) return request.taker;
  if (identity !== null) return `user ${identity.tokenIdentifier}`;
  return request.ip === null ? "the host" : strangersAt(request.ip);
}

async function attempt(perform: () => string | Promise<string>): Promise<string> {
  return await perform();
}

function own<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

function ignore(): void {}
