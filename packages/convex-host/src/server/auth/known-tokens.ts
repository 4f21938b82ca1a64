import type { CheckedToken } from "./verify-token.ts";

type Accepted = Extract<CheckedToken, { ok: true }>;

/** Milliseconds for which a token is known. The keys of issuers, from which this follows, are kept longer. */
const knownMs = 60_000;
const mostTokens = 1_000;
/** The most characters of a cached token. Longer ones are rare and take much memory. */
const longestToken = 8_192;

/**
 * A cache of tokens whose signature was verified a short while ago. A program that calls over HTTP sends the same token
 * with every request, and verifying it costs more than most calls.
 */
export class KnownTokens {
  readonly #now: () => number;
  readonly #accepted = new Map<string, { checked: Accepted; untilMs: number }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  find(token: string): Accepted | null {
    const known = this.#accepted.get(token);
    if (known === undefined) return null;
    if (this.#now() < known.untilMs) return known.checked;
    this.#accepted.delete(token);
    return null;
  }

  add(token: string, checked: Accepted): void {
    if (token.length > longestToken) return;
    const [oldest] = this.#accepted.keys();
    if (this.#accepted.size >= mostTokens && oldest !== undefined) this.#accepted.delete(oldest);
    const untilMs = Math.min(this.#now() + knownMs, checked.expiresAtMs);
    this.#accepted.set(token, { checked, untilMs });
  }
}
