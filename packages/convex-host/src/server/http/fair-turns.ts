import { addressBlock } from "../bounds/address-block.ts";
import { TurnQueue, type TurnLimits } from "../bounds/turn-queue.ts";
import type { Caller } from "../sync/caller-check.ts";
import type { Exchange } from "./exchange.ts";
import { HttpError } from "./respond.ts";

/** The name a request is counted by: the caller of a token or of the admin key, else the address. */
export function nameOf({ identity, isAdmin }: Caller, { metadata }: Pick<Exchange, "metadata">) {
  const isSignedIn = isAdmin || identity !== null;
  const ofCaller = `${isAdmin ? "admin" : "user"} ${identity?.tokenIdentifier ?? ""}`;
  return { isSignedIn, name: isSignedIn ? ofCaller : `address ${addressBlock(metadata.ip)}` };
}

/**
 * Calls over HTTP take turns in the function thread (SPEC B19). Strangers have turns of their own, so that a caller who is signed
 * in waits for few of them. A cookie says nothing to the host: who comes with one counts by address, in a line of their own.
 */
export class FairTurns {
  readonly #signedIn: TurnQueue;
  readonly #unsigned: TurnQueue;

  constructor({ signedIn, unsigned }: { signedIn: TurnLimits; unsigned: TurnLimits }) {
    this.#signedIn = new TurnQueue(signedIn);
    this.#unsigned = new TurnQueue(unsigned);
  }

  /** Refuses one call too many, before anything of it is read. */
  refuseCrowd(exchange: Exchange, caller: Caller): void {
    const { queue, name } = this.#placeOf(exchange, caller);
    if (!queue.isFull(name)) return;
    exchange.response.setHeader("Retry-After", 1);
    const message = "Too many calls are waiting for an answer already. Try again in a second.";
    throw new HttpError(429, "TooManyRequests", message);
  }

  /** Carries out `work` when it is the caller's turn. */
  async run<Result>(
    exchange: Exchange,
    caller: Caller,
    work: () => Promise<Result>,
  ): Promise<Result> {
    this.refuseCrowd(exchange, caller);
    const { queue, name } = this.#placeOf(exchange, caller);
    const line = exchange.request.headers.cookie ?? "";
    const end = await queue.take({ name, line, isGone: () => exchange.response.destroyed });
    if (end === null) throw new HttpError(408, "RequestTimeout", "The request was given up.");
    try {
      return await work();
    } finally {
      end();
    }
  }

  #placeOf(exchange: Exchange, caller: Caller): { queue: TurnQueue; name: string } {
    const { isSignedIn, name } = nameOf(caller, exchange);
    return { queue: isSignedIn ? this.#signedIn : this.#unsigned, name };
  }
}
