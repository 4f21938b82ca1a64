import type { WebSocket } from "ws";
import { messageOf } from "../../log.ts";
import { newRequestId } from "../../wire/request-id.ts";
import type { Limits } from "../bounds/server-limits.ts";
import type { FunctionThread } from "../keeper/function-thread.ts";
import type { CallOutcome, FunctionCall } from "../../wire/commands.ts";
import { AcceptedKey } from "./accepted-key.ts";
import { type Caller, type CallerCheck, type CallerResult, nameOfCaller } from "./caller-check.ts";
import type {
  ClientStep,
  SentToken,
  SocketRequest,
  Surroundings,
  TakeCallRoom,
} from "./client-steps.ts";
import { ClientState } from "./client-state.ts";
import type { Compressor } from "./compressor.ts";
import { Intake, type IntakeOptions } from "./intake.ts";
import { Outbox } from "./outbox.ts";
import type { AnswerBytes } from "./server-frames.ts";
import type { ServerMessage } from "./server-text.ts";
import type { CallRoom } from "../bounds/call-room.ts";
import type { QueryRoom } from "../bounds/query-room.ts";
import { strangersAt } from "../../wire/caller.ts";
import type { ClientUpdate, QueryResult } from "../../wire/live-clients.ts";
import { addressBlock } from "../bounds/address-block.ts";
import type { MessageCost } from "../bounds/pace.ts";
import type { UnreadRoom, UnreadShare } from "../bounds/unread-room.ts";

export type ConnectionOptions = Omit<IntakeOptions, "limits"> & {
  id: number;
  socket: WebSocket;
  peer: { ip: string | null; userAgent: string | null; isLocal: boolean };
  thread: FunctionThread;
  check: CallerCheck;
  limits: Limits;
  queryRoom: QueryRoom;
  /** A room for each kind of call: actions may take minutes, and no mutation waits for their room. */
  callRooms: Record<SocketRequest["kind"], CallRoom>;
  unreadRoom: UnreadRoom;
  unfinishedRoom: UnreadRoom;
  compressor: Compressor;
  answerBytes: AnswerBytes;
  now: () => number;
  /** Called when the socket has taken everything. */
  onDrained: (client: number) => void;
};

/** Reasons for cutting a connection at once. */
const doesNotRead = "the client does not read";
const neverEnds = "others need the room of this message";

/** One WebSocket and the protocol state behind it. */
export class Connection {
  readonly id: number;
  readonly state: ClientState;
  readonly #options: ConnectionOptions;
  readonly #intake: Intake;
  readonly #outbox: Outbox;
  readonly #unread: UnreadShare;
  readonly #unfinished: UnreadShare;
  readonly #deadlines: NodeJS.Timeout[];
  readonly #key = new AcceptedKey();
  #awaitsDrain = false;
  #isEnded = false;

