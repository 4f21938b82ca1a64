import { createHash } from "node:crypto";

/** Milliseconds for which cookies stay known after the app named their sender. */
const knownMs = 10 * 60_000;
const mostLines = 10_000;
/**
 * The most cookie texts of one sender: a person signs in on several devices, and other cookies change now and then.
 * Invented cookies gain nothing.
 */
const spellingsOfOne = 32;

type Told = { name: string; untilMs: number };

/** A cache of the senders that the app has named for cookies. Invented cookies are not in it. */
export class KnownLines {
  readonly #now: () => number;
  /**
   * The senders by the digest of their cookies. Cookies of an ended session stay known no longer for others of the same
   * sender.
   */
  readonly #told = new Map<string, Told>();
  /** The digests of each sender, told last first. The senders are in the order in which they were told last. */
  readonly #cookiesOf = new Map<string, string[]>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Stores the sender that the app named for these cookies. Two cookie texts of one sender are one line. */
  tell(cookies: string, name: string): void {
    const digest = digestOf(cookies);
    const others = (this.#cookiesOf.get(name) ?? []).filter((other) => other !== digest);
    const kept = [digest, ...others];
    for (const old of kept.splice(spellingsOfOne)) this.#told.delete(old);
    this.#told.set(digest, { name, untilMs: this.#now() + knownMs });
    this.#cookiesOf.delete(name);
    this.#cookiesOf.set(name, kept);
    for (const [oldest] of this.#cookiesOf) {
      if (this.#cookiesOf.size <= mostLines) break;
      this.#forget(oldest);
    }
  }

  /** The sender of these cookies; null when the app has not named one lately. */
  lineOf(cookies: string | undefined): string | null {
    if (cookies === undefined || this.#told.size === 0) return null;
    const told = this.#told.get(digestOf(cookies));
    return told !== undefined && told.untilMs > this.#now() ? told.name : null;
  }

  #forget(name: string): void {
    for (const digest of this.#cookiesOf.get(name) ?? []) this.#told.delete(digest);
    this.#cookiesOf.delete(name);
  }
}

function digestOf(cookies: string): string {
  return createHash("sha256").update(cookies).digest("base64");
}
