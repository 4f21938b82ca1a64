import type { Limits } from "../bounds/server-limits.ts";

/**
 * The step that is due on a connection: its end, with code and reason, or a ping, which shows that the host is alive.
 */
export type Due = { code: number; reason: string } | "ping" | null;

/** The times for which a client may be silent, without Connect, and not signed in (SPEC S10, B14). */
export class Deadlines {
  readonly #now: () => number;
  readonly #limits: Limits;
  readonly #openedMs: number;
  #heardMs: number;
  #saidMs: number;
  #isIntroduced = false;
  /** The time since which no caller is signed in; null while one is. */
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

  /** `mustSignIn` returns true when clients have to sign in. */
  due(mustSignIn: () => boolean): Due {
    const now = this.#now();
    const { silentClientMs, connectMs, signInMs, longestSilenceMs, tickMs } = this.#limits;
    if (now - this.#heardMs >= silentClientMs) return { code: 1000, reason: "InactiveClient" };
    if (!this.#isIntroduced && now - this.#openedMs >= connectMs)
      return { code: 1008, reason: "InactiveClient: no Connect came" };
    if (now - (this.#unsignedSinceMs ?? now) >= signInMs && mustSignIn())
      return { code: 1008, reason: "InactiveClient: nobody signed in" };
    // The next check could be too late, so the ping comes one tick early.
    return now - this.#saidMs + tickMs >= longestSilenceMs ? "ping" : null;
  }
}
