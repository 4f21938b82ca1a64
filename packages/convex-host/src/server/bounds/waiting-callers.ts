/** Milliseconds after which the turns of callers count half. */
const halfMs = 60_000;
/** The most callers that are remembered. Above it, all turns are halved at once. */
const mostCallers = 50_000;
/**
 * The number of lines. The first has callers without a recent turn; each other has those with twice as many as the one
 * before, and the last all above.
 */
const lines = 6;

/** The number of recent turns of each caller. */
export class LateTurns {
  readonly #now: () => number;
  readonly #turnsOf = new Map<string, number>();
  #halvedAt: number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#halvedAt = now();
  }

  add(name: string): void {
    this.#turnsOf.set(name, (this.#turnsOf.get(name) ?? 0) + 1);
    if (this.#turnsOf.size > mostCallers || this.#now() - this.#halvedAt > halfMs) this.#halve();
  }

  /** The number of the line in which a caller waits. */
  lineOf(name: string): number {
    return Math.min(lines - 1, Math.floor(Math.log2((this.#turnsOf.get(name) ?? 0) + 1)));
  }

  #halve(): void {
    this.#halvedAt = this.#now();
    for (const [name, turns] of this.#turnsOf)
      if (turns === 1) this.#turnsOf.delete(name);
      else this.#turnsOf.set(name, turns >> 1);
  }
}

/**
 * Callers that wait for a turn, in the order in which they get it. With `late`, callers with few recent turns go first.
 */
export class WaitingCallers<Caller> {
  readonly #late: LateTurns | null;
  readonly #lines: readonly Map<string, Caller>[];
  readonly #lineOf = new Map<string, Map<string, Caller>>();

  constructor(late: LateTurns | null) {
    this.#late = late;
    this.#lines = Array.from({ length: lines }, () => new Map<string, Caller>());
  }

  /** Adds a caller. One that waits already keeps its place. */
  add(name: string, caller: Caller): void {
    if (this.#lineOf.has(name)) return;
    const line = this.#lines[this.#late?.lineOf(name) ?? 0]!;
    line.set(name, caller);
    this.#lineOf.set(name, line);
  }

  remove(name: string): void {
    this.#lineOf.get(name)?.delete(name);
    this.#lineOf.delete(name);
  }

  tookTurn(name: string): void {
    this.#late?.add(name);
  }

  *inOrder(): Generator<[string, Caller]> {
    for (const line of this.#lines) yield* line;
  }
}
