import type { Limits } from "../bounds/server-limits.ts";
import type { CallOutcome } from "../../wire/commands.ts";
import type {
  ClientRegistration,
  ClientUpdate,
  QueryResult,
  WatchedQuery,
} from "../../wire/live-clients.ts";
import { anonymous, type Caller, type ClientPorts, type SocketRequest } from "./client-ports.ts";
import { Deadlines } from "./deadlines.ts";
import { type ClientMessage, parseClientMessage, type StateVersion } from "./protocol.ts";
import { QuerySet } from "./query-set.ts";
import { RequestWindow } from "./request-window.ts";
import { WaitingMessages } from "./waiting-messages.ts";
import { actionResponse, mutationResponse, refusedCall, transitionText } from "./server-text.ts";
import type { Store } from "./store.ts";

/**
 * The protocol of one connection (SPEC section S): messages in, messages and requests out. Owns the versions, the order
 * of messages around a token check, and what is outstanding; owns no socket, no timer and no clock.
 */
export class ClientState {
  readonly #ports: ClientPorts;
  readonly #limits: Limits;
  readonly #client: number;
  readonly #queries: QuerySet;
  readonly #mutations: RequestWindow<SocketRequest>;
  readonly #actions: RequestWindow<SocketRequest>;
  #phase: "new" | "open" | "closed" = "new";
  #sessionId = "";
  #clockSkew: number | null = null;
  #caller: Caller = anonymous;
  #sent: StateVersion = { querySet: 0, identity: 0, ts: 0n };
  #querySet = 0;
  #identity = 0;
  #isVerifying = false;
  #isMuted = false;
  readonly #waiting: WaitingMessages;
  readonly #deadlines: Deadlines;

