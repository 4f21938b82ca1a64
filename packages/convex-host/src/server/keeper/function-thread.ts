import { setImmediate as nextTurn } from "node:timers/promises";
import type {
  Answer,
  AnswerOf,
  Asked,
  CommandName,
  Commands,
  FunctionCall,
  ResponseHead,
} from "../../wire/commands.ts";
import type { BodyMessage } from "../../wire/body-stream.ts";
import { type Failure, failureText } from "../../wire/failure.ts";
import { findFunction, type Wanted } from "../../wire/find-function.ts";
import { parsePath } from "../../wire/function-path.ts";
import type {
  ClientCommand,
  ClientRegistration,
  ClientUpdate,
  QueryResult,
} from "../../wire/live-clients.ts";
import type { ThreadMessage } from "../../wire/messages.ts";
import { unpackUpdates } from "../../wire/packed-updates.ts";
import type { Activity } from "../../wire/pulse.ts";
import type { ThreadInfo } from "../../wire/thread-start.ts";
import { type BodyListener, HttpBodies } from "./http-bodies.ts";
import { answerOf, PendingCalls } from "./pending-calls.ts";
import { Quarantine } from "./quarantine.ts";
import type { RunningThread } from "./running-thread.ts";
import { type ThreadChange, ThreadKeeper, type ThreadKeeperOptions } from "./thread-keeper.ts";
import { UpdateTurns } from "./update-turns.ts";

/** A connected client, as the function thread's keeper sees it. */
export interface ThreadClient {
  /** The client's state for a new thread; null before its Connect message. */
  registration(): ClientRegistration | null;
  /** Called when a new thread is ready: another version of the app may have other functions. */
  functionsChanged(): void;
  update(update: ClientUpdate, results: readonly QueryResult[]): void;
  /** Called when the function thread has ended this client, because others need the memory of its answers. */
  makeRoom(): void;
}

/** An HTTP action under way. `head` resolves to null when no route matches, and rejects with the thread's failure. */
export type HttpCall = { call: number; head: Promise<ResponseHead | null> };

/** The commands with one question and one answer, and no bodies. */
type AskedName = Exclude<CommandName, "http" | "stored-answer">;

export type FunctionThreadOptions = ThreadKeeperOptions & { now: () => number };

/**
 * The main thread's end of the function thread. Owns the unanswered calls and knows every client. A thread that
 * replaces a lost one gets all clients and all calls that can be sent again. Callers notice only a delay, except those
 * whose call cannot be repeated.
 */
