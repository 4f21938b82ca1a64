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

/** Bounds what is open over HTTP, of all and of one address; when all is taken, the address that has most gives (SPEC B18). */
export class ConnectionBound {
  readonly #lines: FairPlaces;
  readonly #requests: OpenCount;
  readonly #mostOfAllKinds: number;
  readonly #close = new WeakMap<Duplex, () => void>();

  /** A proxy has the connections of everybody: what is behind it is counted by request. */
  constructor(limits: ConnectionLimits, trustedProxies: number) {
    const { connections, connectionsPerAddress: ofOne, clients } = limits;
    this.#mostOfAllKinds = connections + clients + mostRefused;
    const ofOneLine = trustedProxies > 0 ? Infinity : ofOne;
    this.#lines = new FairPlaces({ all: connections, ofOne: ofOneLine });
    this.#requests = new OpenCount({ all: Infinity, ofOne });
  }

  /** Refuses each connection too many. */
  hold(server: Server, refuse: RefuseSocket): void {
    server.maxConnections = this.#mostOfAllKinds;
    server.on("connection", (socket: Socket) => {
      const block = addressBlock(socket.remoteAddress ?? null);
      const close = this.#lines.take(block, () => socket.destroy());
      if (close === null) return refuse(socket, tooMany);
      this.#close.set(socket, close);
      socket.once("close", close);
    });
  }

  /** True for a connection that was refused: nothing it sends is answered. */
  isRefused(socket: Duplex): boolean {
    return !this.#close.has(socket);
  }

  /** The connection is no longer one of HTTP. */
  leave(socket: Duplex): void {
    this.#close.get(socket)?.();
  }

  /** Counts a request until it is over; refuses one too many of its address. */
  begin(ip: string | null, response: ServerResponse<IncomingMessage>): void {
    const close = this.#requests.open(addressBlock(ip));
    if (close !== null) return void response.once("close", close);
    response.setHeader("Retry-After", 5);
    const message = "There are too many requests from your address. Try again later.";
    throw new HttpError(503, "ServiceUnavailable", message);
  }
}
