import type { Limits } from "../limits.ts";
import { describeError, type Logger } from "../log.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type {
  BodyMessage,
  CallCommand,
  CallOutcome,
  ClientCommand,
  ClientRegistration,
  FromThread,
  QueryResult,
  ThreadInfo,
  ThreadStart,
} from "./messages.ts";
import { type PendingCall, PendingCalls } from "./pending-calls.ts";
import type { Activity } from "./pulse.ts";
import { Quarantine } from "./quarantine.ts";
import { RunningThread, type ThreadMessage } from "./running-thread.ts";
import { noChange, type ThreadChange } from "./thread-change.ts";
import { Watchdog } from "./watchdog.ts";

/** A connected client, as the function thread's keeper sees it. */
export interface ThreadClient {
  /** Null while the client has not said who it is. */
  registration(): ClientRegistration | null;
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

export type FunctionThreadOptions = {
  entry: string | URL;
  start: Omit<ThreadStart, "pulse" | "quarantine" | keyof typeof noChange>;
  limits: Limits;
  log: Logger;
  now: () => number;
  metrics?: Metrics | null;
};

/** How long a failure makes the next replacement wait longer. */
const calmMs = 60_000;

/**
 * The main thread's end of the function thread. Owns the thread: starts it, watches it, replaces it when it is stuck or
 * dies, tells the new one of every client and sends it what can be sent again. Callers notice a replacement only by the
 * time it takes, except those whose call cannot be repeated.
 */
export class FunctionThread {
  readonly #options: FunctionThreadOptions;
  readonly #clients = new Map<number, ThreadClient>();
  readonly #http = new Map<number, HttpListener>();
  readonly #pending: PendingCalls;
  readonly #quarantine: Quarantine;
  readonly #watchdog: Watchdog;
  #appBundle: string;
  /** The one that takes calls; null while there is none. */
  #thread: RunningThread | null = null;
  /** What the app told last; it holds while a thread is being replaced. */
  #info: ThreadInfo | null = null;
  #isStopping = false;
  #replacing: Promise<unknown> = Promise.resolve();
  #recentFailures = 0;

