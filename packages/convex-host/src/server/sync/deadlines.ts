import type { Limits } from "../bounds/server-limits.ts";

/** The thing that is due on a connection: its end, with code and reason, or a word so that silence is not taken for death. */
export type Due = { code: number; reason: string } | "ping" | null;

/** The times that a client may be silent, unintroduced and not signed in (SPEC S10, B14). */
export class Deadlines {
  readonly #now: () => number;
  readonly #limits: Limits;
  readonly #openedMs: number;
  #heardMs: number;
  #saidMs: number;
  #isIntroduced = false;
  /** Null while somebody is signed in. */
  #unsignedSinceMs: number | null;

  constructor(now: () => number, limits: Limits) {
    this.#now = now;
    this.#limits = limits;
    this.#openedMs = now();
    this.#heardMs = this.#openedMs;
    this.#saidMs = this.#openedMs;
    this.#unsignedSinceMs = this.#openedMs;
  }

  get isSignedIn(): boolean {
    return this.#unsignedSinceMs === null;
  }

  set isSignedIn(isSignedIn: boolean) {
    this.#unsignedSinceMs = isSignedIn ? null : (this.#unsignedSinceMs ?? this.#now());
  }

  heard(): void {
    this.#heardMs = this.#now();
  }

  said(): void {
    this.#saidMs = this.#now();
  }

  introduced(): void {
    this.#isIntroduced = true;
  }

  /** `mustSignIn` says whether somebody is waited for. */
  due(mustSignIn: () => boolean): Due {
    const now = this.#now();
    const { silentClientMs, connectMs, signInMs, longestSilenceMs, tickMs } = this.#limits;
    if (now - this.#heardMs >= silentClientMs) return { code: 1000, reason: "InactiveClient" };
    if (!this.#isIntroduced && now - this.#openedMs >= connectMs)
      return { code: 1008, reason: "InactiveClient: no Connect came" };
    if (now - (this.#unsignedSinceMs ?? now) >= signInMs && mustSignIn())
      return { code: 1008, reason: "InactiveClient: nobody signed in" };
    // At the next look it could be too late.
    return now - this.#saidMs + tickMs >= longestSilenceMs ? "ping" : null;
  }
}
