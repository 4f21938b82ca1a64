import { Heap } from "./heap.ts";

// Captured at load: a test that moves time must not change the clock by which waits are measured.
const runningMs = performance.now.bind(performance);

const fewLeft = 100;

/** A due time by the wall clock, and the end of its wait by the monotonic clock. */
type Due = { id: string; atMs: number; waitEndsMs: number };

/**
 * A queue of due times. An entry is due when its time has come, or when it has waited long enough: a clock that is set
 * back meanwhile does not make it late. Finding the first entry takes no longer with many entries than with few.
 */
export class DueTimes {
  readonly #clock: () => number;
  readonly #dueById = new Map<string, Due>();
  #byTime = new Heap<Due>(({ atMs }) => atMs);
  #byWait = new Heap<Due>(({ waitEndsMs }) => waitEndsMs);

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** `mostMs` is the longest wait in milliseconds by the monotonic clock. */
  set(id: string, atMs: number, mostMs = atMs - this.#clock()): void {
    const waitMs = Math.min(mostMs, atMs - this.#clock());
    this.#put({ id, atMs, waitEndsMs: runningMs() + waitMs });
  }

  /** Adds an entry that is due by the wall clock alone. */
  setByClock(id: string, atMs: number): void {
    this.#put({ id, atMs, waitEndsMs: Infinity });
  }

  delete(id: string): void {
    this.#dueById.delete(id);
    this.#tidy();
  }

  clear(): void {
    this.#dueById.clear();
    this.#tidy();
  }

  /** Removes and returns the ids of at most `most` due entries, earlier times first. */
  take(most = Infinity): string[] {
    const taken: Due[] = [];
    const takeFrom = (heap: Heap<Due>, until: number) => {
      while (taken.length < most && this.#first(heap) !== null && heap.lowest <= until) {
        const due = heap.pop()!;
        this.#dueById.delete(due.id);
        taken.push(due);
      }
    };
    takeFrom(this.#byTime, this.#clock());
    takeFrom(this.#byWait, runningMs());
    this.#tidy();
    return taken.sort((a, b) => a.atMs - b.atMs).map(({ id }) => id);
  }

  /** The next due time by the clock as it is now; null when the queue is empty. */
  next(): number | null {
    const first = this.#first(this.#byTime);
    const waited = this.#first(this.#byWait);
    if (first === null || waited === null) return null;
    return Math.min(first.atMs, waited.waitEndsMs + this.#clock() - runningMs());
  }

  #put(due: Due): void {
    this.#dueById.set(due.id, due);
    this.#byTime.push(due);
    this.#byWait.push(due);
    this.#tidy();
  }

  #first(heap: Heap<Due>): Due | null {
    for (let due = heap.first; due !== null; due = heap.first) {
      if (this.#isIn(due)) return due;
      heap.pop();
    }
    return null;
  }

  #isIn(due: Due): boolean {
    return this.#dueById.get(due.id) === due;
  }

  /**
   * Rebuilds the heaps without removed entries. An entry that was removed stays until it comes first, so the heaps
   * would grow.
   */
  #tidy(): void {
    const most = 2 * this.#dueById.size + fewLeft;
    if (this.#byTime.size > most) this.#byTime = this.#byTime.of(this.#dueById.values());
    if (this.#byWait.size > most) this.#byWait = this.#byWait.of(this.#dueById.values());
  }
}
