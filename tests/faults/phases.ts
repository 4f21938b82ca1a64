/** Measures consecutive phases in milliseconds. */
export class Phases {
  #startedMs = performance.now();
  #parts: string[] = [];

  /** Ends a phase and begins the next one. Returns the milliseconds of the phase. */
  end(name: string): number {
    const now = performance.now();
    const ms = Math.round(now - this.#startedMs);
    this.#startedMs = now;
    this.#parts.push(`${name} ${(ms / 1000).toFixed(1)} s`);
    return ms;
  }

  get text(): string {
    return this.#parts.join(", ");
  }
}
