/** Requests of one client in the order they came: at most `width` are started and unanswered at a time. */
export class RequestWindow<Request extends { args: string }> {
  readonly #width: number;
  readonly #start: (request: Request) => void;
  #queued: Request[] = [];
  #running = 0;
  #queuedBytes = 0;

  constructor(width: number, start: (request: Request) => void) {
    this.#width = width;
    this.#start = start;
  }

  /** Queued and running ones. */
  get size(): number {
    return this.#queued.length + this.#running;
  }

  /** What the arguments of the queued ones take. */
  get queuedBytes(): number {
    return this.#queuedBytes;
  }

  push(request: Request): void {
    this.#queued.push(request);
    this.#queuedBytes += request.args.length;
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
    this.#queuedBytes = 0;
  }

  #advance(): void {
    while (this.#running < this.#width) {
      const next = this.#queued.shift();
      if (next === undefined) return;
      this.#running += 1;
      this.#queuedBytes -= next.args.length;
      this.#start(next);
    }
  }
}
