import { Chain } from "./chain.ts";
import type { LiveClient } from "./live-client.ts";
import { type Turn, WaitingCaller } from "./turn.ts";

type Caller = WaitingCaller<LiveClient>;

/** The number of callers without waiting clients that are kept beside the others. */
const mostIdle = 100;

/** Clients that wait, by caller. Callers have turns in rotation, however many clients and sign-ins each has. */
export class CallerTurns {
  /** The callers with waiting clients, the longest without a turn first. All anonymous clients are one caller. */
  readonly #waiting = new Chain<Caller>();
  #callers = new Map<string | null, Caller>();
  readonly #turnOf: (client: LiveClient) => Turn<LiveClient>;

  /** `turnOf` returns the turn of a client in this queue. */
  constructor(turnOf: (client: LiveClient) => Turn<LiveClient>) {
    this.#turnOf = turnOf;
  }

  has(client: LiveClient): boolean {
    return this.#turnOf(client).caller !== null;
  }

  add(client: LiveClient): void {
    const turn = this.#turnOf(client);
    if (turn.caller !== null) return;
    const caller = this.#callerCalled(client.taker);
    turn.caller = caller;
    caller.clients.add(turn.link);
    this.#waiting.add(caller.place);
  }

  delete(client: LiveClient): void {
    const turn = this.#turnOf(client);
    const { caller } = turn;
    if (caller === null) return;
    turn.caller = null;
    caller.clients.delete(turn.link);
    if (caller.clients.size === 0) this.#waiting.delete(caller.place);
  }

  some(test: (client: LiveClient) => boolean): boolean {
    for (const { clients } of this.#waiting)
      for (const client of clients) if (test(client)) return true;
    return false;
  }

  /** The next client that passes the test, of the caller longest without a turn. That caller then goes to the end. */
  next(test: (client: LiveClient) => boolean): LiveClient | null {
    for (const caller of this.#waiting)
      for (const client of caller.clients) {
        if (!test(client)) continue;
        this.#waiting.delete(caller.place);
        this.#waiting.add(caller.place);
        return client;
      }
    return null;
  }

  #callerCalled(taker: string | null): Caller {
    const known = this.#callers.get(taker);
    if (known !== undefined) return known;
    if (this.#callers.size > 2 * this.#waiting.size + mostIdle) this.#forgetIdle();
    const caller: Caller = new WaitingCaller();
    this.#callers.set(taker, caller);
    return caller;
  }

  #forgetIdle(): void {
    const waiting = [...this.#callers].filter(([, { clients }]) => clients.size > 0);
    this.#callers = new Map(waiting);
  }
}
