/** Requests of one client in the order they came: at most `width` are started and unanswered at a time. */
export class RequestWindow<Request> {
  readonly #width: number;
  readonly #start: (request: Request) => void;
  #queued: Request[] = [];
  #running = 0;

  constructor(width: number, start: (request: Request) => void) {
    this.#width = width;
    this.#start = start;
  }

  /** Queued and running ones. */
  get size(): number {
    return this.#queued.length + this.#running;
  }

  push(request: Request): void {
    this.#queued.push(request);
    this.#advance();
  }

  /** One of the running ones was answered. */
  done(): void {
    this.#running -= 1;
    this.#advance();
  }

  /** Forgets what has not been started. */
  dropQueued(): void {
    this.#queued = [];
  }

  #advance(): void {
    while (this.#running < this.#width) {
      const next = this.#queued.shift();
      if (next === undefined) return;
      this.#running += 1;
      this.#start(next);
    }
  }
}
