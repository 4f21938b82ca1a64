import type { JsonObject } from "../../values/json.ts";
import type { AnswerRoom } from "./answer-room.ts";
import { type LiveClient, openedClient } from "./live-client.ts";
import {
  type CallerKey,
  callerKeyOf,
  type GateAnswer,
  type LiveQuery,
  placed,
  type Question,
  refusedResult,
  type Watch,
} from "./live-query.ts";
import type { ClientRegistration, WatchedQuery } from "../../wire/live-clients.ts";
import { isSystemPath } from "../../wire/function-path.ts";
import { QuestionGroups } from "./question-groups.ts";
import { forgetOfCaller } from "./sent-results.ts";
import type { Engine } from "../run/calls.ts";

/** The arguments of every gate: none. */
const noArguments = { argsText: "[{}]", given: null, journal: null };

/** Called when a client needs an update, when it leaves, and when an answer that is not stale must be found again. */
export interface LiveClientEvents {
  due(client: LiveClient): void;
  left(client: LiveClient): void;
  askedAgain(query: LiveQuery<LiveClient>, client: LiveClient): void;
}

/** The part of the answer room that is told which client watches which query, and which query lost its last watch. */
type WatchedRoom = Pick<AnswerRoom, "join" | "leave" | "passOn" | "delete">;

/**
 * The watched queries of all clients (SPEC section L). Equal questions share one group; callers have queries of their
 * own where the answer depends on them.
 */
export class LiveClients {
  readonly #events: LiveClientEvents;
  readonly #answerRoom: WatchedRoom;
  readonly #prepare: Engine["prepare"];
  readonly #clients = new Map<number, LiveClient>();
  readonly #groups = new QuestionGroups<LiveClient>();

  constructor(
    events: LiveClientEvents,
    { prepare, answerRoom }: { prepare: Engine["prepare"]; answerRoom: WatchedRoom },
  ) {
    this.#events = events;
    this.#answerRoom = answerRoom;
    this.#prepare = prepare;
  }

  get(id: number): LiveClient | undefined {
    return this.#clients.get(id);
  }

