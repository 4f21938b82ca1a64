import { AsyncResource } from "node:async_hooks";
import type { AnswerRoom } from "./answer-room.ts";
import { DueClients } from "./due-clients.ts";
import { type PostUpdates, UpdateBatch } from "./update-batch.ts";
import { UpdatesAtOnce } from "./updates-at-once.ts";
import { endsTurn, findStale, isInOnePiece } from "./client-turn.ts";
import type { LiveClient } from "./live-client.ts";
import { type LiveClientEvents, LiveClients } from "./live-clients.ts";
import { outcomeOfPart } from "./failed-outcomes.ts";
import { GuardedRuns, type GuardedRunsOptions } from "./guarded-runs.ts";
import type { CallerKey, LiveQuery } from "./live-query.ts";
import { LiveSnapshot } from "./live-snapshot.ts";
import { forgetUnread } from "./sent-results.ts";
import { WatcherPause } from "./watcher-pause.ts";
import type { JsonObject } from "../../values/json.ts";
import { quarantineMs } from "../../wire/quarantine.ts";
import type { Timestamp } from "../../values/timestamp.ts";
import type { Call, Engine, QueryOutcome } from "../run/calls.ts";
import type { DocumentWrite, FlushedCommits } from "../../database/state/layer.ts";
import type { Snapshot } from "../../database/transactions/snapshot.ts";
import type { Database } from "../../database/database.ts";

/** Milliseconds of queries in one slice; sockets, mutations and calls get a turn between slices. */
const sliceMs = 3;
/** Milliseconds of waiting after which live queries get the same share of the thread as mutations. */
const patienceMs = 50;
const longSliceMs = 10;

export type LiveRoundsOptions = GuardedRunsOptions & {
  database: Pick<Database, "snapshot" | "onCommit" | "latest">;
  prepare: Engine["prepare"];
  answerRoom: AnswerRoom;
  post: PostUpdates;
  /** The clock of slices in milliseconds; `after` runs work later. */
  now: () => number;
  after: (ms: number, work: () => void) => void;
  /** Resolves after all other work that waits for the thread had a turn. */
  nextTurn: () => Promise<void>;
  onError: (error: unknown) => void;
};

/**
 * Keeps every client's queries current (SPEC section L). Works in short slices, each on one snapshot at the latest
 * commit: clients that wait for their own write come first, each distinct query runs once, and a client gets one update
 * with all its changes. A client whose queries take long goes on in its next turn.
 */
export class LiveRounds {
  readonly clients: LiveClients;
  readonly #options: LiveRoundsOptions;
  /** Commit listeners run within a mutation's execution; rounds must not inherit its async context. */
  readonly #context = new AsyncResource("LiveRounds");
  readonly #due = new DueClients();
  readonly #runs: GuardedRuns<LiveClient>;
  readonly #atOnce: UpdatesAtOnce;
  readonly #pause: WatcherPause;
  readonly #snapshot: LiveSnapshot;
  #isRunning = false;
  #isStopped = false;

  constructor(options: LiveRoundsOptions) {
    this.#options = options;
    this.#runs = new GuardedRuns(options);
    this.#snapshot = new LiveSnapshot(options);
    this.#atOnce = new UpdatesAtOnce(options.post);
    const serve = () => this.#start();
    this.#pause = new WatcherPause({ due: this.#due, after: options.after, serve });
    const events: LiveClientEvents = {
      due: (client) => this.#markDue(client),
      left: (client) => this.#due.forget(client),
      askedAgain: (query, client) => this.#runAgain(query, client),
    };
    this.clients = new LiveClients(events, options);
    options.database.onCommit((commit) => this.#onCommit(commit));
  }

  /** Notes the answer to a mutation of this client: its next update must reach that commit, and comes first. */
  answered(clientId: number, ts: Timestamp): void {
    const client = this.clients.get(clientId);
    if (client === undefined) return;
    client.owesTransition = true;
    if (ts > client.owedTs) client.owedTs = ts;
    if (!this.#isRunning && this.#atOnce.tell(client, this.#options.database.latest)) return;
    this.#due.hurry(client);
    this.#markDue(client);
  }

  /** Notes that this client's socket has room for the next update. */
  drained(clientId: number): void {
    const client = this.clients.get(clientId);
    if (client === undefined) return;
    client.isBusy = false;
    if (client.isDue) this.#enqueue(client);
  }

  stop(): void {
    this.#isStopped = true;
  }

  #onCommit(commit: FlushedCommits): void {
    this.#snapshot.onCommit(commit);
    this.#invalidate(commit.writes, commit.ts);
  }

  #invalidate(writes: readonly DocumentWrite[], ts: Timestamp): void {
    this.#markAllStale(this.#options.answerRoom.match(writes), ts);
  }

