import type { FlushedCommits } from "../state/layer.ts";

type Listener = (commit: FlushedCommits) => void;

/** Those who want to hear of every flush. */
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
        // The commit stands and the others must hear of it; the fault of a listener is the program's.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}
