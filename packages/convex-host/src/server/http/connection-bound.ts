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
  /** So many are few: an address gets them from the connection that is open for longest. */
  fewConnections: number;
  /** Those that count to one person who is signed in, and no longer to an address. */
  connectionsPerCaller: number;
  /** Live connections, which are counted elsewhere. */
  clients: number;
};

const tooMany = {
  status: "503 Service Unavailable",
  message: "There are too many connections. Try again later.",
  headers: { "Retry-After": "5" },
};
/** The sockets above the bound that may stay to read their refusal; more are closed without a word. */
const mostRefused = 1000;

/** A connection: whose it is, and how it is ended. */
type Line = { block: string; end: () => void; leave: () => void; caller: string | null };

/**
 * Bounds what is open over HTTP, of all and of one address (SPEC B18). A connection on which somebody who is signed in has asked
 * counts to that person: strangers never take its place. When all are taken, the strangers give among themselves.
 */
export class ConnectionBound {
  readonly #limits: ConnectionLimits;
  readonly #isBehindProxy: boolean;
  readonly #strangers: FairPlaces;
  readonly #known: FairPlaces;
  readonly #requests: OpenCount;
  readonly #lines = new WeakMap<Duplex, Line>();
  #refused = 0;

  /** A proxy has the connections of everybody: what is behind it is counted by request. */
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

  /** Refuses each connection too many. */
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

  /** True for a connection that was refused: nothing it sends is answered. */
  isRefused(socket: Duplex): boolean {
    return !this.#lines.has(socket);
  }

  /** The connection is no longer one of HTTP. */
  leave(socket: Duplex): void {
    this.#lines.get(socket)?.leave();
  }

  /** Counts the connection of a request to the person who asks; that of a proxy, while the request is under way. */
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
      // The next request on it may be anybody's.
      this.#move(line, { leave: this.#strangers.take(line.block, line.end)!, caller: null });
    });
  }

  #move(line: Line, to: Pick<Line, "leave" | "caller">): void {
    line.leave();
    Object.assign(line, to);
  }

  /** Counts a request until it is over; refuses one too many of its address. */
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
    // Behind a proxy nobody knows yet who comes.
    const newcomer = this.#isBehindProxy ? "" : block;
    const places = this.#strangers.size > 0 ? this.#strangers : this.#known;
    return places.makeRoom(newcomer);
  }

  /** Those that were refused last read no reason when there are thousands: they would take the places of others. */
  #refuse(socket: Socket, refuse: RefuseSocket): void {
    if (this.#refused >= mostRefused) return void socket.destroy();
    this.#refused += 1;
    socket.once("close", () => (this.#refused -= 1));
    refuse(socket, tooMany);
  }
}
