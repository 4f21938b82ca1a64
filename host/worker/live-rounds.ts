import { AsyncResource } from "node:async_hooks";
import type {
  Database,
  DocumentWrite,
  FlushedCommits,
  Invalidation,
  Snapshot,
  Timestamp,
} from "../database/types.ts";
import type { Call, Engine, QueryOutcome } from "../run/types.ts";
import { type PostUpdates, UpdateBatch } from "./update-batch.ts";
import {
  composeUpdate,
  type LiveClient,
  type LiveClientEvents,
  LiveClients,
} from "./live-clients.ts";
import { overheardOutcome, timedOutOutcome } from "./failed-outcomes.ts";
import { type LiveQuery, missingRun } from "./live-query.ts";
import type { QuarantinedQuery } from "./messages.ts";
import { quarantineLeftMs } from "./quarantine.ts";

/** How long queries run before sockets, mutations and calls get a turn. */
const sliceMs = 3;
/** When somebody has waited this long for news, mutations are too many for short slices: both get equal shares then. */
const patienceMs = 50;
const longSliceMs = 10;

export type LiveRoundsOptions = {
  database: Pick<Database, "snapshot" | "onCommit" | "latest">;
  query: Engine["query"];
  halvesOf: Engine["halvesOf"];
  invalidation: Invalidation<LiveQuery<LiveClient>>;
  post: PostUpdates;
  /** Milliseconds for slices; `wallClock` is the time of day, `after` does something later. */
  now: () => number;
  wallClock: () => number;
  after: (ms: number, work: () => void) => void;
  /** Notes what is running, until the returned function is called. */
  enter: (client: number, queryId: number) => () => void;
  quarantine: readonly QuarantinedQuery[];
  /** Resolves after everything else that is waiting for the thread had a turn. */
  nextTurn: () => Promise<void>;
  onError: (error: unknown) => void;
};

/**
 * Keeps every client's queries current (SPEC section L). Works in short slices, each on one snapshot at the latest commit:
 * clients that wait for their own write come first, each distinct query runs once, and a client gets one update with all
 * its changes, never part of them.
 */
export class LiveRounds {
  readonly clients: LiveClients;
  readonly #options: LiveRoundsOptions;
  /** Commits are announced from within a mutation's execution; rounds must not inherit its context. */
  readonly #context = new AsyncResource("LiveRounds");
  readonly #due = new Set<LiveClient>();
  readonly #urgent = new Set<LiveClient>();
  /** Commits flushed since the snapshot was opened: they may concern reads registered meanwhile. */
  #recent: FlushedCommits[] | null = null;
  #snapshot: Snapshot | null = null;
  #wasUrgent = false;
  #isRunning = false;
  #isStopped = false;

  constructor(options: LiveRoundsOptions) {
    this.#options = options;
    const events: LiveClientEvents = {
      due: (client) => this.#markDue(client),
      left: (client) => this.#forget(client),
      failureAsked: (query) => this.#runAgain(query),
      unwatched: (query) => options.invalidation.delete(query),
    };
    this.clients = new LiveClients(events, options.halvesOf);
    options.database.onCommit((commit) => this.#onCommit(commit));
  }

  /** A mutation of this client was answered: its next update must reach that commit, and comes first. */
  answered(clientId: number, ts: Timestamp): void {
    const client = this.clients.get(clientId);
    if (client === undefined) return;
    client.owesTransition = true;
    if (ts > client.owedTs) client.owedTs = ts;
    this.#urgent.add(client);
    this.#markDue(client);
  }

  /** This client's socket has room for the next update. */
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
    this.#recent?.push(commit);
    this.#invalidate(commit.writes, commit.ts);
  }