  constructor(options: ConnectionOptions) {
    const { limits, queryRoom } = options;
    this.id = options.id;
    this.#options = options;
    const room = queryRoom.open({ name: () => this.#taker, cut: () => this.#makeRoom() });
    const takeCallRoom: TakeCallRoom = ({ kind, caller }, bytes) =>
      options.callRooms[kind].take(this.#takerOf(caller), bytes);
    this.state = new ClientState(options.id, this.#surroundings(), { limits, room, takeCallRoom });
    this.#intake = new Intake(options, this.state);
    const name = () => this.#taker;
    this.#unread = options.unreadRoom.open({ name, cut: () => this.#cut(doesNotRead) });
    this.#unfinished = options.unfinishedRoom.open({ name, cut: () => this.#cut(neverEnds) });
    const { gate: wire, compressor, answerBytes } = options;
    const unread = this.#unread;
    this.#outbox = new Outbox(options.socket, { wire, compressor, answerBytes, unread });
    this.#deadlines = [limits.connectMs, limits.signInMs].map((ms) =>
      setTimeout(() => this.#carryOut(this.state.tick()), ms),
    );
    options.thread.addClient(options.id, {
      registration: () => (this.state.isOpen ? this.state.registration() : null),
      functionsChanged: () => this.#carryOut(this.state.functionsChanged()),
      update: (update, results) => this.#update(update, results),
      makeRoom: () => this.#makeRoom(),
    });
    const { socket, gate } = options;
    socket.on("message", (data, isBinary) => this.#receive(data as Buffer, isBinary));
    socket.on("ping", (data) => this.#answerPing(data));
    socket.on("pong", (data) => {
      this.state.heard();
      this.#count({ bytes: data.length, busyMs: 0 });
    });
    gate.unfinished.tell((bytes) => this.#unfinished.count(bytes));
    gate.onTooLarge = () => this.#end(1009, "TooLarge: sign in to send more");
  }

  /** Called every few seconds. */
  tick(): void {
    const { socket } = this.#options;
    // The socket was told to end and is still there: the connection is dead, and no close frame will come.
    if (socket.readyState === socket.CLOSING) return socket.terminate();
    this.#carryOut(this.state.tick());
    void this.#endOfReplacedKey();
    if (socket.readyState === socket.OPEN) socket.ping();
  }

  /** Ends the connection of an admin key that is not valid any more. The client comes back, and its key is refused. */
  async #endOfReplacedKey(): Promise<void> {
    const callerName = () => this.state.callerName;
    if (await this.#key.isReplaced(this.#options.check, callerName)) this.#end();
  }

  /** Ends the connection so that the client comes back by itself. */
  restart(): void {
    this.#end(1012, "ServerRestart: the host is restarting");
  }

  /** Called when the socket is gone. */
  closed(): void {
    this.state.closed();
    this.#intake.closed();
    this.#unread.leave();
    this.#unfinished.leave();
    for (const timer of this.#deadlines) clearTimeout(timer);
  }

  #receive(data: Buffer, isBinary: boolean): void {
    const startedAt = performance.now();
    if (isBinary) return this.#end(1003, "BinaryMessage");
    this.#carryOut(this.state.receive(data.toString()));
    this.#count({ bytes: data.length, busyMs: performance.now() - startedAt });
  }

  /** Nothing more is read before the pong is taken, so that no client has many pongs waiting. */
  #answerPing(data: Buffer): void {
    const cost = { bytes: data.length, busyMs: 0 };
    this.#options.socket.pong(data, false, () => this.#count(cost));
  }

  #count(cost: MessageCost): void {
    if (!this.#intake.received(cost)) this.#refusePlace();
  }

  #update(update: ClientUpdate, results: readonly QueryResult[]): void {
    // After an update with changes, the function thread waits for the socket (`LiveRounds`).
    this.#awaitsDrain ||= update.changes.length > 0;
    const steps = this.state.update(update, results);
    this.#carryOut(steps);
    if (steps.length === 0) this.#afterWrite();
  }

  /** Runs steps that did not come from a message. The next message may be read after them. */
  #goOn(steps: readonly ClientStep[]): void {
    this.#carryOut(steps);
    if (!this.#intake.readOn()) this.#refusePlace();
  }

  #carryOut(steps: readonly ClientStep[]): void {
    const { thread } = this.#options;
    for (const step of steps) {
      if (this.#isEnded) {
        // An earlier step has cut the socket: this call is never begun, so its end is noted here.
        if (step.do === "call") this.state.answered(step.request, null);
        continue;
      }
      switch (step.do) {
        case "say":
          this.#send(step.message);
          break;
        case "tell":
          thread.tell(step.command);
          break;
        case "call":
          this.#call(step.request);
          break;
        case "verify":
          void this.#check(step.token).then((result) => this.#goOn(this.state.verified(result)));
          break;
        case "close":
          this.#end(step.code, step.reason);
      }
    }
  }

  #call(request: SocketRequest): void {
    const { thread } = this.#options;
    const called = this.#toCall(request);
    const { kind, sessionId, requestId } = request;
    const outcome =
      kind === "action"
        ? thread.ask("action", { function: called, client: this.id })
        : thread.ask("mutation", {
            ...{ function: called, client: this.id, request: { sessionId, requestId } },
          });
    const goOn = (known: CallOutcome) => this.#goOn(this.state.answered(request, known));
    outcome.then(goOn, (error: unknown) => goOn(failedOutcome(error)));
  }

  async #check({ tokenType, value: key, impersonating }: SentToken): Promise<CallerResult> {
    const { check, peer } = this.#options;
    if (tokenType === "User") return await check.user(key);
    const { isLocal, ip: address } = peer;
    const claim = { key, isLocal, address, impersonating: impersonating ?? null };
    const result = await check.admin(claim);
    if (result.ok) this.#key.set(key);
    return result;
  }

  #makeRoom(): void {
    this.#end(1013, "TooManyConcurrentRequests: others need the room of these queries and answers");
  }

  #refusePlace(): void {
    this.#end(1013, "TooManyConcurrentRequests: too many connections of this address or person");
  }

  /** Closes the socket, and reads nothing but the answer to that. */
  #end(code?: number, reason?: string): void {
    this.#isEnded = true;
    this.state.closed();
    this.#outbox.close(code, reason);
    this.#intake.finish();
  }

  #surroundings(): Surroundings {
    const { thread, now } = this.#options;
    const refusalOf: Surroundings["refusalOf"] = (path, caller) =>
      thread.refusalOf({
        ...{ path, kind: "query", caller: caller.isAdmin ? "internal" : "public" },
        requestId: newRequestId(),
      });
    return {
      now,
      mustSignIn: () => thread.info.authProviders.length > 0,
      refusalOf,
      hasQuery: (path, caller) => thread.isRunning && refusalOf(path, caller) === null,
    };
  }

  #toCall({ path, args, caller }: SocketRequest): FunctionCall {
    const { peer } = this.#options;
    return {
      path,
      args,
      identity: caller.identity,
      caller: caller.isAdmin ? "internal" : "public",
      metadata: {
        ...{ requestId: newRequestId(), ip: peer.ip, userAgent: peer.userAgent },
        taker: this.#takerOf(caller),
      },
    };
  }

  /** The taker of a call's turns, over HTTP too. Anonymous callers count by address block. */
  #takerOf(caller: Caller): string {
    return this.#takerCalled(nameOfCaller(caller));
  }

  #takerCalled(name: string | null): string {
    return name === null ? strangersAt(addressBlock(this.#options.peer.ip)) : `user ${name}`;
  }

  #send(message: ServerMessage): void {
    const { socket, limits } = this.#options;
    if (socket.readyState !== socket.OPEN) return;
    this.#outbox.send(message, () => this.#afterWrite());
    if (this.#outbox.bytes > limits.undeliveredBytes) this.#cut(doesNotRead);
  }

  /** Ends the connection without the client's own close frame, which may never come. */
  #cut(why: string): void {
    this.#end(1013, `TooManyConcurrentRequests: ${why}`);
    this.#options.socket.terminate();
  }

  /** The taker of the rooms that all clients share. */
  get #taker(): string {
    return this.#takerCalled(this.state.callerName);
  }

  #afterWrite(): void {
    if (!this.#awaitsDrain || this.#outbox.bytes > 0) return;
    this.#awaitsDrain = false;
    this.#options.onDrained(this.id);
  }
}

/** Turns a failure of the function thread into a failure of the client's call. */
function failedOutcome(error: unknown): CallOutcome {
  return { ok: false, message: messageOf(error), logLines: [] };
}
