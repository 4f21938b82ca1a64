import { findFunction, type Wanted } from "../../wire/find-function.ts";
import { parsePath } from "../../wire/function-path.ts";
import type {
  BodyMessage,
  CallCommand,
  CallOutcome,
  ClientCommand,
  ClientRegistration,
  FromThread,
  FunctionCall,
  QueryResult,
  ThreadInfo,
} from "../../wire/messages.ts";
import { type PendingCall, PendingCalls } from "./pending-calls.ts";
import type { Activity } from "../../wire/pulse.ts";
import type { RunningThread, ThreadMessage } from "./running-thread.ts";
import type { ThreadChange } from "./thread-change.ts";
import { ThreadKeeper, type ThreadKeeperOptions } from "./thread-keeper.ts";
import { type Failure, failureText } from "../../wire/failure.ts";
import { Quarantine } from "./quarantine.ts";

/** A connected client, as the function thread's keeper sees it. */
export interface ThreadClient {
  /** Null while the client has not said who it is. */
  registration(): ClientRegistration | null;
  /** Another version of the app may have other functions. */
  functionsChanged(): void;
  update(
    update: Extract<FromThread, { type: "updates" }>["updates"][number],
    results: readonly QueryResult[],
  ): void;
}

/** The streaming side of an HTTP action's call. */
export interface HttpListener {
  head(head: Extract<FromThread, { type: "http-head" }>["head"]): void;
  body(message: BodyMessage): void;
  /** The thread that ran it is gone. */
  gone(): void;
}

type HttpExchange = {
  listener: HttpListener;
  /** What came of its body before a thread took the call; null once one has. */
  waiting: { message: BodyMessage; transfer: ArrayBuffer[] }[] | null;
};

export type FunctionThreadOptions = ThreadKeeperOptions & { now: () => number };

/**
 * The main thread's end of the function thread. Owns the calls that are unanswered and knows every client; whoever takes
 * the place of a lost thread is told of all clients and sent what can be sent again. Callers notice that only by the time
 * it takes, except those whose call cannot be repeated.
 */
export class FunctionThread {
  readonly #options: FunctionThreadOptions;
  readonly #clients = new Map<number, ThreadClient>();
  readonly #http = new Map<number, HttpExchange>();
  readonly #pending: PendingCalls;
  readonly #quarantine: Quarantine;
  readonly #keeper: ThreadKeeper;
  /** What the app told last; it holds while a thread is being replaced. */
  #info: ThreadInfo | null = null;

