import type { Timestamp } from "../database/types.ts";
import type { Engine, Identity } from "../run/types.ts";
import type { JsonObject } from "../values/json.ts";
import {
  callerKeyOf,
  type LiveQuery,
  QueryGroup,
  type QueryPart,
  type Question,
  questionKey,
  visibleResult,
  type Watch,
} from "./live-query.ts";
import type { ClientRegistration, ClientUpdate, QueryResult, WatchedQuery } from "./messages.ts";

/** What the function thread knows of one connected client. */
export type LiveClient = {
  readonly id: number;
  readonly watches: Map<number, Watch<LiveClient>>;
  /** Those whose result may be another than the one sent last. */
  readonly unsettled: Set<Watch<LiveClient>>;
  identity: Identity | null;
  isAdmin: boolean;
  callerKey: string;
  querySet: number;
  identityVersion: number;
  removed: number[];
  /** It must hear of the current time even when no result changed. */
  owesTransition: boolean;
  /** Its next update must reach this time: the commit of a mutation it was told of. */
  owedTs: Timestamp;
  /** Its socket has not taken the last update yet. */
  isBusy: boolean;
  /** Something may have changed since its last update. */
  isDue: boolean;
  /** Since when it waits for its turn. */
  dueSinceMs: number;
};

type Halves = { halves: ReturnType<Engine["halvesOf"]> };

/** Told when a client needs an update or left, when a failed query is asked, and when nobody watches one any more. */
export interface LiveClientEvents {
  due(client: LiveClient): void;
  left(client: LiveClient): void;
  failureAsked(query: LiveQuery<LiveClient>): void;
  unwatched(query: LiveQuery<LiveClient>): void;
}

/** Who watches what (SPEC section L): keeps equal questions together and callers apart where it matters. */
export class LiveClients {
  readonly #events: LiveClientEvents;
  readonly #halvesOf: Engine["halvesOf"];
  readonly #clients = new Map<number, LiveClient>();
  readonly #groups = new Map<string, QueryGroup<LiveClient>>();

  constructor(events: LiveClientEvents, halvesOf: Engine["halvesOf"]) {
    this.#events = events;
    this.#halvesOf = halvesOf;
  }

  get(id: number): LiveClient | undefined {
    return this.#clients.get(id);
  }

  open(registration: ClientRegistration): void {
    const client: LiveClient = {
      id: registration.client,
      watches: new Map(),
      unsettled: new Set(),
      identity: registration.identity,
      isAdmin: registration.isAdmin,
      callerKey: callerKeyOf(registration.identity),
      querySet: registration.querySet,
      identityVersion: registration.identityVersion,
      removed: [],
      owesTransition: registration.querySet > 0 || registration.identityVersion > 0,
      owedTs: 0n,
      isBusy: false,
      isDue: false,
      dueSinceMs: 0,
    };
    this.#clients.set(client.id, client);
    for (const query of registration.queries) this.#watch(client, query);
    if (client.owesTransition) this.#events.due(client);
  }

  close(id: number): void {
    const client = this.#clients.get(id);
    if (client === undefined) return;
    this.#clients.delete(id);
    for (const watch of client.watches.values()) this.#leave(watch);
    client.watches.clear();
    client.unsettled.clear();
    this.#events.left(client);
  }

  setIdentity(
    id: number,
    {
      version,
      identity,
      isAdmin,
    }: { version: number; identity: Identity | null; isAdmin: boolean },
  ): void {
    const client = this.#clients.get(id);
    if (client === undefined) return;
    client.identityVersion = version;
    client.identity = identity;
    client.owesTransition = true;
    const callerKey = callerKeyOf(identity);
    if (isAdmin !== client.isAdmin) {
      client.isAdmin = isAdmin;
      client.callerKey = callerKey;
      for (const watch of [...client.watches.values()]) this.#watchAnew(watch);
    } else if (callerKey !== client.callerKey) {
      client.callerKey = callerKey;
      for (const watch of client.watches.values()) {
        if (watch.gate !== null) this.#moveGateToCaller(watch, watch.gate);
        // Without a run that asked who is calling, the answer is the same for all.
        const { query } = watch;
        if (query.readsCaller || query.group.dependsOnCaller) this.#moveToCaller(watch);
      }
    }
    // A client that comes back takes the first Transition for all it watches: that one waits for its queries.
    if (client.querySet > 0) this.#events.due(client);
  }

  modify(id: number, change: { version: number; add: WatchedQuery[]; remove: number[] }): void {
    const client = this.#clients.get(id);
    if (client === undefined) return;
    client.querySet = change.version;
    client.owesTransition = true;
    for (const queryId of change.remove) {
      const watch = client.watches.get(queryId);
      if (watch === undefined) continue;
      client.watches.delete(queryId);
      client.unsettled.delete(watch);
      client.removed.push(queryId);
      this.#leave(watch);
    }
    for (const query of change.add) this.#watch(client, query);
    this.#events.due(client);
  }

  /** The run asked who is calling: its outcome is this caller's only, every other watcher gets another query. */
  splitByCaller(query: LiveQuery<LiveClient>, callerKey: string): void {
    const { group } = query;
    group.dependsOnCaller = true;
    if (group.byCaller.get("") === query) {
      group.byCaller.delete("");
      group.byCaller.set(callerKey, query);
    }
    for (const watch of [...query.watches]) {
      if (watch.client.callerKey === callerKey) continue;
      this.#moveToCaller(watch);
      this.#events.due(watch.client);
    }
  }