export class FunctionThread {
  readonly #options: FunctionThreadOptions;
  readonly #clients = new Map<number, ThreadClient>();
  readonly #bodies = new HttpBodies();
  readonly #pending = new PendingCalls();
  readonly #quarantine: Quarantine;
  readonly #updates = new UpdateTurns({
    pass: (update, results) => this.#clients.get(update.client)?.update(update, results),
    now: () => performance.now(),
    later: setImmediate,
  });
  readonly #keeper: ThreadKeeper;
  /** The facts that the app reported last. They hold while a thread is being replaced. */
  #info: ThreadInfo | null = null;
  /** The time at which the thread was lost in whose place none has started; null while one runs. */
  #lostAt: number | null = null;

  constructor(options: FunctionThreadOptions) {
    this.#options = options;
    this.#quarantine = new Quarantine(options.now);
    this.#keeper = new ThreadKeeper(options, {
      ready: (thread, info) => this.#onReady(thread, info),
      message: (message) => this.#receive(message),
      stuck: (activity, cause) => this.#blame(activity, cause),
      lost: (loss) => {
        this.#lostAt ??= performance.now();
        this.#bodies.lose();
        this.#pending.lose(loss);
      },
      notStarted: () => this.#onNotStarted(),
      quarantined: () => this.#quarantine.active(),
    });
  }

  /** Resolves when functions can be called; rejects with the error of the app or its data. */
  start(): Promise<ThreadInfo> {
    return this.#keeper.start();
  }

  /** The facts that the running app has reported about itself. */
  get info(): ThreadInfo {
    if (this.#info === null) throw new Error("The function thread has not started.");
    return this.#info;
  }

  /** False while a thread is being replaced. */
  get isRunning(): boolean {
    return this.#keeper.current !== null;
  }

  /** The number of queries that all clients watch together. */
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

  /** Passes on a change of a client. A thread that is being replaced gets the whole state of each client instead. */
  tell(command: ClientCommand): void {
    this.#keeper.current?.post(command);
  }

  /**
   * The refusal of a call when the running app has no such function for the caller, otherwise null. Without a thread,
   * the next one decides, except for paths that no app can have.
   */
  refusalOf({ requestId, ...wanted }: Wanted & { requestId: string }): Failure | null {
    if (!this.isRunning && parsePath(wanted.path) !== null) return null;
    const search = findFunction(this.info.functions, wanted);
    if ("found" in search) return null;
    const redact = this.#options.start.redactErrors && wanted.caller === "public";
    return { ok: false, message: failureText(search.refusal, { requestId, redact }), logLines: [] };
  }

  /**
   * Asks the function thread. The promise resolves with the answer, or rejects with a `ThreadFailure`, whatever happens
   * to the thread. A call of a missing function is refused here.
   */
  ask<Name extends AskedName>(
    name: Name,
    question: Commands[Name]["question"],
  ): Promise<AnswerOf<Name>> {
    const asked = { name, question } as Asked;
    const refusal = this.#refusalOfCall(asked);
    const answer =
      refusal === null
        ? this.#pending.add(asked, this.#keeper.current).answer
        : Promise.resolve(answerOf(asked, refusal));
    this.#time(name, answer);
    return answer as Promise<AnswerOf<Name>>;
  }

  /** Starts an HTTP action. The listener gets the messages of both bodies. */
  http(question: Commands["http"]["question"], listener: BodyListener): HttpCall {
    const thread = this.#keeper.current;
    const { call, answer } = this.#pending.add({ name: "http", question }, thread);
    this.#bodies.open(call, listener, { isSent: thread !== null });
    this.#time("http", answer);
    return { call, head: answer as Promise<AnswerOf<"http">> };
  }

  /** Sends a part of a body. Without a thread it waits with its call. */
  sendBody(message: BodyMessage, transfer: ArrayBuffer[] = []): void {
    this.#bodies.send(message, transfer, this.#keeper.current);
  }

  /** Ends an exchange. `isBegun` is false when its call was still waiting for a thread: it is then never sent. */
  endHttp(call: number): { isBegun: boolean } {
    const isBegun = !this.#bodies.close(call);
    if (!isBegun) this.#pending.forget(call);
    return { isBegun };
  }

  /** Starts a new thread with a change. When it does not start, the old state goes on and the promise rejects. */
  replace(change: ThreadChange): Promise<ThreadInfo> {
    return this.#keeper.replace(change);
  }

  /**
   * Waits for running mutations, closes the database and ends the thread. Every call that is left fails, and gets a
   * turn to handle it.
   */
  async stop(): Promise<void> {
    await this.#keeper.stop();
    this.#bodies.lose();
    this.#pending.close("The host is shutting down.");
    await nextTurn();
  }

  #refusalOfCall(asked: Asked): Failure | null {
    const named = namedFunction(asked);
    if (named === null) return null;
    const { path, caller, metadata } = named.call;
    // An earlier version of the app may have executed it already, so the stored answer is looked for first.
    const isNoted = asked.name === "mutation" && asked.question.request !== null;
    if (isNoted && parsePath(path) !== null) return null;
    return this.refusalOf({ path, caller, kind: named.kind, requestId: metadata.requestId });
  }

  #time(name: CommandName, answer: Promise<Answer>): void {
    const { metrics } = this.#options;
    if (metrics == null) return;
    const startedAt = performance.now();
    const tell = (outcome: "ok" | "failed") =>
      metrics.called(name, outcome, (performance.now() - startedAt) / 1000);
    answer.then(
      (known) => tell(isFailed(known) ? "failed" : "ok"),
      () => tell("failed"),
    );
  }

  #onNotStarted(): void {
    const { absentThreadMs } = this.#options.limits;
    if (performance.now() - (this.#lostAt ?? Infinity) >= absentThreadMs)
      this.#pending.refuseWaiting();
  }

  #onReady(thread: RunningThread, info: ThreadInfo): void {
    this.#info = info;
    this.#lostAt = null;
    // The new thread goes on from the results that clients were sent.
    this.#updates.finish();
    for (const client of this.#clients.values()) client.functionsChanged();
    for (const client of this.#clients.values()) {
      const registration = client.registration();
      if (registration !== null) thread.post({ type: "client-open", registration });
    }
    this.#pending.sendAll(thread);
    this.#bodies.sendWaiting(thread);
  }

  #receive(message: ThreadMessage): void {
    switch (message.type) {
      case "answer":
      case "failed":
        return this.#pending.receive(message);
      case "updates":
        return this.#updates.add({
          results: message.results,
          updates: unpackUpdates(message.updates),
        });
      case "client-cut":
        return this.#clients.get(message.client)?.makeRoom();
      case "log":
        return this.#options.log[message.level](message.event, message.fields);
      default:
        this.#bodies.receive(message);
    }
  }

  /** Fails the activity in which the thread was stuck. Returns its name for the log; null when it is unknown. */
  #blame(activity: Activity | null, cause: "time" | "memory"): string | null {
    if (activity === null) return null;
    const seconds = this.#options.limits.blockedThreadMs / 1000;
    const message =
      cause === "time"
        ? `Function execution timed out (maximum duration: ${seconds}s)`
        : "Function execution ran out of memory";
    if (activity.kind === "call")
      return this.#pending.blame(activity.call, { ok: false, message, logLines: [] });
    this.#quarantine.add(activity);
    return activity.path;
  }
}

/** The single function that a call runs; null when it runs none or several. */
function namedFunction(asked: Asked): { kind: Wanted["kind"]; call: FunctionCall } | null {
  switch (asked.name) {
    case "mutation":
    case "action":
    case "any":
      return { kind: asked.name, call: asked.question.function };
    case "query": {
      const [call, ...others] = asked.question.queries;
      return call === undefined || others.length > 0 ? null : { kind: "query", call };
    }
    default:
      return null;
  }
}

/** True when a function failed whose outcome is in the answer. */
function isFailed(answer: Answer): boolean {
  if (typeof answer !== "object" || answer === null) return false;
  const outcomes: readonly object[] = "outcomes" in answer ? answer.outcomes : [answer];
  return outcomes.some((outcome) => "ok" in outcome && outcome.ok === false);
}
