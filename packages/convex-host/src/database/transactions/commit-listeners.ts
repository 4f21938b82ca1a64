import type { FlushedCommits } from "../state/layer.ts";

type Listener = (commit: FlushedCommits) => void;

/** Listeners that are called after each flush. */
export class CommitListeners {
  readonly #listeners = new Set<Listener>();

  add(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(commit: FlushedCommits): void {
    for (const listener of this.#listeners) {
      try {
        listener(commit);
      } catch (error) {
        // The commit stands and the other listeners are still called. The error of a listener becomes an uncaught
        // exception.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}