  constructor(options: FunctionThreadOptions) {
    this.#options = options;
    this.#appBundle = options.start.appBundle;
    this.#pending = new PendingCalls((command) => this.#thread?.post(command));
    this.#quarantine = new Quarantine(options.now);
    this.#watchdog = new Watchdog({
      limitMs: options.limits.blockedThreadMs,
      onBlocked: () => void this.#onBlocked(),
    });
  }

  /** Resolves when functions can be called; rejects with what is wrong with the app or its data. */
  async start(): Promise<ThreadInfo> {
    return await this.#spawn({ isFirst: true });
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
    this.#thread?.post(command);
  }

  /** Starts a call; `answer` is called exactly once. Returns the call's number. */
  call(command: PendingCall["command"], answer: PendingCall["answer"]): number {
    return this.#pending.add(command, this.#timed(command, answer));
  }

  /** Starts an HTTP action; the listener hears of its head and of both bodies. */
  http(command: Extract<CallCommand, { type: "http" }>, listener: HttpListener): number {
    const answer: PendingCall["answer"] = (message) => {
      if (message.type === "http-head") listener.head(message.head);
      else this.#dropHttp(call);
    };
    const call = this.#pending.add(command, this.#timed(command, answer));
    this.#http.set(call, listener);
    return call;
  }

  sendBody(message: BodyMessage, transfer: ArrayBuffer[] = []): void {
    this.#thread?.post(message, transfer);
  }

  /** The exchange is over; nothing more of it is wanted. */
  endHttp(call: number): void {
    this.#http.delete(call);
  }

  /** Starts a new thread with something changed. When it does not start, the old state goes on and this rejects. */
  async replace(change: ThreadChange): Promise<ThreadInfo> {
    const turn = this.#replacing.then(() => this.#replaceNow(change));
    this.#replacing = turn.catch(() => undefined);
    return await turn;
  }

  async #replaceNow({ appBundle = this.#appBundle, ...rest }: ThreadChange): Promise<ThreadInfo> {
    await this.#stopThread();
    this.#failLostWork();
    try {
      const info = await this.#spawn({ appBundle, ...rest });
      this.#appBundle = appBundle;
      return info;
    } catch (error) {
      await this.#spawn();
      throw error;
    }
  }

  /** Lets running mutations end, closes the database, ends the thread. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#stopThread();
    this.#pending.failAll("The host is shutting down.");
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

  async #stopThread(): Promise<void> {
    const thread = this.#thread;
    // New calls wait for the next thread; answers of this one are still taken.
    this.#thread = null;
    this.#watchdog.stop();
    await thread?.stop(this.#options.limits.stopMs);
  }

  #spawn(change: ThreadChange = {}): Promise<ThreadInfo> {
    const { entry, start } = this.#options;
    const usual = { appBundle: this.#appBundle, ...noChange };
    const thread = new RunningThread({
      entry,
      start: { ...start, ...usual, ...change, quarantine: this.#quarantine.active() },
      onReady: (ready, info) => this.#onReady(ready, info),
      onMessage: (message) => this.#receive(message),
      onDeath: (reason) => this.#onDeath(reason),
    });
    return thread.started;
  }

  #onReady(thread: RunningThread, info: ThreadInfo): void {
    this.#thread = thread;
    this.#info = info;
    this.#watchdog.watch(thread.pulse);
    for (const client of this.#clients.values()) {
      const registration = client.registration();
      if (registration !== null) thread.post({ type: "client-open", registration });
    }
    this.#pending.sendAll();
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
        return this.#http.get(message.call)?.body(message);
      case "log":
        return this.#options.log[message.level](message.event, message.fields);
      default:
        this.#pending.settle(message);
    }
  }

  #onDeath(reason: string): void {
    this.#thread = null;
    this.#watchdog.stop();
    if (this.#isStopping) return;
    this.#options.log.error("function-thread.died", { reason });
    this.#options.metrics?.threadLost("died");
    this.#failLostWork();
    void this.#replace();
  }

  async #onBlocked(): Promise<void> {
    const thread = this.#thread;
    if (thread === null) return;
    const guilty = this.#blame(thread.pulse.current);
    this.#thread = null;
    this.#options.log.error("function-thread.blocked", { guilty });
    this.#options.metrics?.threadLost("blocked");
    this.#failLostWork();
    await thread.terminate();
    await this.#replace();
  }

  /** Fails what the thread was in the middle of; returns its name for the log. */
  #blame(activity: Activity | null): string {
    if (activity === null) return "unknown";
    const seconds = this.#options.limits.blockedThreadMs / 1000;
    const message = `Function execution timed out (maximum duration: ${seconds}s)`;
    const outcome: CallOutcome = { ok: false, message, logLines: [] };
    if (activity.kind === "call") return this.#pending.fail(activity.call, outcome) ?? "unknown";
    const registration = this.#clients.get(activity.client)?.registration();
    const query = registration?.queries.find(({ queryId }) => queryId === activity.queryId);
    if (query === undefined) return "unknown";
    this.#quarantine.add(query);
    return query.path;
  }

  /** What the lost thread was doing and a new one must not do again. What waits for a thread stays. */
  #failLostWork(): void {
    for (const call of [...this.#http.keys()]) this.#dropHttp(call);
    this.#pending.failUnrepeatable(
      "The function was interrupted, and may or may not have done its work.",
    );
  }

  #dropHttp(call: number): void {
    const listener = this.#http.get(call);
    this.#http.delete(call);
    listener?.gone();
  }

  async #replace(): Promise<void> {
    const waitMs = this.#recentFailures === 0 ? 0 : Math.min(100 * 2 ** this.#recentFailures, 5000);
    this.#recentFailures += 1;
    setTimeout(() => (this.#recentFailures -= 1), calmMs).unref();
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    if (this.#isStopping) return;
    try {
      await this.#spawn();
    } catch (error) {
      this.#options.log.error("function-thread.restart-failed", { error: describeError(error) });
      await this.#replace();
    }
  }
}