  #invalidate(writes: readonly DocumentWrite[], ts: Timestamp): void {
    this.#markAllStale(this.#options.invalidation.match(writes), ts);
  }

  #markAllStale(queries: Iterable<LiveQuery<LiveClient>>, ts: Timestamp): void {
    for (const query of queries) {
      query.markStale(ts);
      for (const watch of query.watches) {
        watch.client.unsettled.add(watch);
        this.#markDue(watch.client);
      }
    }
  }

  #markDue(client: LiveClient): void {
    client.isDue = true;
    if (!client.isBusy) this.#enqueue(client);
  }

  #enqueue(client: LiveClient): void {
    if (!this.#due.has(client)) client.dueSinceMs = this.#options.now();
    this.#due.add(client);
    if (this.#isRunning || this.#isStopped) return;
    this.#isRunning = true;
    this.#context.runInAsyncScope(() => void this.#run().catch(this.#options.onError));
  }

  async #run(): Promise<void> {
    try {
      while (this.#due.size > 0 && !this.#isStopped) {
        await this.#options.nextTurn();
        await this.#slice(this.#latestSnapshot());
      }
    } finally {
      this.#closeSnapshot();
      this.#isRunning = false;
    }
  }

  /** One snapshot serves the slices until there is a later commit. */
  #latestSnapshot(): Snapshot {
    const { database } = this.#options;
    if (this.#snapshot !== null && this.#snapshot.ts < database.latest) this.#closeSnapshot();
    if (this.#snapshot === null) {
      this.#snapshot = database.snapshot();
      this.#recent = [];
    }
    return this.#snapshot;
  }

  #closeSnapshot(): void {
    this.#snapshot?.close();
    this.#snapshot = null;
    this.#recent = null;
  }

  async #slice(snapshot: Snapshot): Promise<void> {
    const endsAt = this.#sliceEnd();
    const batch = new UpdateBatch();
    try {
      do {
        const client = this.#takeNext(snapshot.ts);
        if (client === null) break;
        const isUrgent = this.#urgent.delete(client);
        await this.#serve({ client, snapshot, batch, endsAt });
        if (isUrgent) batch.flush(this.#options.post);
      } while (this.#options.now() < endsAt && !this.#isStopped);
    } finally {
      batch.flush(this.#options.post);
      for (const commit of this.#recent ?? []) this.#invalidate(commit.writes, commit.ts);
    }
  }

  #sliceEnd(): number {
    const nowMs = this.#options.now();
    const [longestWaiting] = this.#due;
    const isLate = longestWaiting !== undefined && nowMs - longestWaiting.dueSinceMs > patienceMs;
    return nowMs + (isLate ? longSliceMs : sliceMs);
  }

  /** Writers come first, but every other turn is for the one who only watches and waits longest: writers may never pause. */
  #takeNext(ts: Timestamp): LiveClient | null {
    const isReady = (client: LiveClient) => this.#due.has(client) && client.owedTs <= ts;
    const isWatching = (client: LiveClient) => !this.#urgent.has(client) && isReady(client);
    const takeUrgent = () => firstWhere(this.#urgent, isReady);
    const takeWatching = () => firstWhere(this.#due, isWatching);
    const next = this.#wasUrgent
      ? (takeWatching() ?? takeUrgent())
      : (takeUrgent() ?? takeWatching());
    if (next === null) return null;
    this.#wasUrgent = this.#urgent.has(next);
    this.#due.delete(next);
    return next;
  }

  #forget(client: LiveClient): void {
    this.#due.delete(client);
    this.#urgent.delete(client);
  }

  async #serve(turn: {
    client: LiveClient;
    snapshot: Snapshot;
    batch: UpdateBatch;
    endsAt: number;
  }): Promise<void> {
    const { client, snapshot, batch } = turn;
    client.isDue = false;
    for (;;) {
      const query = findStale(client, snapshot.ts);
      if (query === null) break;
      if (this.#options.now() >= turn.endsAt) {
        // A client with many queries must not hold up calls and mutations either.
        batch.flush(this.#options.post);
        await this.#options.nextTurn();
        turn.endsAt = this.#sliceEnd();
      }
      await this.#rerun(query, snapshot);
      if (this.#isStopped || this.clients.get(client.id) !== client) return;
    }
    const update = composeUpdate(client, snapshot.ts, (result) => batch.indexOf(result));
    if (update === null) return;
    client.isBusy = true;
    // What was marked due meanwhile waits until the socket has room.
    this.#due.delete(client);
    batch.add(update);
  }

  async #rerun(query: LiveQuery<LiveClient>, snapshot: Snapshot): Promise<void> {
    const { group, journal } = query;
    const { path, args } = group.question;
    const [watch] = query.watches;
    if (watch === undefined) return;
    const { callerKey } = watch.client;
    query.startRun();
    const identity = group.part === "body" ? null : watch.client.identity;
    const caller = group.part === "whole" ? "public" : "internal";
    const isForOperator = group.part === "admin";
    const call: Call = { path, args, identity, caller, isForOperator };
    const leave = this.#options.enter(watch.client.id, watch.queryId);
    const outcome =
      this.#heldOutcome(query, snapshot) ??
      (await this.#options.query(call, { at: snapshot, journal }));
    leave();
    const isOverheard = group.part === "body" && outcome.readIdentity;
    this.#take(query, {
      outcome: isOverheard ? overheardOutcome(outcome) : outcome,
      ts: snapshot.ts,
      callerKey,
    });
  }

  /** Why it failed may be over, and nothing that a run reads need show that. What is in quarantine waits for its end. */
  #runAgain(query: LiveQuery<LiveClient>): void {
    const { quarantine, wallClock } = this.#options;
    if (quarantineLeftMs(quarantine, query, wallClock()) === 0) this.#markAllStale([query], 0n);
  }

  /** Fails what is in quarantine, until that is over: then it is run again. */
  #heldOutcome(query: LiveQuery<LiveClient>, snapshot: Snapshot): QueryOutcome | null {
    const { quarantine, wallClock } = this.#options;
    const leftMs = quarantineLeftMs(quarantine, query, wallClock());
    if (leftMs === 0) return null;
    this.#options.after(leftMs, () => this.#markAllStale([query], 0n));
    return timedOutOutcome(snapshot.ts);
  }

  #take(
    query: LiveQuery<LiveClient>,
    run: { outcome: QueryOutcome; ts: Timestamp; callerKey: string },
  ): void {
    if (query.watches.size === 0) return;
    this.#options.invalidation.set(query, run.outcome.reads);
    const startJournal = query.group.question.journal;
    query.finishRun(run.ts, run.outcome);
    if (run.outcome.readIdentity) this.clients.splitByCaller(query, run.callerKey);
    if (query.journal !== startJournal) query.group.isolate(query);
  }
}

function firstWhere<Item>(items: Iterable<Item>, test: (item: Item) => boolean): Item | null {
  for (const item of items) if (test(item)) return item;
  return null;
}

function findStale(client: LiveClient, ts: Timestamp): LiveQuery<LiveClient> | null {
  for (const watch of client.unsettled) {
    const query = missingRun(watch, ts);
    if (query !== null) return query;
  }
  return null;
}
