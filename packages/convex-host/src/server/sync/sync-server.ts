import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { addressBlock } from "../bounds/address-block.ts";
import { CallRoom } from "../bounds/call-room.ts";
import { FairPlaces } from "../bounds/fair-places.ts";
import type { Limits } from "../bounds/server-limits.ts";
import type { Logger } from "../../log.ts";
import type { FunctionThread } from "../keeper/function-thread.ts";
import type { CallerCheck } from "./caller-check.ts";
import { Compressor, windowBits } from "./compressor.ts";
import { Connection, type ConnectionOptions } from "./connection.ts";
import { FrameGate } from "./frame-gate.ts";
import { mostFrames } from "./frame-order.ts";
import { isOwnOrigin } from "./own-origin.ts";
import { OpenCount } from "../bounds/open-count.ts";
import { Pace, type PaceLimits } from "../bounds/pace.ts";
import { QueryRoom } from "../bounds/query-room.ts";
import { AnswerBytes } from "./server-frames.ts";
import { UnreadRoom } from "../bounds/unread-room.ts";
import { UnsignedSockets } from "./unsigned-sockets.ts";

/** `ws` only agrees on compression. The gate and the compressor do it, so that no connection keeps memory for it. */
const compression = {
  threshold: Infinity,
  serverNoContextTakeover: true,
  clientNoContextTakeover: true,
  serverMaxWindowBits: windowBits,
};
/** The offer of a client that can read smaller windows only. It is sent everything uncompressed. */
const smallerWindow = /server_max_window_bits="?(8|9|10|11)\b/;
const syncPath = /^\/+api\/(?:[^/]+\/)?sync$/;

export type SyncServerOptions = {
  thread: FunctionThread;
  check: CallerCheck;
  limits: Limits;
  log: Logger;
  now: () => number;
  /** Public origin. */
  siteUrl: string;
  /** The unread answers of all callers, also of those over HTTP. */
  unreadRoom: UnreadRoom;
  /** Answers a request that gets no socket. */
  refuse: (
    socket: Duplex,
    refusal: { status: string; message: string; headers?: Readonly<Record<string, string>> },
  ) => void;
};

const noHead = Buffer.alloc(0);
const full = {
  status: "503 Service Unavailable",
  message: "There are too many connections. Try again later.",
};

const tooManyUnsigned = {
  status: "503 Service Unavailable",
  message:
    "There are too many connections from your address that nobody is signed in on. Try again later.",
};
const foreign = {
  status: "403 Forbidden",
  message: "Pages of other sites get no connection. Open the address of this site itself.",
};

/** True for the paths at which clients open their WebSocket, whatever version they name. */
export function isSyncPath(pathname: string): boolean {
  return syncPath.test(pathname);
}

/** All WebSockets of the host. Owns the sockets and their timer; `ClientState` owns the protocol. */
export class SyncServer {
  readonly #options: SyncServerOptions;
  readonly #server: WebSocketServer;
  readonly #connections = new Map<number, Connection>();
  readonly #timer: NodeJS.Timeout;
  readonly #places: FairPlaces;
  readonly #unsigned: UnsignedSockets;
  readonly #signedIn: OpenCount;
  readonly #pace: Pace;
  readonly #queryRoom: QueryRoom;
  readonly #callRooms: ConnectionOptions["callRooms"];
  readonly #unfinishedRoom: UnreadRoom;
  readonly #compressor = new Compressor();
  readonly #answerBytes = new AnswerBytes();
  #lastId = 0;
  #drained: number[] = [];
  #isStopping = false;

