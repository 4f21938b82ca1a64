/** Milliseconds for which a token is valid (SPEC F4). */
const keptMs = 60 * 60 * 1000;

/** Upload tokens that are used up or in use, until they expire. */
export class UsedUploads {
  readonly #now: () => number;
  /** The times at which tokens were taken, in that order. */
  readonly #takenAt = new Map<string, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Takes a token; false when it was taken before. */
  take(token: string): boolean {
    const nowMs = this.#now();
    for (const [known, takenAt] of this.#takenAt) {
      if (nowMs - takenAt < keptMs) break;
      this.#takenAt.delete(known);
    }
    const name = signedPart(token);
    if (this.#takenAt.has(name)) return false;
    this.#takenAt.set(name, nowMs);
    return true;
  }

  /** Gives a token back when no file was stored: its holder may try again. */
  giveBack(token: string): void {
    this.#takenAt.delete(signedPart(token));
  }
}

/** The signed part of a token. A signature can be spelled in many ways, the part that it signs cannot. */
function signedPart(token: string): string {
  return token.slice(0, token.indexOf("."));
}
