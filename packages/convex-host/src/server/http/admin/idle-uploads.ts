/**
 * The uploads of imports that wait for their client, each with the time until which it may come back. They are in
 * memory, because a start removes all uploads.
 */
export class IdleUploads {
  readonly #remove: (folder: string) => void;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();

  /** `remove` removes an upload whose client did not come back. */
  constructor(remove: (folder: string) => void) {
    this.#remove = remove;
  }

  /** Keeps an upload for these milliseconds from now on. */
  keep(folder: string, ms: number): void {
    this.release(folder);
    const end = () => {
      this.#timers.delete(folder);
      this.#remove(folder);
    };
    this.#timers.set(folder, setTimeout(end, ms).unref());
  }

  /** The same for an upload that waits; a late piece makes none wait that is in use. */
  renew(folder: string, ms: number): void {
    if (this.#timers.has(folder)) this.keep(folder, ms);
  }

  /** An upload that is in use, or gone, waits for nobody. */
  release(folder: string): void {
    clearTimeout(this.#timers.get(folder));
    this.#timers.delete(folder);
  }
}
