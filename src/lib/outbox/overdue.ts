/** Calls `act` when something of a list stays in it for a time. */
export class Overdue {
  readonly #ms: number;
  readonly #list: () => readonly string[];
  readonly #act: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ms: number, { list, act }: { list: () => readonly string[]; act: () => void }) {
    this.#ms = ms;
    this.#list = list;
    this.#act = act;
  }

  /** Watches the list, until it is empty when the time is over. */
  watch(): void {
    if (this.#timer !== undefined) return;
    const before = new Set(this.#list());
    if (before.size === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#list().some((each) => before.has(each))) this.#act();
      else this.watch();
    }, this.#ms);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
