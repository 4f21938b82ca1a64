import { createHash } from "node:crypto";

/** For so long after it was told a line is known by its cookies. */
const knownMs = 10 * 60_000;
const mostLines = 10_000;
/**
 * A sender is a person with sign-ins on several devices, and the cookies beside those of a session change now and then. Who
 * makes them up gains nothing.
 */
const spellingsOfOne = 32;

type Told = { name: string; untilMs: number };

/**
 * The senders behind cookies that the app has told, for a while. Nobody is kept for cookies that are made up.
 */
export class KnownLines {
  readonly #now: () => number;
  /** By cookies: those of a session that has ended stay known no longer for others of the same sender. */
  readonly #told = new Map<string, Told>();
  /** The cookies of each sender, told last first; the senders in the order in which they were told last. */
  readonly #cookiesOf = new Map<string, string[]>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The app told who sent these cookies: two spellings of one sender are one line. */
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

  /** The sender of these cookies; null when the app has not told it lately. */
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
