/** The time for which a token is valid (SPEC F4). */
const keptMs = 60 * 60 * 1000;

/** Upload tokens that a file came with, or is coming with, until nobody would take them anyway. */
export class UsedUploads {
  readonly #now: () => number;
  /** In the order in which they were taken. */
  readonly #takenAt = new Map<string, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** False when it was taken before. */
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

  /** No file came with it in the end: its holder may try again. */
  giveBack(token: string): void {
    this.#takenAt.delete(signedPart(token));
  }
}

/** A signature can be spelled in many ways; what it signs can not. */
function signedPart(token: string): string {
  return token.slice(0, token.indexOf("."));
}
