import type { IncomingMessage } from "node:http";
import { addressBlock } from "../bounds/address-block.ts";
import { type Reader, TurnQueue, type TurnLimits } from "../bounds/turn-queue.ts";
import { type Caller, nameOfCaller } from "../sync/caller-check.ts";
import { type RequestMetadata, strangersAt } from "../../wire/caller.ts";
import type { ConnectionBound } from "./connection-bound.ts";
import type { CookieSenders } from "./cookie-senders.ts";
import type { Exchange } from "./exchange.ts";
import type { KnownPaths } from "./known-paths.ts";
import { HttpError } from "./respond.ts";

export type FairTurnsOptions = {
  signedIn: TurnLimits;
  unsigned: TurnLimits;
  /** The turns of answers that take much memory, for each of the two kinds of callers. */
  long: TurnLimits;
  senders: Pick<CookieSenders, "knownOf">;
  /** The connections, which count to known callers. */
  bound?: Pick<ConnectionBound, "know">;
  paths: Pick<KnownPaths, "isOfSession" | "isLong">;
  /** The account of a sender of cookies, by which tokens of the same person are counted; null when tokens name none. */
  accountOf: (sender: string) => string | null;
};

type Queues = { readonly signedIn: TurnQueue; readonly unsigned: TurnQueue };
type Place = { queue: TurnQueue; name: string };

/**
 * The turns of HTTP calls in the function thread (SPEC B19). Anonymous callers have turns of their own, so that a
 * signed-in caller waits for few of them. A cookie alone proves nothing: its sender counts by address, until the app
 * has named it.
 */
export class FairTurns {
  readonly #ofCalls: Queues;
  readonly #ofSessions: Queues;
  readonly #ofLong: Queues;
  readonly #senders: FairTurnsOptions["senders"];
  readonly #paths: FairTurnsOptions["paths"];
  readonly #accountOf: FairTurnsOptions["accountOf"];
  readonly #bound: FairTurnsOptions["bound"];

  constructor({ signedIn, unsigned, long, senders, bound, paths, accountOf }: FairTurnsOptions) {
    this.#ofCalls = newQueues({ signedIn, unsigned });
    this.#ofSessions = newQueues({ signedIn, unsigned });
    this.#ofLong = newQueues({ signedIn: long, unsigned: long });
    this.#senders = senders;
    this.#bound = bound;
    this.#paths = paths;
    this.#accountOf = accountOf;
  }

  /**
   * The name that a request counts to: the caller of a token or of the admin key, otherwise a known sender of cookies,
   * otherwise the address.
   */
  nameOf(exchange: Exchange, caller: Caller) {
    const known = nameOfCaller(caller);
    if (known !== null) return { isSignedIn: true, name: `user ${known}` };
    const sender = this.senderOf(exchange.request);
    if (sender !== null) return { isSignedIn: true, name: sender };
    return { isSignedIn: false, name: strangersAt(addressBlock(exchange.metadata.ip)) };
  }

  /** The name of the sender of a request's cookies; null when the app has not named it lately. */
  senderOf(request: IncomingMessage): string | null {
    const sender = this.#senders.knownOf({ request });
    if (sender === null) return null;
    const account = this.#accountOf(sender);
    return account === null ? `sender ${sender}` : `user ${account}`;
  }

  /** The facts of a request for the function thread, with the taker of its turns there. */
  metadataOf(exchange: Exchange, caller: Caller): RequestMetadata {
    return { ...exchange.metadata, taker: this.nameOf(exchange, caller).name };
  }

  /** Throws when the caller has too many waiting calls, before anything of this one is read. */
  refuseCrowd(exchange: Exchange, caller: Caller): void {
    const { isSignedIn, name: sender } = this.nameOf(exchange, caller);
    if (isSignedIn) this.#bound?.know(exchange.response, sender);
    if (!this.#placesOf(exchange, caller).some(({ queue, name }) => queue.isFull(name))) return;
    exchange.response.setHeader("Retry-After", 1);
    const message = "Too many calls are waiting for an answer already. Try again in a second.";
    throw new HttpError(429, "TooManyRequests", message);
  }

  /** Runs `work` in a turn of the caller. */
  async run<Result>(
    exchange: Exchange,
    caller: Caller,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const ends = await this.#take(exchange, caller);
    try {
      return await work();
    } finally {
      for (const end of ends) end();
    }
  }

  /**
   * Runs work that may go on after its client has gone. The turn ends when the work is over, because the function
   * thread has it until then. Few answers that take much memory are made at once.
   */
  async runUntilOver<Result>(
    exchange: Exchange,
    caller: Caller,
    begin: () => { result: Promise<Result>; over: Promise<void> },
  ): Promise<Result> {
    const ends = await this.#take(exchange, caller);
    const [end = nothing, endOfLong = nothing] = ends;
    const { result, over } = beginOr(begin, () => ends.forEach((each) => each()));
    void Promise.allSettled([over]).then(endOfLong);
    exchange.over = Promise.allSettled([result, over]).then(end);
    return await result;
  }

  /**
   * Runs work whose result is the answer. The turn ends when the answer was read too, because it is in memory until
   * then.
   */
  async runUntilRead<Result>(
    exchange: Exchange,
    caller: Caller,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const { response } = exchange;
    return await this.runUntilOver(exchange, caller, () => ({
      result: work(),
      over: new Promise((resolve) => {
        if (response.closed) resolve();
        else response.once("close", resolve);
      }),
    }));
  }

  /**
   * Waits for the turns of a call, that of its caller last, so that no call holds it while it waits for another turn.
   */
  async #take(exchange: Exchange, caller: Caller): Promise<(() => void)[]> {
    this.refuseCrowd(exchange, caller);
    const isGone = () => exchange.response.destroyed;
    const ends: (() => void)[] = [];
    for (const { queue, name } of this.#placesOf(exchange, caller).toReversed()) {
      const end = await queue.take({ name, isGone, reader: readerOf(exchange) });
      if (end === null) {
        for (const other of ends) other();
        throw new HttpError(408, "RequestTimeout", "The request was given up.");
      }
      ends.unshift(end);
    }
    return ends;
  }

  #placesOf(exchange: Exchange, caller: Caller): Place[] {
    const { isSignedIn, name } = this.nameOf(exchange, caller);
    const of = ({ signedIn, unsigned }: Queues) => ({
      queue: isSignedIn ? signedIn : unsigned,
      name,
    });
    const { pathname } = exchange.url;
    const { method = "GET" } = exchange.request;
    if (this.#paths.isOfSession(pathname)) return [of(this.#ofSessions)];
    if (this.#paths.isLong(pathname, method)) return [of(this.#ofCalls), of(this.#ofLong)];
    return [of(this.#ofCalls)];
  }
}

/** An answer waits for its client while the connection has bytes that the system does not take. */
function readerOf({ response }: Exchange): Reader {
  return {
    taken: () => {
      const { socket } = response;
      if (!response.headersSent || socket === null || socket.writableLength === 0) return null;
      return socket.bytesWritten - socket.writableLength;
    },
    cut: () => void response.destroy(),
  };
}

function newQueues({ signedIn, unsigned }: Pick<FairTurnsOptions, keyof Queues>): Queues {
  return { signedIn: new TurnQueue(signedIn), unsigned: new TurnQueue(unsigned) };
}

/** Gives the turns back when `begin` throws: such work is never over, and would keep its turns for good. */
function beginOr<Begun>(begin: () => Begun, giveBack: () => void): Begun {
  try {
    return begin();
  } catch (error) {
    giveBack();
    throw error;
  }
}

function nothing(): void {
  return undefined;
}
