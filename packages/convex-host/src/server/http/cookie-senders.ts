import { type Logger, messageOf } from "../../log.ts";
import { addressBlock } from "../bounds/address-block.ts";
import { KnownLines } from "../bounds/known-lines.ts";
import { TurnQueue, type TurnLimits } from "../bounds/turn-queue.ts";
import type { FunctionThread } from "../keeper/function-thread.ts";
import { strangersAt } from "../../wire/caller.ts";
import type { Exchange } from "./exchange.ts";

export type CookieSendersOptions = {
  /** The app's internal query that names the sender of cookies, when the app has it. */
  path: string | null;
  /** The turns of these queries. */
  turns: TurnLimits;
  now: () => number;
};

/** Milliseconds for which an address is familiar after a sender was known there, and the most familiar addresses. */
const familiarMs = 24 * 60 * 60_000;
const mostFamiliar = 10_000;

type Asked = Pick<Exchange, "request" | "response" | "metadata">;

/**
 * The senders behind cookies. Any client can invent a cookie, so the host asks the app for the sender before it counts,
 * which costs the app one look at a table. A caller with a session then waits for no anonymous one at the same address
 * (SPEC B19).
 */
export class CookieSenders {
  readonly #path: string | null;
  readonly #turns: TurnQueue;
  /** The turns of familiar addresses, which do not wait for thousands of others with invented cookies. */
  readonly #turnsOfFamiliar: TurnQueue;
  readonly #familiarUntil = new Map<string, number>();
  readonly #lines: KnownLines;
  readonly #now: () => number;

  constructor({ path, turns, now }: CookieSendersOptions) {
    this.#path = path;
    this.#turns = new TurnQueue(turns);
    this.#turnsOfFamiliar = new TurnQueue(turns);
    this.#lines = new KnownLines(now);
    this.#now = now;
  }

  /** The sender of a request's cookies; null when the app has not named one lately. */
  knownOf({ request }: Pick<Exchange, "request">): string | null {
    return this.#lines.lineOf(request.headers.cookie);
  }

  /** Asks the app for the sender of a request's cookies, unless it named one lately. Never rejects. */
  async recognize(
    { thread, log }: { thread: Pick<FunctionThread, "ask" | "info">; log: Logger },
    exchange: Asked,
  ): Promise<void> {
    const { cookie: cookies } = exchange.request.headers;
    const path = this.#path;
    if (path === null || cookies === undefined || !thread.info.functions.has(path)) return;
    if (this.knownOf(exchange) !== null) return;
    const { requestId, ip, userAgent } = exchange.metadata;
    const block = addressBlock(ip);
    const name = strangersAt(`${block} with cookies`);
    const isFamiliar = (this.#familiarUntil.get(block) ?? 0) > this.#now();
    const turns = isFamiliar ? this.#turnsOfFamiliar : this.#turns;
    // An address with so many waiting requests is not asked about: they share its anonymous turns.
    if (turns.isFull(name)) return;
    const isGone = () => exchange.response.destroyed;
    const end = await turns.take({ name, isGone });
    if (end === null) return;
    try {
      const metadata = { requestId, ip, userAgent, taker: name };
      const call = { path, args: JSON.stringify({ cookies }), identity: null, metadata };
      const queries = [{ ...call, caller: "internal" as const }];
      const [outcome] = (await thread.ask("query", { queries })).outcomes;
      const sender = outcome?.ok === true ? (JSON.parse(outcome.value) as unknown) : null;
      if (typeof sender === "string") this.#know(cookies, { sender, block });
      if (outcome?.ok === false) log.warn("cookies.not-known", { error: outcome.message });
    } catch (error) {
      log.warn("cookies.not-known", { error: messageOf(error) });
    } finally {
      end();
    }
  }

  #know(cookies: string, { sender, block }: { sender: string; block: string }): void {
    this.#lines.tell(cookies, sender);
    this.#familiarUntil.delete(block);
    this.#familiarUntil.set(block, this.#now() + familiarMs);
    for (const [oldest] of this.#familiarUntil) {
      if (this.#familiarUntil.size <= mostFamiliar) break;
      this.#familiarUntil.delete(oldest);
    }
  }
}
