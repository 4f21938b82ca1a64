import { Worker } from "node:worker_threads";
import type { Limits } from "../limits.ts";
import { describeError, type Logger } from "../log.ts";
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
  ToThread,
} from "./messages.ts";
import { type PendingCall, PendingCalls } from "./pending-calls.ts";
import { Pulse } from "./pulse.ts";
import { Quarantine } from "./quarantine.ts";
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
  start: Omit<ThreadStart, "pulse" | "quarantine">;
  limits: Limits;
  log: Logger;
  now: () => number;
};

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
  #worker: Worker | null = null;
  #pulse = new Pulse();
  /** What the app told last; it holds while a thread is being replaced. */
  #info: ThreadInfo | null = null;
  #isReady = false;
  #starting: { resolve: (info: ThreadInfo) => void; reject: (error: Error) => void } | null = null;
  #isStopping = false;
  #recentFailures = 0;
  #onStopped: (() => void) | null = null;

  constructor(options: FunctionThreadOptions) {
    this.#options = options;
    this.#appBundle = options.start.appBundle;
    this.#pending = new PendingCalls((message) => this.#send(message));
    this.#quarantine = new Quarantine(options.now);
    this.#watchdog = new Watchdog({
      limitMs: options.limits.blockedThreadMs,
      onBlocked: () => void this.#onBlocked(),
    });
  }

  /** Resolves when functions can be called; rejects with what is wrong with the app or its data. */
  async start(): Promise<ThreadInfo> {
    const info = await this.#spawn();
    this.#recentFailures = 0;
    return info;
  }

  /** What the running app told about itself. */
  get info(): ThreadInfo {
    if (this.#info === null) throw new Error("The function thread has not started.");
    return this.#info;
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
    if (this.#isReady) this.#send(command);
  }

  /** Starts a call; `answer` is called exactly once. Returns the call's number. */
  call(command: PendingCall["command"], answer: PendingCall["answer"]): number {
    return this.#pending.add(command, answer, this.#isReady);
  }

  /** Starts an HTTP action; the listener hears of its head and of both bodies. */
  http(command: Extract<CallCommand, { type: "http" }>, listener: HttpListener): number {
    const call = this.#pending.add(
      command,
      (message) => {
        if (message.type === "http-head") listener.head(message.head);
        else this.#dropHttp(call);
      },
      this.#isReady,
    );
    this.#http.set(call, listener);
    return call;
  }

  sendBody(message: BodyMessage, transfer: ArrayBuffer[] = []): void {
    this.#worker?.postMessage(message, transfer);
  }

  /** The exchange is over; nothing more of it is wanted. */
  endHttp(call: number): void {
    this.#http.delete(call);
  }

  /** True while any call is unanswered. */
  get isBusy(): boolean {
    return this.#pending.size > 0;
  }

  /** Puts another bundle in place of the running app. When it does not start, the old one goes on and this rejects. */
  async replaceApp(appBundle: string): Promise<ThreadInfo> {
    const previous = this.#appBundle;
    await this.#stopWorker();
    this.#appBundle = appBundle;
    try {
      return await this.#spawn();
    } catch (error) {
      this.#appBundle = previous;
      await this.#spawn();
      throw error;
    }
  }

  /** Lets running mutations end, closes the database, ends the thread. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#watchdog.stop();
    await this.#stopWorker();
    this.#pending.failAll("The host is shutting down.");
  }

  async #stopWorker(): Promise<void> {
    const worker = this.#worker;
    if (worker === null) return;
    this.#watchdog.stop();
    this.#isReady = false;
    const stopped = new Promise<void>((resolve) => (this.#onStopped = resolve));
    const tooLong = setTimeout(() => this.#onStopped?.(), this.#options.limits.stopMs);
    worker.postMessage({ type: "stop" } satisfies ToThread);
    await stopped;
    clearTimeout(tooLong);
    this.#onStopped = null;
    this.#worker = null;
    await worker.terminate();
  }

  #spawn(): Promise<ThreadInfo> {
    const { entry, start } = this.#options;
    this.#pulse = new Pulse();
    const workerData: ThreadStart = {
      ...start,
      appBundle: this.#appBundle,
      pulse: this.#pulse.memory,
      quarantine: this.#quarantine.active(),
    };
    const started = new Promise<ThreadInfo>((resolve, reject) => {
      this.#starting = { resolve, reject };
    });
    const worker = new Worker(entry, { workerData, env: start.environment });
    this.#worker = worker;
    worker.on("message", (message: FromThread) => {
      if (this.#worker === worker) this.#receive(message);
    });
    worker.on("error", (error) => this.#onDeath(worker, describeError(error)));
    worker.on("exit", () => this.#onDeath(worker, "The function thread ended."));
    return started;
  }

  #receive(message: FromThread): void {
    switch (message.type) {
      case "ready":
        return this.#onReady(message.info);
      case "start-failed":
        this.#worker = null;
        this.#starting?.reject(new Error(message.message));
        return;
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
      case "stopped":
        return this.#onStopped?.();
      default:
        this.#pending.settle(message);
    }
  }

  #onReady(info: ThreadInfo): void {
    this.#info = info;
    this.#isReady = true;
    this.#watchdog.watch(this.#pulse);
    for (const client of this.#clients.values()) {
      const registration = client.registration();
      if (registration !== null) this.#send({ type: "client-open", registration });
    }
    this.#pending.sendAll();
    this.#starting?.resolve(info);
    this.#starting = null;
  }

  #onDeath(worker: Worker, reason: string): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    this.#isReady = false;
    this.#watchdog.stop();
    if (this.#starting !== null) {
      this.#starting.reject(new Error(reason));
      this.#starting = null;
      return;
    }
    if (this.#isStopping) return;
    this.#options.log.error("function-thread.died", { reason });
    void this.#replace();
  }

  async #onBlocked(): Promise<void> {
    const worker = this.#worker;
    const guilty = this.#pulse.current;
    this.#worker = null;
    this.#isReady = false;
    const outcome: CallOutcome = {
      ok: false,
      message: `Function execution timed out (maximum duration: ${this.#options.limits.blockedThreadMs / 1000}s)`,
      logLines: [],
    };
    const name = this.#blame(guilty, outcome);
    this.#options.log.error("function-thread.blocked", { guilty: name });
    await worker?.terminate();
    await this.#replace();
  }

  #blame(guilty: Pulse["current"], outcome: CallOutcome): string {
    if (guilty === null) return "unknown";
    if (guilty.kind === "call") {
      return this.#pending.fail(guilty.call, outcome) ?? "unknown";
    }
    const registration = this.#clients.get(guilty.client)?.registration();
    const query = registration?.queries.find(({ queryId }) => queryId === guilty.queryId);
    if (query === undefined) return "unknown";
    this.#quarantine.add(query);
    return query.path;
  }

  #dropHttp(call: number): void {
    const listener = this.#http.get(call);
    this.#http.delete(call);
    listener?.gone();
  }

  async #replace(): Promise<void> {
    for (const call of [...this.#http.keys()]) this.#dropHttp(call);
    this.#pending.failUnrepeatable("Transient error while executing action");
    const waitMs = this.#recentFailures === 0 ? 0 : Math.min(100 * 2 ** this.#recentFailures, 5000);
    this.#recentFailures += 1;
    setTimeout(
      () => (this.#recentFailures = Math.max(0, this.#recentFailures - 1)),
      60_000,
    ).unref();
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    if (this.#isStopping) return;
    try {
      await this.#spawn();
    } catch (error) {
      this.#options.log.error("function-thread.restart-failed", { error: describeError(error) });
      await this.#replace();
    }
  }

  #send(message: ToThread): void {
    this.#worker?.postMessage(message);
  }
}