  constructor(options: FunctionThreadOptions) {
    this.#options = options;
    this.#quarantine = new Quarantine(options.now);
    this.#keeper = new ThreadKeeper(options, {
      ready: (thread, info) => this.#onReady(thread, info),
      message: (message) => this.#receive(message),
      stuck: (activity, cause) => this.#blame(activity, cause),
      lost: (loss) => this.#endLostWork(loss),
      quarantined: () => this.#quarantine.active(),
    });
    this.#pending = new PendingCalls((command) => this.#post(command));
  }

  /** Resolves when functions can be called; rejects with what is wrong with the app or its data. */
  start(): Promise<ThreadInfo> {
    return this.#keeper.start();
  }

  /** What the running app told about itself. */
  get info(): ThreadInfo {
    if (this.#info === null) throw new Error("The function thread has not started.");
    return this.#info;
  }

  /** How many queries all clients watch together. */
  get watchedQueries(): number {
    let count = 0;
    for (const client of this.#clients.values())
      count += client.registration()?.queries.length ?? 0;
    return count;
  }

  /** True while any call is unanswered. */
  get isBusy(): boolean {
    return this.#pending.size > 0;
  }

  addClient(id: number, client: ThreadClient): void {
    this.#clients.set(id, client);
  }

  removeClient(id: number): void {
    this.#clients.delete(id);
    this.tell({ type: "client-close", client: id });
  }

  /** Passes on news of a client; a thread that is being replaced learns the whole state of each client instead. */
  tell(command: ClientCommand): void {
    this.#keeper.current?.post(command);
  }

  /**
   * Why the running app has no such function for the caller; null when it has. While there is no thread, the next one must
   * know.
   */
  refusalOf({ requestId, ...wanted }: Wanted & { requestId: string }): Failure | null {
    if (this.#keeper.current === null) return null;
    const search = findFunction(this.info.functions, wanted);
    if ("found" in search) return null;
    const redact = this.#options.start.redactErrors && wanted.caller === "public";
    return { ok: false, message: failureText(search.refusal, { requestId, redact }), logLines: [] };
  }

  /** Starts a call; `answer` is called exactly once. What names no function goes no further than this. */
  call(command: PendingCall["command"], answer: PendingCall["answer"]): void {
    const timed = this.#timed(command, answer);
    const refusal = this.#refusalOfCall(command);
    if (refusal === null) this.#pending.add(command, timed);
    else queueMicrotask(() => timed({ type: "answer", call: 0, outcome: refusal }));
  }

  /** Starts an HTTP action; the listener hears of its head and of both bodies. */
  http(command: Extract<CallCommand, { type: "http" }>, listener: HttpListener): number {
    const answer: PendingCall["answer"] = (message) => {
      if (message.type === "http-head") listener.head(message.head);
      else this.#dropHttp(call);
    };
    const waiting = this.#keeper.current === null ? [] : null;
    const call = this.#pending.add(command, this.#timed(command, answer));
    this.#http.set(call, { listener, waiting });
    return call;
  }

  /** Passes on a part of a body; it waits with its call while there is no thread. */
  sendBody(message: BodyMessage, transfer: ArrayBuffer[] = []): void {
    const waiting = this.#http.get(message.call)?.waiting ?? null;
    if (waiting === null) this.#keeper.current?.post(message, transfer);
    else waiting.push({ message, transfer });
  }

  /** The exchange is over; nothing more of it is wanted. One that waits for a thread is not begun. */
  endHttp(call: number): void {
    const exchange = this.#http.get(call);
    this.#http.delete(call);
    if (exchange !== undefined && exchange.waiting !== null) this.#pending.forget(call);
  }

  /** Starts a new thread with something changed. When it does not start, the old state goes on and this rejects. */
  replace(change: ThreadChange): Promise<ThreadInfo> {
    return this.#keeper.replace(change);
  }

  /** Lets running mutations end, closes the database, ends the thread. */
  async stop(): Promise<void> {
    await this.#keeper.stop();
    this.#pending.failAll("The host is shutting down.");
  }

  #refusalOfCall(command: PendingCall["command"]): Failure | null {
    const named = namedFunction(command);
    if (named === null) return null;
    const { path, caller, metadata } = named.call;
    // An earlier version of the app may have carried it out already: the answer is looked for first.
    const isNoted = command.type === "mutation" && command.request !== null;
    if (isNoted && parsePath(path) !== null) return null;
    return this.refusalOf({ path, caller, kind: named.kind, requestId: metadata.requestId });
  }

  #timed(command: PendingCall["command"], answer: PendingCall["answer"]): PendingCall["answer"] {
    const { metrics } = this.#options;
    if (metrics == null) return answer;
    const startedAt = performance.now();
    return (message) => {
      const isFailed = message.type === "answer" && !message.outcome.ok;
      const seconds = (performance.now() - startedAt) / 1000;
      metrics.called(command.type, isFailed ? "failed" : "ok", seconds);
      answer(message);
    };
  }

  #onReady(thread: RunningThread, info: ThreadInfo): void {
    this.#info = info;
    for (const client of this.#clients.values()) client.functionsChanged();
    for (const client of this.#clients.values()) {
      const registration = client.registration();
      if (registration !== null) thread.post({ type: "client-open", registration });
    }
    this.#pending.sendAll();
    for (const exchange of this.#http.values()) {
      for (const { message, transfer } of exchange.waiting ?? []) thread.post(message, transfer);
      exchange.waiting = null;
    }
  }

  /** False when there is no thread to take it. */
  #post(command: CallCommand): boolean {
    const thread = this.#keeper.current;
    thread?.post(command);
    return thread !== null;
  }

  #receive(message: ThreadMessage): void {
    switch (message.type) {
      case "updates":
        for (const update of message.updates)
          this.#clients.get(update.client)?.update(update, message.results);
        return;
      case "body":
      case "body-end":
      case "body-credit":
      case "body-abort":
        return this.#http.get(message.call)?.listener.body(message);
      case "log":
        return this.#options.log[message.level](message.event, message.fields);
      default:
        this.#pending.settle(message);
    }
  }

  /** Fails what the thread was in the middle of; returns its name for the log, null when nobody knows. */
  #blame(activity: Activity | null, cause: "time" | "memory"): string | null {
    if (activity === null) return null;
    const seconds = this.#options.limits.blockedThreadMs / 1000;
    const message =
      cause === "time"
        ? `Function execution timed out (maximum duration: ${seconds}s)`
        : "Function execution ran out of memory";
    const outcome: CallOutcome = { ok: false, message, logLines: [] };
    if (activity.kind === "call") return this.#pending.end(activity.call, outcome);
    this.#quarantine.add(activity);
    return activity.path;
  }

  /** What the lost thread was doing and a new one must not do again. What waits for a thread stays. */
  #endLostWork(loss: { isExplained: boolean }): void {
    for (const [call, { waiting }] of [...this.#http]) if (waiting === null) this.#dropHttp(call);
    this.#pending.lose(loss);
  }

  #dropHttp(call: number): void {
    const exchange = this.#http.get(call);
    this.#http.delete(call);
    exchange?.listener.gone();
  }
}

/** The one function that a call is for; null when it is for none, or for several. */
function namedFunction(command: CallCommand): { kind: Wanted["kind"]; call: FunctionCall } | null {
  switch (command.type) {
    case "mutation":
    case "action":
    case "any":
      return { kind: command.type, call: command.function };
    case "query": {
      const [call, ...others] = command.queries;
      return call === undefined || others.length > 0 ? null : { kind: "query", call };
    }
    default:
      return null;
  }
}
