import type { IncomingMessage, ServerResponse } from "node:http";
import type { Server, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { addressBlock } from "../bounds/address-block.ts";
import { FairPlaces } from "../bounds/fair-places.ts";
import { OpenCount } from "../bounds/open-count.ts";
import type { RefuseSocket } from "./refuse-socket.ts";
import { HttpError } from "./respond.ts";

export type ConnectionLimits = {
  connections: number;
  connectionsPerAddress: number;
  /** The connections up to which an address takes the place of the oldest one. */
  fewConnections: number;
  /** The connections that count to one signed-in person, and no longer to an address. */
  connectionsPerCaller: number;
  /** The WebSockets, which are counted elsewhere. */
  clients: number;
};

const tooMany = {
  status: "503 Service Unavailable",
  message: "There are too many connections. Try again later.",
  headers: { "Retry-After": "5" },
};
/** The refused sockets that may stay open to read their refusal. More of them are closed without a word. */
const mostRefused = 1000;

/** A connection: its address block, its caller, and the functions that end it and give its place back. */
type Line = { block: string; end: () => void; leave: () => void; caller: string | null };

/**
 * Bounds the HTTP connections of all and of one address (SPEC B18). A connection on which a signed-in caller has sent a
 * request counts to that caller, and anonymous ones never take its place. When all places are taken, anonymous
 * connections give way among themselves.
 */
export class ConnectionBound {
  readonly #limits: ConnectionLimits;
  readonly #isBehindProxy: boolean;
  readonly #strangers: FairPlaces;
  readonly #known: FairPlaces;
  readonly #requests: OpenCount;
  readonly #lines = new WeakMap<Duplex, Line>();
  #refused = 0;

  /** Behind a proxy all connections are the proxy's, so the requests are counted by address. */
  constructor(limits: ConnectionLimits, trustedProxies: number) {
    const { connectionsPerAddress: ofOne, connectionsPerCaller, fewConnections } = limits;
    this.#limits = limits;
    this.#isBehindProxy = trustedProxies > 0;
    const ofAddress = this.#isBehindProxy
      ? { ofOne: Infinity, few: Infinity }
      : { ofOne, few: fewConnections };
    this.#strangers = new FairPlaces({ all: Infinity, ...ofAddress });
    this.#known = new FairPlaces({ all: Infinity, ofOne: connectionsPerCaller });
    this.#requests = new OpenCount({ all: Infinity, ofOne });
  }

  /** Refuses connections above the bound. */
  hold(server: Server, refuse: RefuseSocket): void {
    const { connections, clients } = this.#limits;
    server.maxConnections = connections + clients + mostRefused;
    server.on("connection", (socket: Socket) => {
      const block = addressBlock(socket.remoteAddress ?? null);
      const end = () => socket.destroy();
      const leave = this.#hasPlace(block) ? this.#strangers.take(block, end) : null;
      if (leave === null) return this.#refuse(socket, refuse);
      const line = { block, end, leave, caller: null };
      this.#lines.set(socket, line);
      socket.once("close", () => this.leave(socket));
    });
  }

  /** True for a connection that was refused: its requests are not answered. */
  isRefused(socket: Duplex): boolean {
    return !this.#lines.has(socket);
  }

  /** Gives back the place of a connection that is no longer HTTP. */
  leave(socket: Duplex): void {
    this.#lines.get(socket)?.leave();
  }

  /** Counts the connection of a request to its caller. The connection of a proxy counts so only during the request. */
  know(response: ServerResponse<IncomingMessage>, caller: string): void {
    const { socket } = response.req;
    const line = this.#lines.get(socket);
    if (line === undefined || socket.destroyed || line.caller === caller) return;
    const leave = this.#known.take(caller, line.end);
    if (leave === null) return;
    this.#move(line, { leave, caller });
    if (!this.#isBehindProxy) return;
    response.once("close", () => {
      if (line.caller !== caller || socket.destroyed) return;
      // The next request on it may come from any caller.
      this.#move(line, { leave: this.#strangers.take(line.block, line.end)!, caller: null });
    });
  }

  #move(line: Line, to: Pick<Line, "leave" | "caller">): void {
    line.leave();
    Object.assign(line, to);
  }

  /** Counts a request until it is over. Throws when its address has too many. */
  begin(ip: string | null, response: ServerResponse<IncomingMessage>): void {
    const close = this.#requests.open(addressBlock(ip));
    if (close !== null) return void response.once("close", close);
    response.setHeader("Retry-After", 5);
    const message = "There are too many requests from your address. Try again later.";
    throw new HttpError(503, "ServiceUnavailable", message);
  }

  #hasPlace(block: string): boolean {
    if (this.#strangers.isFullOf(block)) return false;
    if (this.#strangers.size + this.#known.size < this.#limits.connections) return true;
    // Behind a proxy the sender is not known yet.
    const newcomer = this.#isBehindProxy ? "" : block;
    const places = this.#strangers.size > 0 ? this.#strangers : this.#known;
    return places.makeRoom(newcomer);
  }

  /**
   * Refuses a connection. Above `mostRefused` it is closed without a reason, because it would take the place of others.
   */
  #refuse(socket: Socket, refuse: RefuseSocket): void {
    if (this.#refused >= mostRefused) return void socket.destroy();
    this.#refused += 1;
    socket.once("close", () => (this.#refused -= 1));
    refuse(socket, tooMany);
  }
}
