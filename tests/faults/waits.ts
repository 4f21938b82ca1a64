/** An event that a client waits for; `state` is read when it takes long. */
export type Wait = { what: string; state?: () => string };

type Open = Wait & { sinceMs: number; fail: (error: Error) => void };

/** The limit is many times the usual wait on a busy machine, so a longer wait will never end. */
const limitMs = 60_000;
const lookEveryMs = 1_000;

/**
 * All current waits. Each has a limit: a wait that a running host does not answer within a minute fails with its
 * description.
 */
export class Waits {
  readonly #open = new Set<Open>();
  readonly #limitMs: number;
  #upSinceMs = 0;
  #timer: NodeJS.Timeout | null = null;
  /** The waits over a restart, from the host's readiness to the answer. */
  readonly afterStartMs: number[] = [];
  longest = { ms: 0, what: "nothing" };

  constructor(options: { limitMs?: number } = {}) {
    this.#limitMs = options.limitMs ?? limitMs;
  }

  /** Marks the host as ready; the time before does not count as waiting. */
  hostIsUp(): void {
    this.#upSinceMs = performance.now();
  }

  /** Returns the result of the work, or fails with a description of the wait. */
  async during<Result>(
    wait: Wait,
    work: (isOver: () => boolean) => Promise<Result>,
  ): Promise<Result> {
    const open: Open = { ...wait, sinceMs: performance.now(), fail: () => undefined };
    const late = new Promise<never>((_, reject) => (open.fail = reject));
    this.#open.add(open);
    this.#timer ??= setInterval(() => this.#look(), lookEveryMs).unref();
    try {
      return await Promise.race([work(() => !this.#open.has(open)), late]);
    } finally {
      this.#end(open);
    }
  }

  /** Describes the waits that have lasted longer than this since the host has been up, longest first. */
  longerThan(ms: number): string[] {
    return [...this.#open]
      .filter((open) => this.#waitedMs(open) > ms)
      .sort((a, b) => a.sinceMs - b.sinceMs)
      .map((open) => this.#describe(open));
  }

  #end(open: Open): void {
    this.#open.delete(open);
    const ms = Math.round(this.#waitedMs(open));
    if (open.sinceMs < this.#upSinceMs) this.afterStartMs.push(ms);
    if (ms > this.longest.ms) this.longest = { ms, what: this.#describe(open) };
    if (this.#open.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }

  #look(): void {
    for (const open of this.#open)
      if (this.#waitedMs(open) > this.#limitMs)
        open.fail(new Error(`Waited in vain for ${this.#describe(open)}`));
  }

  #waitedMs({ sinceMs }: Open): number {
    return performance.now() - Math.max(sinceMs, this.#upSinceMs);
  }

  #describe(open: Open): string {
    const seconds = (this.#waitedMs(open) / 1000).toFixed(1);
    const state = open.state === undefined ? "" : `, ${open.state()}`;
    return `${open.what}: ${seconds} s${state}`;
  }
}