  #watch(client: LiveClient, { queryId, path, args, journal }: WatchedQuery): void {
    this.#ask(client, queryId, { path, args: JSON.parse(args) as JsonObject, journal });
  }

  #ask(client: LiveClient, queryId: number, question: Question): void {
    if (client.isAdmin) return this.#join(client, { queryId, question, halves: null });
    // With a session of its own in the arguments, the answer is nobody else's anyway.
    const halves = "session" in question.args ? null : this.#halvesOf(question.path);
    this.#join(client, { queryId, question, halves });
  }

  #join(
    client: LiveClient,
    { queryId, question, halves }: Pick<Watch<LiveClient>, "queryId" | "question"> & Halves,
  ): void {
    const group =
      halves === null
        ? this.#groupFor(question, client.isAdmin ? "admin" : "whole")
        : this.#groupFor({ ...question, path: halves.body }, "body");
    const query = group.queryFor(client.callerKey);
    const gate = halves === null ? null : this.#gateFor(halves.gate, client);
    const watch: Watch<LiveClient> = { client, queryId, question, gate, query, sent: null };
    for (const half of [query, gate])
      if (half?.hasFailed === true && !half.isStale) this.#events.failureAsked(half);
    query.watches.add(watch);
    gate?.watches.add(watch);
    client.unsettled.add(watch);
    client.watches.set(queryId, watch);
  }

  /** Other functions are open to the client now, or not any more: what it was sent stays, what it asks is asked anew. */
  #watchAnew(old: Watch<LiveClient>): void {
    const { client, queryId, question, sent } = old;
    client.unsettled.delete(old);
    this.#leave(old);
    const journal = sent?.journal ?? question.journal;
    this.#ask(client, queryId, { ...question, journal });
    const anew = client.watches.get(queryId);
    if (anew !== undefined) anew.sent = sent;
  }

  #gateFor(path: string, client: LiveClient): LiveQuery<LiveClient> {
    return this.#groupFor({ path, args: {}, journal: null }, "gate").queryFor(client.callerKey);
  }

  #moveGateToCaller(watch: Watch<LiveClient>, gate: LiveQuery<LiveClient>): void {
    watch.gate = this.#gateFor(gate.group.question.path, watch.client);
    this.#leaveQuery(watch, gate);
    watch.gate.watches.add(watch);
    watch.client.unsettled.add(watch);
  }

  #moveToCaller(watch: Watch<LiveClient>): void {
    const { question, part } = watch.query.group;
    this.#leaveQuery(watch, watch.query);
    // A page that was sent keeps its end over a change of caller.
    const journal = watch.sent?.journal ?? question.journal;
    const group = this.#groupFor({ ...question, journal }, part);
    group.dependsOnCaller = true;
    watch.query = group.queryFor(watch.client.callerKey);
    watch.query.watches.add(watch);
    watch.client.unsettled.add(watch);
  }

  #leave(watch: Watch<LiveClient>): void {
    this.#leaveQuery(watch, watch.query);
    if (watch.gate !== null) this.#leaveQuery(watch, watch.gate);
  }

  #leaveQuery(watch: Watch<LiveClient>, query: LiveQuery<LiveClient>): void {
    query.watches.delete(watch);
    if (query.watches.size > 0) return;
    query.group.isolate(query);
    if (query.group.byCaller.size === 0 && this.#groups.get(query.group.key) === query.group)
      this.#groups.delete(query.group.key);
    this.#events.unwatched(query);
  }

  #groupFor(question: Question, part: QueryPart): QueryGroup<LiveClient> {
    // What the admin key may see is nobody else's, not even for a moment.
    const key = part === "admin" ? `admin\n${questionKey(question)}` : questionKey(question);
    const existing = this.#groups.get(key);
    if (existing !== undefined) return existing;
    const group = new QueryGroup<LiveClient>(key, question, part);
    this.#groups.set(key, group);
    return group;
  }
}

/** The update that brings a client to `ts`, or null when it has nothing to learn. All its queries are valid there. */
export function composeUpdate(
  client: LiveClient,
  ts: Timestamp,
  indexOf: (result: QueryResult) => number,
): ClientUpdate | null {
  const changes: ClientUpdate["changes"] = client.removed.map((queryId) => ({
    queryId,
    result: null,
  }));
  client.removed = [];
  for (const watch of client.unsettled) {
    const { result, isStale } = visibleResult(watch);
    if (!isStale) client.unsettled.delete(watch);
    if (result === null || watch.sent === result) continue;
    const isSame = watch.sent !== null && watch.sent.text === result.text;
    watch.sent = result;
    if (!isSame) changes.push({ queryId: watch.queryId, result: indexOf(result) });
  }
  if (changes.length === 0 && !client.owesTransition) return null;
  // A mutation may have been answered while the queries ran on a state before it.
  client.owesTransition = client.owedTs > ts;
  return {
    client: client.id,
    querySet: client.querySet,
    identity: client.identityVersion,
    ts,
    changes,
  };
}