  open(registration: ClientRegistration): void {
    const client = openedClient(registration);
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
      taker,
    }: Pick<ClientRegistration, "identity" | "isAdmin" | "taker"> & { version: number },
  ): void {
    const client = this.#clients.get(id);
    if (client === undefined) return;
    client.identityVersion = version;
    client.identity = identity;
    if (taker !== client.taker) this.#setTaker(client, taker);
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
        // A query that did not read the identity has the same answer for all callers.
        const { query } = watch;
        if (query !== null && (query.readsCaller || query.group.dependsOnCaller))
          this.#moveToCaller(watch, query);
      }
    }
    // A client that reconnects takes the first Transition for all its queries, so that one waits for them.
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
      client.unsettled.delete(watch.place);
      // A query without an answer needs no removal; without this check, a client that never reads could grow the list.
      if (client.answered.delete(queryId)) client.removed.push(queryId);
      this.#leave(watch);
    }
    for (const query of change.add) this.#watch(client, query);
    this.#events.due(client);
  }

  /**
   * Gives the outcome of a run that read the identity to this caller alone. All other watchers move to another query.
   */
  splitByCaller(query: LiveQuery<LiveClient>, callerKey: CallerKey): void {
    query.group.splitFor(query, callerKey);
    for (const watch of [...query.watches]) {
      if (watch.client.callerKey === callerKey) continue;
      this.#moveToCaller(watch, query);
      this.#events.due(watch.client);
    }
  }

  /** Follows the answer of a gate: clients that it lets in move to the body that runs for this answer. */
  gateAnswered(gate: LiveQuery<LiveClient>): void {
    for (const watch of gate.watches) this.#followGate(watch);
  }

  /** Asks the host's own queries again, because what they read has changed without a commit. */
  askSystemAgain(): void {
    for (const client of this.#clients.values())
      for (const { query } of client.watches.values())
        if (query !== null && isSystemPath(query.group.question.called.path))
          this.#events.askedAgain(query, client);
  }

  #watch(client: LiveClient, asked: WatchedQuery): void {
    const watch = this.#toWatch(client, asked);
    for (const half of [watch.query, watch.gate]) {
      if (half === null) continue;
      this.#askAgainIfFailed(half, client);
      this.#join(watch, half);
    }
    client.unsettled.add(watch.place);
    client.watches.set(asked.queryId, watch);
    this.#followGate(watch);
  }

  #toWatch(client: LiveClient, asked: WatchedQuery): Watch<LiveClient> {
    const { isAdmin, callerKey } = client;
    const { path, journal } = asked;
    const args = JSON.parse(asked.args) as JsonObject;
    const nothing = { client, asked, gate: null, query: null, sent: null };
    const caller = isAdmin ? "internal" : "public";
    const prepared = asked.refusal ?? this.#prepare({ path, args, caller, isForOperator: isAdmin });
    if (!prepared.ok) return placed({ ...nothing, refusal: refusedResult(prepared, journal) });
    const { called, argsText } = prepared;
    // With a session in the arguments, no other client can share the answer anyway.
    const halves = isAdmin || "session" in args ? null : called.halves;
    // An answer for the admin key is never shared with another caller, not even for a moment.
    const part = isAdmin ? "admin" : halves === null ? "whole" : "body";
    const toRun = halves?.body ?? called;
    const question: Question = { part, called: toRun, argsText, given: null, journal };
    return placed({
      ...nothing,
      refusal: null,
      gate: halves === null ? null : this.#gateFor(halves.gate, client),
      query: this.#groups.groupFor(question).queryFor(callerKey),
    });
  }

  /**
   * Watches a query again after the client gained or lost access to functions. The result that it was sent stays known.
   */
  #watchAnew(old: Watch<LiveClient>): void {
    forgetOfCaller(old);
    const { client, asked, sent } = old;
    client.unsettled.delete(old.place);
    this.#leave(old);
    const journal = sent?.journal ?? asked.journal;
    this.#watch(client, { ...asked, journal });
    const anew = client.watches.get(asked.queryId);
    if (anew !== undefined) anew.sent = sent;
  }

  #gateFor(called: Question["called"], client: LiveClient): LiveQuery<LiveClient> {
    const question: Question = { part: "gate", called, ...noArguments };
    return this.#groups.groupFor(question).queryFor(client.callerKey);
  }

  #moveGateToCaller(watch: Watch<LiveClient>, gate: LiveQuery<LiveClient>): void {
    watch.gate = this.#gateFor(gate.group.question.called, watch.client);
    this.#leaveQuery(watch, gate);
    this.#join(watch, watch.gate);
    watch.client.unsettled.add(watch.place);
    this.#followGate(watch);
  }

  #followGate(watch: Watch<LiveClient>): void {
    const { gate, query } = watch;
    if (gate?.letsIn !== true || query === null) return;
    const { given } = gate;
    if (query.group.question.given !== given) this.#moveTo(watch, query, { given });
  }

  #moveToCaller(watch: Watch<LiveClient>, from: LiveQuery<LiveClient>): void {
    this.#moveTo(watch, from, { dependsOnCaller: true });
  }

  #moveTo(
    watch: Watch<LiveClient>,
    from: LiveQuery<LiveClient>,
    where: { given?: GateAnswer; dependsOnCaller?: true },
  ): void {
    forgetOfCaller(watch);
    this.#leaveQuery(watch, from);
    const { question } = from.group;
    const { given = question.given, dependsOnCaller = false } = where;
    // A page that was sent keeps its end when the caller or the role changes.
    const journal = watch.sent?.journal ?? question.journal;
    const group = this.#groups.groupFor({ ...question, given, journal });
    group.dependsOnCaller ||= dependsOnCaller;
    watch.query = group.queryFor(watch.client.callerKey);
    this.#askAgainIfFailed(watch.query, watch.client);
    this.#join(watch, watch.query);
    watch.client.unsettled.add(watch.place);
  }

  #askAgainIfFailed(query: LiveQuery<LiveClient>, client: LiveClient): void {
    if (query.hasFailed && !query.isStale) this.#events.askedAgain(query, client);
  }

  /** Charges the client's part of the answers to another caller. */
  #setTaker(client: LiveClient, taker: string | null): void {
    const halves = new Set<LiveQuery<LiveClient> | null>();
    for (const { query, gate } of client.watches.values()) halves.add(query).add(gate);
    for (const half of halves)
      if (half !== null) this.#answerRoom.passOn(half, { from: client.taker, to: taker });
    client.taker = taker;
  }

  #join(watch: Watch<LiveClient>, query: LiveQuery<LiveClient>): void {
    query.watches.add(watch);
    this.#answerRoom.join(query, watch.client);
  }

  #leave(watch: Watch<LiveClient>): void {
    if (watch.query !== null) this.#leaveQuery(watch, watch.query);
    if (watch.gate !== null) this.#leaveQuery(watch, watch.gate);
  }

  #leaveQuery(watch: Watch<LiveClient>, query: LiveQuery<LiveClient>): void {
    query.watches.delete(watch);
    this.#answerRoom.leave(query, watch.client);
    if (query.watches.size > 0) return;
    query.group.forget(query);
    if (query.group.isEmpty) this.#groups.delete(query.group);
    this.#answerRoom.delete(query);
  }
}
