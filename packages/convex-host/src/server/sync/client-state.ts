import type { Limits } from "../bounds/server-limits.ts";
import type { CallOutcome } from "../../wire/commands.ts";
import type {
  ClientCommand,
  ClientRegistration,
  ClientUpdate,
  QueryResult,
  WatchedQuery,
} from "../../wire/live-clients.ts";
import { anonymous, type Caller, type CallerResult, nameOfCaller } from "./caller-check.ts";
import type { ClientBounds, ClientStep, SocketRequest, Surroundings } from "./client-steps.ts";
import { Deadlines } from "./deadlines.ts";
import { type ClientMessage, parseClientMessage } from "./protocol.ts";
import { QuerySet, tooManyQueries } from "./query-set.ts";
import { RequestWindow } from "./request-window.ts";
import { WaitingMessages } from "./waiting-messages.ts";
import { callResponse, lengthOf, refusedCall, transition, versions } from "./server-text.ts";

/**
 * The protocol of one connection (SPEC section S): events in, steps out, which the connection runs in order. Owns the
 * versions, the order of messages around a token check, and what is outstanding; owns no socket, timer or clock.
 */
export class ClientState {
  readonly #surroundings: Surroundings;
  readonly #limits: Limits;
  readonly #client: number;
  readonly #queries: QuerySet;
  readonly #requests: RequestWindow;
  #phase: "new" | "open" | "closed" = "new";
  #sessionId = "";
  #clockSkew: number | null = null;
  #caller: Caller = anonymous;
  #sent = versions({ querySet: 0, identity: 0, ts: 0n });
  #querySet = 0;
  #identity = 0;
  #isVerifying = false;
  #isMuted = false;
  #steps: ClientStep[] = [];
  readonly #waiting: WaitingMessages;
  readonly #deadlines: Deadlines;

  constructor(client: number, surroundings: Surroundings, bounds: ClientBounds) {
    const { limits, room, takeCallRoom } = bounds;
    this.#queries = new QuerySet(room, limits);
    this.#waiting = new WaitingMessages(limits);
    this.#client = client;
    this.#surroundings = surroundings;
    this.#limits = limits;
    this.#requests = new RequestWindow(limits, takeCallRoom);
    this.#deadlines = new Deadlines(() => surroundings.now(), limits);
  }

  get isOpen(): boolean {
    return this.#phase === "open";
  }

  /** True while a token is checked: no other message is handled then. */
  get isVerifying(): boolean {
    return this.#isVerifying && this.#phase !== "closed";
  }

