import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import type { Limits } from "../limits.ts";
import type { Logger } from "../log.ts";
import type { FunctionThread } from "../worker/function-thread.ts";
import type { CallerCheck } from "./caller-check.ts";
import { Connection } from "./connection.ts";

/**
 * Lists are sent whole and repeat themselves: at this level 500 units are 14 kB instead of 189 on their way to a phone.
 * Small messages gain nothing, and a connection keeps no memory for it between messages.
 */
const compression = {
  threshold: 8 * 1024,
  serverNoContextTakeover: true,
  clientNoContextTakeover: true,
  zlibDeflateOptions: { level: 1 },
};
const syncPath = /^\/+api\/(?:[^/]+\/)?sync$/;

export type SyncServerOptions = {
  thread: FunctionThread;
  check: CallerCheck;
  limits: Limits;
  log: Logger;
  now: () => number;
  /** Answers a request that gets no socket. */
  refuse: (
    socket: Duplex,
    refusal: { status: string; message: string; headers?: Readonly<Record<string, string>> },
  ) => void;
};

const full = {
  status: "503 Service Unavailable",
  message: "There are too many connections. Try again later.",
};

/** True for the addresses clients open their WebSocket at, whatever version they name. */
export function isSyncPath(pathname: string): boolean {
  return syncPath.test(pathname);
}

/** All WebSockets of the host. Owns the sockets and their timer; what is said on them is `ClientState`'s. */
export class SyncServer {
  readonly #options: SyncServerOptions;
  readonly #server: WebSocketServer;
  readonly #connections = new Map<number, Connection>();
  readonly #timer: NodeJS.Timeout;
  #lastId = 0;
  #drained: number[] = [];
  #isStopping = false;

  constructor(options: SyncServerOptions) {
    this.#options = options;
    this.#server = new WebSocketServer({
      noServer: true,
      maxPayload: options.limits.frameBytes,
      perMessageDeflate: compression,
    });
    this.#server.on("wsClientError", (error, socket) => {
      const headers = { "Sec-WebSocket-Version": "13" };
      options.refuse(socket, { status: "400 Bad Request", message: `${error.message}.`, headers });
    });
    this.#timer = setInterval(() => this.#tick(), options.limits.tickMs);
    this.#timer.unref();
  }

  get size(): number {
    return this.#connections.size;
  }

  /** Takes over a socket whose request asked for the sync protocol. */
  accept(
    { request, socket, head }: { request: IncomingMessage; socket: Duplex; head: Buffer },
    sender: { ip: string | null; isLocal: boolean },
  ): void {
    if (this.#isStopping || this.#connections.size >= this.#options.limits.clients) {
      this.#options.refuse(socket, full);
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (ws) =>
      this.#open(ws, { ...sender, userAgent: request.headers["user-agent"] ?? null }),
    );
  }

  /** Reads nothing more, waits until what is running is answered, then sends the clients away to come back. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#timer);
    for (const { state } of this.#connections.values()) state.mute();
    await this.#untilAnswered();
    for (const connection of this.#connections.values()) connection.restart();
    await new Promise((resolve) => setImmediate(resolve));
    this.#server.close();
  }

  /** Ends what did not end by itself. */
  terminate(): void {
    for (const socket of this.#sockets) socket.terminate();
  }

  readonly #sockets = new Set<WebSocket>();

  #open(
    socket: WebSocket,
    peer: { ip: string | null; isLocal: boolean; userAgent: string | null },
  ): void {
    this.#lastId += 1;
    const id = this.#lastId;
    const { thread, check, limits, now, log } = this.#options;
    const connection = new Connection({
      id,
      socket,
      peer,
      thread,
      check,
      limits,
      now,
      onDrained: (client) => this.#noteDrained(client),
    });
    this.#connections.set(id, connection);
    this.#sockets.add(socket);
    log.debug("socket.open", { client: id });
    socket.on("error", (error) => log.info("socket.error", { client: id, error: error.message }));
    socket.on("close", (code) => {
      log.debug("socket.close", { client: id, code });
      connection.state.closed();
      this.#connections.delete(id);
      this.#sockets.delete(socket);
      thread.removeClient(id);
    });
  }

  #noteDrained(client: number): void {
    // One message for all sockets that were served in this turn.
    if (this.#drained.push(client) > 1) return;
    setImmediate(() => {
      this.#options.thread.tell({ type: "clients-drained", clients: this.#drained });
      this.#drained = [];
    });
  }

  #tick(): void {
    for (const connection of this.#connections.values()) connection.tick();
  }

  async #untilAnswered(): Promise<void> {
    const endsAt = performance.now() + this.#options.limits.stopMs;
    const isOwed = () => [...this.#connections.values()].some(({ state }) => state.hasOutstanding);
    while (isOwed() && performance.now() < endsAt)
      await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