  constructor(
    client: number,
    ports: ClientPorts,
    { limits, store }: { limits: Limits; store: Store },
  ) {
    this.#queries = new QuerySet(store, limits);
    this.#waiting = new WaitingMessages(limits);
    this.#client = client;
    this.#ports = ports;
    this.#limits = limits;
    this.#mutations = new RequestWindow(limits.mutationsInFlightPerClient, (request) =>
      ports.runMutation(request),
    );
    this.#actions = new RequestWindow(limits.actionsInFlightPerClient, (request) =>
      ports.runAction(request),
    );
    this.#deadlines = new Deadlines(() => ports.now(), limits);
  }

  get isOpen(): boolean {
    return this.#phase === "open";
  }

  /** While a token is checked, nothing more can be carried out. */
  get isVerifying(): boolean {
    return this.#isVerifying && this.#phase !== "closed";
  }

  get isSignedIn(): boolean {
    return this.#deadlines.isSignedIn;
  }

  /** What calls that are not started hold. */
  get queuedBytes(): number {
    return this.#mutations.queuedBytes + this.#actions.queuedBytes;
  }

  /** True while an answer to a mutation or an action is owed. */
  get hasOutstanding(): boolean {
    return this.#mutations.size + this.#actions.size > 0;
  }

  /** One text frame of the client. */
  receive(text: string): void {
    this.heard();
    if (this.#phase === "closed" || this.#isMuted) return;
    const parsed = parseClientMessage(text);
    if (!parsed.ok) return this.#fail(parsed.error);
    this.#take(parsed.message, text.length);
  }

  /** A frame of any kind arrived, such as a pong. */
  heard(): void {
    this.#deadlines.heard();
  }

  /** The answer to `ports.verify`; what came in meanwhile is handled now, or never after a refusal. */
  verified(result: { ok: true; caller: Caller } | { ok: false; error: string }): void {
    if (this.#phase === "closed" || !this.#isVerifying) return;
    if (!result.ok) return this.#refuse(result.error, true);
    this.#isVerifying = false;
    this.#becomeCaller(result.caller);
    for (const { message, size } of this.#waiting.takeAll()) this.#take(message, size);
  }

  /** A complete new state from the function thread. Returns false when it was not sent. */
  update(update: ClientUpdate, results: readonly QueryResult[]): boolean {
    if (this.#phase !== "open") return false;
    if (update.changes.length > 0 && this.#isExpired()) {
      this.#refuse("Token expired", false);
      return false;
    }
    for (const { queryId, result } of update.changes) {
      const query = this.#queries.get(queryId);
      if (query !== undefined && result !== null) query.journal = results[result]?.journal ?? null;
    }
    const end = { querySet: update.querySet, identity: update.identity, ts: update.ts };
    const clock = { skewMs: this.#clockSkew, nowMs: this.#ports.now() };
    this.#say(transitionText({ start: this.#sent, end, changes: update.changes, results, clock }));
    this.#sent = end;
    return true;
  }

  mutationDone(requestId: number, outcome: CallOutcome): void {
    this.#mutations.done();
    if (this.#phase === "open") this.#say(mutationResponse(requestId, outcome));
  }

  actionDone(requestId: number, outcome: CallOutcome): void {
    this.#actions.done();
    if (this.#phase === "open") this.#say(actionResponse(requestId, outcome));
  }

  /** Keeps both sides from taking silence for death; called every few seconds. */
  tick(): void {
    if (this.#phase === "closed") return;
    const due = this.#deadlines.due(() => !this.#isVerifying && this.#ports.mustSignIn());
    if (due === "ping") this.#say('{"type":"Ping"}');
    else if (due !== null) this.#close(due.code, due.reason);
  }

  /** No more is read from this client; what it is owed can still be sent. */
  mute(): void {
    this.#isMuted = true;
    this.#dropWaiting();
  }

  /** The connection is gone. */
  closed(): void {
    this.#phase = "closed";
    this.#queries.clear();
    this.#dropWaiting();
  }

  /** Everything a new function thread must know of this client. */
  registration(): ClientRegistration {
    return {
      client: this.#client,
      querySet: this.#querySet,
      identityVersion: this.#identity,
      identity: this.#caller.identity,
      isAdmin: this.#caller.isAdmin,
      queries: this.#queries.all,
      maxObserved: null,
    };
  }

  #handle(message: ClientMessage, size: number): void {
    if (this.#phase === "closed" || message.type === "Event") return;
    if (message.type === "Connect") return this.#connect(message);
    if (this.#phase === "new") return this.#fail("The first message must be Connect.");
    switch (message.type) {
      case "Authenticate":
        return this.#authenticate(message);
      case "ModifyQuerySet":
        return this.#modifyQuerySet(message);
      case "Mutation":
      case "Action":
        return this.#request(message, size);
      default:
        message satisfies never;
    }
  }

  #connect(message: Extract<ClientMessage, { type: "Connect" }>): void {
    if (this.#phase !== "new") return this.#fail("Received Connect twice.");
    if (message.maxObservedTimestamp === null)
      return this.#fail("Received an invalid message (maxObservedTimestamp).");
    this.#phase = "open";
    this.#deadlines.introduced();
    this.#sessionId = message.sessionId;
    if (message.clientTs !== undefined)
      this.#clockSkew = Math.round(message.clientTs - this.#ports.now());
    const maxObserved = message.maxObservedTimestamp ?? null;
    this.#ports.open({ ...this.registration(), maxObserved });
  }

  #authenticate(message: Extract<ClientMessage, { type: "Authenticate" }>): void {
    if (message.baseVersion !== this.#identity)
      return this.#fail("Authenticate has a base version that does not match.");
    if (message.tokenType === "None") return this.#becomeCaller(anonymous);
    this.#isVerifying = true;
    this.#ports.verify(message);
  }

  /** Other functions are there for this client. What was refused and is not any more must be asked again, with arguments. */
  functionsChanged(): void {
    const isThereNow = ({ path, refusal }: WatchedQuery) =>
      refusal !== null && this.#ports.refusalOf(path, this.#caller) === null;
    if (this.isOpen && this.#queries.all.some(isThereNow))
      this.#close(1012, "ServerRestart: other functions are there now");
  }

  #becomeCaller(caller: Caller): void {
    this.#caller = caller;
    this.#deadlines.isSignedIn = caller.identity !== null || caller.isAdmin;
    this.functionsChanged();
    if (this.#phase !== "closed") this.#ports.setIdentity(++this.#identity, caller);
  }

  #modifyQuerySet(message: Extract<ClientMessage, { type: "ModifyQuerySet" }>): void {
    if (message.baseVersion !== this.#querySet || message.newVersion <= message.baseVersion)
      return this.#fail("ModifyQuerySet has a base version that does not match.");
    if (message.modifications.some(({ type }) => type === "Add") && this.#isExpired())
      return this.#refuse("Token expired", false);
    const [add, remove] = [new Map<number, WatchedQuery>(), [] as number[]];
    for (const change of message.modifications) {
      if (change.type === "Remove") {
        const wasThere = this.#queries.remove(change.queryId) && !add.delete(change.queryId);
        if (wasThere) remove.push(change.queryId);
        continue;
      }
      if (this.#queries.get(change.queryId) !== undefined)
        return this.#fail("A query id is already in use.");
      const query = this.#queries.add(change, this.#ports.refusalOf(change.udfPath, this.#caller));
      if (query === null || !this.#queries.hasRoom(this.isSignedIn))
        return this.#close(1013, "TooManyConcurrentRequests: too many queries");
      add.set(query.queryId, query);
    }
    this.#querySet = message.newVersion;
    this.#ports.modifyQueries(message.newVersion, [...add.values()], remove);
  }

  #request(message: Extract<ClientMessage, { type: "Mutation" | "Action" }>, size: number): void {
    if (this.#isExpired()) return this.#refuse("Token expired", false);
    const isMutation = message.type === "Mutation";
    const window = isMutation ? this.#mutations : this.#actions;
    if (size > this.#limits.argumentBytes) {
      const text = `Arguments are too large (limit: ${this.#limits.argumentBytes} bytes).`;
      return this.#say(refusedCall(message, text));
    }
    if (window.size >= this.#limits.queuedRequestsPerClient)
      return this.#close(1013, `TooManyConcurrentRequests: too many ${message.type}s`);
    window.push({
      requestId: message.requestId,
      path: message.udfPath,
      args: message.args,
      caller: this.#caller,
      sessionId: this.#sessionId,
    });
  }

  #dropWaiting(): void {
    this.#waiting.takeAll();
    this.#mutations.dropQueued();
    this.#actions.dropQueued();
  }

  #take(message: ClientMessage, size: number): void {
    if (!this.#isVerifying) this.#handle(message, size);
    else if (!this.#waiting.add(message, size))
      this.#close(1013, "TooManyConcurrentRequests: too many messages");
  }

  #isExpired(): boolean {
    const { expiresAtMs } = this.#caller;
    return expiresAtMs !== null && expiresAtMs <= this.#ports.now();
  }

  #refuse(error: string, authUpdateAttempted: boolean): void {
    const baseVersion = this.#identity;
    this.#say(JSON.stringify({ type: "AuthError", error, baseVersion, authUpdateAttempted }));
    this.#close();
  }

  #fail(error: string): void {
    this.#say(JSON.stringify({ type: "FatalError", error }));
    this.#close(1002, "ProtocolError");
  }

  #close(code?: number, reason?: string): void {
    this.closed();
    this.#ports.close(code, reason);
  }

  #say(text: string): void {
    this.#deadlines.said();
    this.#ports.send(text);
  }
}