  #markAllStale(queries: Iterable<LiveQuery<LiveClient>>, ts: Timestamp): void {
    for (const query of queries) {
      query.markStale(ts);
      for (const watch of query.watches) {
        watch.client.unsettled.add(watch.place);
        this.#markDue(watch.client);
      }
    }
  }

  #markDue(client: LiveClient): void {
    client.isDue = true;
    if (!client.isBusy) this.#enqueue(client);
  }

  #enqueue(client: LiveClient): void {
    this.#due.add(client, this.#options.now());
    this.#start();
  }

  #start(): void {
    if (this.#isRunning || this.#isStopped || this.#due.size === 0) return;
    this.#isRunning = true;
    this.#context.runInAsyncScope(() => void this.#run().catch(this.#options.onError));
  }

  async #run(): Promise<void> {
    try {
      while (this.#due.size > 0 && !this.#isStopped) {
        await this.#options.nextTurn();
        if (this.#isStopped) return;
        const snapshot = this.#snapshot.latest();
        if (snapshot === null) await this.#snapshot.nextTry();
        else await this.#slice(snapshot);
        if (this.#pause.holdsAll) return this.#pause.setAlarm(this.#options.now());
      }
    } finally {
      this.#snapshot.close();
      this.#isRunning = false;
    }
  }

  async #slice(snapshot: Snapshot): Promise<void> {
    const endsAt = this.#sliceEnd();
    const batch = new UpdateBatch();
    this.#pause.begin(this.#options.now(), snapshot.ts);
    try {
      do {
        const next = this.#due.takeNext(snapshot.ts, this.#pause.holds);
        if (next === null) break;
        const { client, isUrgent } = next;
        const isServed = await this.#serve({ client, isUrgent, snapshot, batch, endsAt });
        if (!isServed) this.#goOnLater(client, isUrgent);
        // Updates of clients that wait for their own write are sent together and wait for no other client.
        if (batch.hasUrgent && !this.#due.hasUrgent(snapshot.ts)) batch.flush(this.#options.post);
      } while (this.#options.now() < endsAt && !this.#isStopped && !snapshot.isLost);
      this.#serveAnswered(snapshot, batch);
    } finally {
      batch.flush(this.#options.post);
      for (const commit of this.#snapshot.recent) this.#invalidate(commit.writes, commit.ts);
      this.#pause.end(this.#options.now());
    }
  }

  /** Serves all other clients whose queries have an answer now. The next slice may have to repeat a long run. */
  #serveAnswered(snapshot: Snapshot, batch: UpdateBatch): void {
    const endsAt = this.#options.now() + longSliceMs;
    const isAnswered = (client: LiveClient) =>
      !this.#pause.holds(client) && findStale(client, snapshot.ts) === null;
    for (const client of this.#due.takeWhere(snapshot.ts, isAnswered)) {
      client.isDue = false;
      this.#send({ client, snapshot, isUrgent: false }, batch);
      if (this.#isStopped || this.#options.now() >= endsAt) return;
    }
  }

  #sliceEnd(): number {
    const nowMs = this.#options.now();
    const isLate = this.#due.longestWaitMs(nowMs) > patienceMs;
    return nowMs + (isLate ? longSliceMs : sliceMs);
  }

  /**
   * Runs a client's stale queries at this snapshot and sends the update; false when its turn ended before. Finished
   * runs stay valid at a later time unless a commit touches them.
   */
  async #serve(turn: {
    client: LiveClient;
    isUrgent: boolean;
    snapshot: Snapshot;
    batch: UpdateBatch;
    endsAt: number;
  }): Promise<boolean> {
    const { client, snapshot, batch } = turn;
    client.isDue = false;
    for (;;) {
      const query = findStale(client, snapshot.ts);
      if (query === null) break;
      if (endsTurn(client)) return false;
      if (this.#options.now() >= turn.endsAt) {
        // A client with many queries must not hold up calls and mutations.
        batch.flush(this.#options.post);
        await this.#options.nextTurn();
        if (this.#isStopped) return true;
        if (this.#isInterrupted(turn)) return false;
        turn.endsAt = this.#sliceEnd();
      }
      if (batch.hasUrgent) batch.flush(this.#options.post);
      client.runs += 1;
      const beganAt = this.#options.now();
      await this.#rerun(query, snapshot);
      // The work of others between its queries is not counted as its turn.
      client.turnMs += this.#options.now() - beganAt;
      if (this.#isStopped || this.clients.get(client.id) !== client) return true;
      if (snapshot.isLost) return false;
    }
    this.#send(turn, batch);
    return true;
  }

  /** True when a turn stops for a writer: its slices may lie far apart, and no writer waits for all of them. */
  #isInterrupted({ client, isUrgent }: { client: LiveClient; isUrgent: boolean }): boolean {
    if (isUrgent || isInOnePiece(client)) return false;
    if (!this.#due.hasUrgent(this.#options.database.latest)) return false;
    this.#due.interrupt(client);
    return true;
  }

  #goOnLater(client: LiveClient, isUrgent: boolean): void {
    this.#pause.leftOne();
    if (isUrgent) this.#due.hurry(client);
    this.#markDue(client);
  }

  #send(
    { client, snapshot, isUrgent }: { client: LiveClient; snapshot: Snapshot; isUrgent: boolean },
    batch: UpdateBatch,
  ): void {
    client.runs = 0;
    client.turnMs = 0;
    batch.add(client, snapshot.ts, { isUrgent });
    // A client that was marked due meanwhile waits until its socket has room.
    if (client.isBusy) this.#due.delete(client);
  }

  async #rerun(query: LiveQuery<LiveClient>, snapshot: Snapshot): Promise<void> {
    const { part, called, argsText, given } = query.group.question;
    const [watch] = query.watches;
    if (watch === undefined) return;
    const { callerKey, taker: account } = watch.client;
    query.startRun();
    const identity = part === "body" ? null : watch.client.identity;
    const caller = part === "whole" ? "public" : "internal";
    const isForOperator = part === "admin";
    const [args] = JSON.parse(argsText) as [JsonObject];
    const call: Call = { path: called.path, called, args, given, identity, caller, isForOperator };
    const { outcome, againMs } = await this.#runs.run({
      ...{ query, call, snapshot },
      ...{ callerKey, account },
    });
    // The failure is not the query's own: it runs again on the next snapshot.
    if (snapshot.isLost) return query.markStale(0n);
    if (againMs !== null) this.#options.after(againMs, () => this.#markAllStale([query], 0n));
    if (outcome.isStalled === true) this.#holdBack(query, outcome);
    this.#take(query, { outcome: outcomeOfPart(part, outcome), ts: snapshot.ts, callerKey });
  }

  /** Runs a query again without a commit. A query in quarantine waits for its end. */
  #runAgain(query: LiveQuery<LiveClient>, { callerKey }: LiveClient): void {
    if (this.#runs.heldFor(query, callerKey) === null) this.#markAllStale([query], 0n);
  }

  /** Runs a query that never settles once per quarantine, not after each commit: it delays all others. */
  #holdBack(query: LiveQuery<LiveClient>, outcome: QueryOutcome): void {
    outcome.reads = { documents: new Set(), ranges: [] };
    this.#options.after(quarantineMs, () => this.#markAllStale([query], 0n));
  }

  #take(
    query: LiveQuery<LiveClient>,
    run: { outcome: QueryOutcome; ts: Timestamp; callerKey: CallerKey },
  ): void {
    if (query.watches.size === 0) return;
    const { group, result: before } = query;
    query.finishRun(run.ts, run.outcome);
    forgetUnread(query, before);
    this.#options.answerRoom.set(query, run.outcome.reads);
    if (run.outcome.readIdentity) this.clients.splitByCaller(query, run.callerKey);
    if (query.journal !== group.question.journal) group.isolate(query);
    if (group.question.part === "gate") this.clients.gateAnswered(query);
  }
}
