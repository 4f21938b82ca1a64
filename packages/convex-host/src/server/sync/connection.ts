import { randomBytes } from "node:crypto";
import type { WebSocket } from "ws";
import { messageOf } from "../../log.ts";
import type { Limits } from "../bounds/server-limits.ts";
import type { FunctionThread } from "../keeper/function-thread.ts";
import type { CallOutcome, FunctionCall } from "../../wire/commands.ts";
import type { CallerCheck } from "./caller-check.ts";
import type { ClientPorts, SocketRequest } from "./client-ports.ts";
import { ClientState } from "./client-state.ts";
import type { Compressor } from "./compressor.ts";
import { Intake, type IntakeOptions } from "./intake.ts";
import { Outbox } from "./outbox.ts";
import type { Store } from "./store.ts";
import type { RequestMetadata } from "../../wire/caller.ts";

export type ConnectionOptions = Omit<IntakeOptions, "limits"> & {
  id: number;
  socket: WebSocket;
  peer: { ip: string | null; userAgent: string | null; isLocal: boolean };
  thread: FunctionThread;
  check: CallerCheck;
  limits: Limits;
  keptQueries: Store;
  compressor: Compressor;
  now: () => number;
  /** The socket took everything it was given. */
  onDrained: (client: number) => void;
};

/** One WebSocket and the protocol state behind it. */
export class Connection {
  readonly id: number;
  readonly state: ClientState;
  readonly #options: ConnectionOptions;
  readonly #intake: Intake;
  readonly #outbox: Outbox;
  readonly #deadlines: NodeJS.Timeout[];
  #awaitsDrain = false;

  constructor(options: ConnectionOptions) {
    const { limits, keptQueries: store } = options;
    this.id = options.id;
    this.#options = options;
    this.state = new ClientState(options.id, this.#ports(), { limits, store });
    this.#intake = new Intake(options, this.state);
    this.#outbox = new Outbox(options.socket, options.gate, options.compressor);
    this.#deadlines = [limits.connectMs, limits.signInMs].map((ms) =>
      setTimeout(() => this.state.tick(), ms),
    );
    options.thread.addClient(options.id, {
      registration: () => (this.state.isOpen ? this.state.registration() : null),
      functionsChanged: () => this.state.functionsChanged(),
      update: (update, results) => {
        this.#awaitsDrain = true;
        if (!this.state.update(update, results)) this.#afterWrite();
      },
    });
    const { socket, gate } = options;
    socket.on("message", (data, isBinary) => this.#receive(data as Buffer, isBinary));
    socket.on("ping", (data) => this.#intake.received({ bytes: data.length, busyMs: 0 }));
    socket.on("pong", (data) => {
      this.state.heard();
      this.#intake.received({ bytes: data.length, busyMs: 0 });
    });
    gate.onTooLarge = () => this.#end(1009, "TooLarge: sign in to send more");
  }

  /** Every few seconds. */
  tick(): void {
    const { socket } = this.#options;
    // Told to end and still there: the line is dead, and nobody will say goodbye.
    if (socket.readyState === socket.CLOSING) return socket.terminate();
    this.state.tick();
    if (socket.readyState === socket.OPEN) socket.ping();
  }

  /** Ends the connection so that the client comes back by itself. */
  restart(): void {
    this.#end(1012, "ServerRestart: the host is restarting");
  }

  /** The socket is gone. */
  closed(): void {
    this.state.closed();
    this.#intake.closed();
    for (const timer of this.#deadlines) clearTimeout(timer);
  }

  #receive(data: Buffer, isBinary: boolean): void {
    const startedAt = performance.now();
    if (isBinary) return this.#end(1003, "BinaryMessage");
    this.state.receive(data.toString());
    this.#callerMayHaveChanged();
    this.#intake.received({ bytes: data.length, busyMs: performance.now() - startedAt });
  }

  #callerMayHaveChanged(): void {
    if (!this.#intake.callerChanged())
      this.#end(1013, "TooManyConcurrentRequests: too many connections from this address");
  }

  /** Says goodbye, and reads nothing but the answer to it. */
  #end(code?: number, reason?: string): void {
    this.state.closed();
    this.#outbox.close(code, reason);
    this.#intake.finish();
  }

  #ports(): ClientPorts {
    const { id, thread, check, peer, now } = this.#options;
    return {
      now,
      send: (text) => this.#send(text),
      close: (code, reason) => this.#end(code, reason),
      verify: ({ tokenType, value, impersonating = null }) => {
        const { isLocal, ip: address } = peer;
        const admin = { key: value, isLocal, address, impersonating };
        const result = tokenType === "User" ? check.user(value) : check.admin(admin);
        void result.then((answer) => {
          this.state.verified(answer);
          this.#callerMayHaveChanged();
        });
      },
      open: (registration) => thread.tell({ type: "client-open", registration }),
      setIdentity: (version, { identity, isAdmin }) =>
        thread.tell({ type: "client-identity", client: id, version, identity, isAdmin }),
      modifyQueries: (version, add, remove) =>
        thread.tell({ type: "client-queries", client: id, version, add, remove }),
      runMutation: (request) => this.#runMutation(request),
      runAction: (request) => this.#runAction(request),
      mustSignIn: () => thread.info.authProviders.length > 0,
      refusalOf: (path, caller) =>
        thread.refusalOf({
          ...{ path, kind: "query", caller: caller.isAdmin ? "internal" : "public" },
          requestId: newRequestId(),
        }),
    };
  }

  #runMutation(request: SocketRequest): void {
    const { sessionId, requestId } = request;
    const answered = this.#intake.started(request.args.length);
    const asked = this.#options.thread.ask("mutation", {
      function: this.#toCall(request),
      client: this.id,
      request: { sessionId, requestId },
    });
    void asked.catch(failedOutcome).then((outcome) => {
      this.state.mutationDone(requestId, outcome);
      answered();
    });
  }

  #runAction(request: SocketRequest): void {
    const answered = this.#intake.started(request.args.length);
    const asked = this.#options.thread.ask("action", { function: this.#toCall(request) });
    void asked.catch(failedOutcome).then((outcome) => {
      this.state.actionDone(request.requestId, outcome);
      answered();
    });
  }

  #toCall({ path, args, caller }: SocketRequest): FunctionCall {
    const { peer } = this.#options;
    return {
      path,
      args,
      identity: caller.identity,
      caller: caller.isAdmin ? "internal" : "public",
      metadata: { requestId: newRequestId(), ip: peer.ip, userAgent: peer.userAgent },
    };
  }

  #send(text: string): void {
    const { socket, limits } = this.#options;
    if (socket.readyState !== socket.OPEN) return;
    this.#outbox.send(text, () => this.#afterWrite());
    if (this.#outbox.bytes <= limits.undeliveredBytes) return;
    this.#end(1013, "TooManyConcurrentRequests: the client does not read");
    socket.terminate();
  }

  #afterWrite(): void {
    if (!this.#awaitsDrain || this.#outbox.bytes > 0) return;
    this.#awaitsDrain = false;
    this.#options.onDrained(this.id);
  }
}

/** Names one request in logs and error messages. */
export function newRequestId(): RequestMetadata["requestId"] {
  return randomBytes(8).toString("hex");
}

/** A failure of the function thread is told to a client as the failure of its call. */
function failedOutcome(error: unknown): CallOutcome {
  return { ok: false, message: messageOf(error), logLines: [] };
}