  get callerName(): string | null {
    return nameOfCaller(this.#caller);
  }

  /** The size of the arguments of unanswered calls. */
  get heldBytes(): number {
    return this.#requests.heldBytes;
  }

  /** True while an answer to a mutation or an action is owed. */
  get hasOutstanding(): boolean {
    return this.#requests.size("mutation") + this.#requests.size("action") > 0;
  }

  /** Handles one text frame of the client. */
  receive(text: string): ClientStep[] {
    this.heard();
    if (this.#phase === "closed" || this.#isMuted) return [];
    const isStranger = this.callerName === null && !this.#isVerifying;
    const parsed = parseClientMessage(text, isStranger ? this.#queries.mostOfStranger : Infinity);
    if (parsed.ok) this.#take(parsed.message, text.length);
    else if (parsed.error === null) this.#close(1013, tooManyQueries);
    else this.#fail(parsed.error);
    return this.#taken();
  }

  /** Notes that a frame of any kind arrived, such as a pong. */
  heard(): void {
    this.#deadlines.heard();
  }

  /** Takes the result of a token check. Messages that waited are handled now, or dropped after a refusal. */
  verified(result: CallerResult): ClientStep[] {
    if (this.#phase === "closed" || !this.#isVerifying) return [];
    if (!result.ok) this.#refuse(result.error, true);
    else {
      this.#isVerifying = false;
      this.#becomeCaller(result.caller);
      for (const { message, size } of this.#waiting.takeAll()) this.#take(message, size);
    }
    return this.#taken();
  }

  /** Takes an update of the function thread. Returns no steps when it is not sent. */
  update(update: ClientUpdate, results: readonly QueryResult[]): ClientStep[] {
    if (this.#phase !== "open") return [];
    if (update.changes.length > 0 && this.#isExpired()) this.#refuse("Token expired", false);
    else this.#move(update, results);
    return this.#taken();
  }

  /** Takes the outcome of a call, or null for one that was never begun. Waiting calls may start then. */
  answered(request: SocketRequest, outcome: CallOutcome | null): ClientStep[] {
    this.#steps.push(...this.#requests.done(request));
    if (outcome !== null && this.#phase === "open") this.#say(callResponse(request, outcome));
    return this.#taken();
  }

  /** Checks the deadlines and keeps the connection alive; called every few seconds. */
  tick(): ClientStep[] {
    if (this.#phase === "closed") return [];
    const due = this.#deadlines.due(() => !this.#isVerifying && this.#surroundings.mustSignIn());
    if (due === "ping") this.#say('{"type":"Ping"}');
    else if (due !== null) this.#close(due.code, due.reason);
    return this.#taken();
  }

  /** Handles another version of the app, which may have other functions. */
  functionsChanged(): ClientStep[] {
    this.#sendAwayIfAllowed();
    return this.#taken();
  }

  /** Stops reading this client. Messages that it is owed can still be sent. */
  mute(): void {
    this.#isMuted = true;
    this.#dropWaiting();
  }

  /** Handles the end of the connection. */
  closed(): void {
    this.#phase = "closed";
    this.#queries.clear();
    this.#dropWaiting();
  }

  /** The whole state of this client for a new function thread. */
  registration(): ClientRegistration {
    return {
      client: this.#client,
      querySet: this.#querySet,
      identityVersion: this.#identity,
      ...{ identity: this.#caller.identity, isAdmin: this.#caller.isAdmin, taker: this.callerName },
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
      default:
        return this.#request(message, size);
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
      this.#clockSkew = Math.round(message.clientTs - this.#surroundings.now());
    const maxObserved = message.maxObservedTimestamp ?? null;
    this.#tell({ type: "client-open", registration: { ...this.registration(), maxObserved } });
  }

  #authenticate(message: Extract<ClientMessage, { type: "Authenticate" }>): void {
    if (message.baseVersion !== this.#identity)
      return this.#fail("Authenticate has a base version that does not match.");
    if (message.tokenType === "None") return this.#becomeCaller(anonymous);
    this.#isVerifying = true;
    this.#steps.push({ do: "verify", token: message });
  }

  /** Closes the connection when a refused query is allowed now: the client must ask it again, with arguments. */
  #sendAwayIfAllowed(): void {
    const isThereNow = ({ path, refusal }: WatchedQuery) =>
      refusal !== null && this.#surroundings.hasQuery(path, this.#caller);
    if (this.isOpen && this.#queries.all.some(isThereNow))
      this.#close(1012, "ServerRestart: other functions are there now");
  }

  #becomeCaller(caller: Caller): void {
    const { identity, isAdmin } = caller;
    this.#caller = caller;
    this.#deadlines.isSignedIn = identity !== null || isAdmin;
    this.#sendAwayIfAllowed();
    if (this.#phase === "closed") return;
    const [client, version, taker] = [this.#client, ++this.#identity, this.callerName];
    this.#tell({ type: "client-identity", client, version, identity, isAdmin, taker });
  }

  #modifyQuerySet(message: Extract<ClientMessage, { type: "ModifyQuerySet" }>): void {
    if (message.baseVersion !== this.#querySet || message.newVersion <= message.baseVersion)
      return this.#fail("ModifyQuerySet has a base version that does not match.");
    if (message.modifications.some(({ type }) => type === "Add") && this.#isExpired())
      return this.#refuse("Token expired", false);
    const changed = this.#queries.change(message.modifications, {
      refusalOf: (path) => this.#surroundings.refusalOf(path, this.#caller),
      isSignedIn: this.callerName !== null,
    });
    if (changed === "in use") return this.#fail("A query id is already in use.");
    if (changed === "full") return this.#close(1013, tooManyQueries);
    const version = (this.#querySet = message.newVersion);
    this.#tell({ type: "client-queries", client: this.#client, version, ...changed });
  }

  #request(message: Extract<ClientMessage, { type: "Mutation" | "Action" }>, size: number): void {
    if (this.#isExpired()) return this.#refuse("Token expired", false);
    const kind = message.type === "Mutation" ? "mutation" : "action";
    if (size > this.#limits.argumentBytes) {
      const text = `Arguments are too large (limit: ${this.#limits.argumentBytes} bytes).`;
      return this.#say(refusedCall(message, text));
    }
    if (this.#requests.size(kind) >= this.#limits.queuedRequestsPerClient)
      return this.#close(1013, `TooManyConcurrentRequests: too many ${message.type}s`);
    const { requestId, udfPath: path, args } = message;
    const by = { caller: this.#caller, sessionId: this.#sessionId };
    const steps = this.#requests.push({ kind, requestId, path, args, ...by });
    if (steps === null) return this.#close(1013, "TooManyConcurrentRequests: too many calls wait");
    this.#steps.push(...steps);
  }

  #move(update: ClientUpdate, results: readonly QueryResult[]): void {
    this.#queries.keepJournals(update.changes, results);
    const end = versions(update);
    const clock = { skewMs: this.#clockSkew, nowMs: this.#surroundings.now() };
    const message = transition({ start: this.#sent, end, changes: update.changes, results, clock });
    if (lengthOf(message) > this.#limits.undeliveredBytes)
      return this.#close(1013, "TooManyConcurrentRequests: too much in one answer");
    this.#say(message);
    this.#sent = end;
  }

  #dropWaiting(): void {
    this.#waiting.takeAll();
    this.#requests.dropQueued();
  }

  #take(message: ClientMessage, size: number): void {
    if (!this.#isVerifying) this.#handle(message, size);
    else if (!this.#waiting.add(message, size))
      this.#close(1013, "TooManyConcurrentRequests: too many messages");
  }

  #isExpired(): boolean {
    return (this.#caller.expiresAtMs ?? Infinity) <= this.#surroundings.now();
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
    this.#steps.push({ do: "close", code, reason });
  }

  #say(message: Extract<ClientStep, { do: "say" }>["message"]): void {
    this.#deadlines.said();
    this.#steps.push({ do: "say", message });
  }

  #tell(command: ClientCommand): void {
    this.#steps.push({ do: "tell", command });
  }

  #taken(): ClientStep[] {
    const steps = this.#steps;
    this.#steps = [];
    return steps;
  }
}
