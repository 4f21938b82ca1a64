/** One direction of a connection, with a limited bandwidth and a fixed latency. */
export class Pace {
  readonly #bytesASecond: number;
  readonly #delayMs: number;
  #freeAt = 0;
  #last: Promise<void> = Promise.resolve();

  constructor({ bytesASecond, delayMs = 0 }: { bytesASecond: number; delayMs?: number }) {
    this.#bytesASecond = bytesASecond;
    this.#delayMs = delayMs;
  }

  /** Resolves when these bytes have arrived, after all earlier ones. */
  async pass(bytes: number): Promise<void> {
    this.#freeAt = Math.max(this.#freeAt, performance.now()) + (1000 * bytes) / this.#bytesASecond;
    const arrivesAt = this.#freeAt + this.#delayMs;
    const before = this.#last;
    this.#last = until(arrivesAt).then(() => before);
    await this.#last;
  }

  /** Forgets the bytes that a cut has discarded. */
  clear(): void {
    this.#freeAt = 0;
  }
}

async function until(moment: number): Promise<void> {
  const wait = moment - performance.now();
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
}