  constructor(options: SyncServerOptions) {
    this.#options = options;
    const { limits } = options;
    const newPace = (pace: PaceLimits) => new Pace(pace, () => performance.now());
    this.#pace = newPace(limits.hostPace);
    this.#places = new FairPlaces({ all: limits.clients, ofOne: Infinity });
    const { unsignedClientsPerAddress: most, fewUnsignedClients: few } = limits;
    this.#unsigned = new UnsignedSockets({ most, few }, () => newPace(limits.unsignedPace));
    this.#signedIn = new OpenCount({ all: Infinity, ofOne: limits.clientsPerCaller });
    this.#queryRoom = new QueryRoom(limits);
    this.#unfinishedRoom = new UnreadRoom(limits.unfinishedBytes);
    const newCallRoom = () => new CallRoom(limits.callRoom);
    this.#callRooms = { mutation: newCallRoom(), action: newCallRoom() };
    this.#server = new WebSocketServer({
      noServer: true,
      maxPayload: options.limits.frameBytes,
      maxFragments: mostFrames,
      perMessageDeflate: compression,
      // `ws` would cut a client that sends 60 pings in one packet.
      autoPong: false,
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
    const { limits, refuse, siteUrl } = this.#options;
    if (!isOwnOrigin(request.headers, siteUrl)) return refuse(socket, foreign);
    const leave = this.#isStopping ? null : this.#takePlace(sender.ip, socket);
    if (leave === null) return refuse(socket, full);
    const cut = () => {
      leave();
      socket.destroy();
    };
    const seat = this.#unsigned.take(sender.ip, cut);
    if (seat === null) {
      leave();
      return refuse(socket, tooManyUnsigned);
    }
    if (smallerWindow.test(request.headers["sec-websocket-extensions"] ?? ""))
      delete request.headers["sec-websocket-extensions"];
    const gate = new FrameGate(socket, head, {
      smallBytes: limits.unsignedFrameBytes,
      mostBytes: limits.frameBytes,
    });
    gate.once("close", seat.leave);
    gate.once("close", leave);
    this.#server.handleUpgrade(request, gate, noHead, (ws) => {
      const userAgent = request.headers["user-agent"] ?? null;
      this.#open({ socket: ws, gate, seat, peer: { ...sender, userAgent } });
    });
  }

  /**
   * Takes a place for a socket. When all are taken, anonymous sockets make room among themselves; when there are no
   * anonymous ones, all do (SPEC B14).
   */
  #takePlace(ip: string | null, socket: Duplex): (() => void) | null {
    if (this.#places.isFull && !this.#unsigned.isEmpty && !this.#unsigned.makeRoom(ip)) return null;
    return this.#places.take(addressBlock(ip), () => socket.destroy());
  }

  /** Stops reading, waits until what is running is answered, then disconnects the clients so that they come back. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#timer);
    for (const { state } of this.#connections.values()) state.mute();
    await this.#untilAnswered();
    for (const connection of this.#connections.values()) connection.restart();
    await new Promise((resolve) => setImmediate(resolve));
    this.#server.close();
  }

  /** Ends the sockets that did not close by themselves. */
  terminate(): void {
    for (const socket of this.#sockets) socket.terminate();
  }

  readonly #sockets = new Set<WebSocket>();

  #open(client: Pick<ConnectionOptions, "socket" | "gate" | "seat" | "peer">): void {
    const { socket } = client;
    this.#lastId += 1;
    const id = this.#lastId;
    const { thread, check, limits, now, log } = this.#options;
    const connection = new Connection({
      ...{ ...client, id, thread, check, limits, now },
      paces: { own: new Pace(limits.clientPace, () => performance.now()), all: this.#pace },
      queryRoom: this.#queryRoom,
      callRooms: this.#callRooms,
      unreadRoom: this.#options.unreadRoom,
      unfinishedRoom: this.#unfinishedRoom,
      compressor: this.#compressor,
      answerBytes: this.#answerBytes,
      takeSeat: () => this.#unsigned.take(client.peer.ip, () => socket.terminate()),
      countSignedIn: (caller) => this.#signedIn.open(caller),
      onDrained: (client) => this.#noteDrained(client),
    });
    this.#connections.set(id, connection);
    this.#sockets.add(socket);
    log.debug("socket.open", { client: id });
    socket.on("error", (error) => {
      log.info("socket.error", { client: id, error: error.message });
      client.gate.finish();
    });
    socket.on("close", (code) => {
      log.debug("socket.close", { client: id, code });
      connection.closed();
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
    this.#unsigned.sweep();
    for (const connection of this.#connections.values()) connection.tick();
  }

  async #untilAnswered(): Promise<void> {
    const endsAt = performance.now() + this.#options.limits.stopMs;
    const isOwed = () => [...this.#connections.values()].some(({ state }) => state.hasOutstanding);
    while (isOwed() && performance.now() < endsAt)
      await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
