import { createHash } from "node:crypto";

/** For so long after it was told a line is known by its cookies. */
const knownMs = 10 * 60_000;
const mostLines = 10_000;
/** The cookies beside that of a session change now and then; who makes them up gains nothing. */
const spellingsOfOne = 4;

type Line = { untilMs: number; cookies: string[] };

/**
 * The senders behind cookies that the app has told, for a while. Nobody is kept for cookies that are made up.
 */
export class KnownLines {
  readonly #now: () => number;
  /** In the order in which they were told last. */
  readonly #lines = new Map<string, Line>();
  readonly #lineByCookies = new Map<string, string>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The app told who sent these cookies: two spellings of one sender are one line. */
  tell(cookies: string, name: string): void {
    const digest = digestOf(cookies);
    const known = this.#lines.get(name)?.cookies ?? [];
    const kept = [digest, ...known.filter((other) => other !== digest)];
    for (const old of kept.splice(spellingsOfOne)) this.#lineByCookies.delete(old);
    this.#lines.delete(name);
    this.#lines.set(name, { untilMs: this.#now() + knownMs, cookies: kept });
    this.#lineByCookies.set(digest, name);
    for (const [oldest] of this.#lines) {
      if (this.#lines.size <= mostLines) break;
      this.#forget(oldest);
    }
  }

  /** The sender of these cookies; null when the app has not told it lately. */
  lineOf(cookies: string | undefined): string | null {
    if (cookies === undefined || this.#lines.size === 0) return null;
    const name = this.#lineByCookies.get(digestOf(cookies)) ?? null;
    const line = name === null ? undefined : this.#lines.get(name);
    if (name === null || line === undefined) return null;
    if (line.untilMs > this.#now()) return name;
    this.#forget(name);
    return null;
  }

  #forget(name: string): void {
    for (const digest of this.#lines.get(name)?.cookies ?? []) this.#lineByCookies.delete(digest);
    this.#lines.delete(name);
  }
}

function digestOf(cookies: string): string {
  return createHash("sha256").update(cookies).digest("base64");
}
