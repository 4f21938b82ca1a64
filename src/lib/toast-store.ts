import { createStore } from "./store.ts";

export type ToastOptions = {
  title: string;
  description?: string | undefined;
  variant?: "default" | "destructive" | undefined;
};

export type Toast = ToastOptions & { id: number; open: boolean };

/** At most this many notifications exist; a new one replaces the old. */
const TOAST_LIMIT = 1;

/** The time for which a notification is displayed. */
export const TOAST_DURATION_MS = 5000;

/** The time for which a dismissed notification stays in the store before it is forgotten. */
export const TOAST_REMOVE_DELAY_MS = 1_000_000;

/** The notifications, newest first. Owns their life; the Toaster shows them and reports dismissals. */
export class ToastStore {
  readonly #store = createStore<readonly Toast[]>([]);
  #nextId = 1;
  #removalById = new Map<number, ReturnType<typeof setTimeout>>();

  readonly subscribe = this.#store.subscribe;
  readonly snapshot = this.#store.snapshot;

  show(options: ToastOptions): number {
    const id = this.#nextId++;
    const kept = [{ ...options, id, open: true }, ...this.snapshot()].slice(0, TOAST_LIMIT);
    for (const { id: droppedId } of this.snapshot().filter((old) => !kept.includes(old))) {
      this.#cancelRemoval(droppedId);
    }
    this.#store.set(kept);
    return id;
  }

  dismiss(id: number): void {
    if (this.#removalById.has(id) || !this.snapshot().some((toast) => toast.id === id)) return;
    this.#removalById.set(
      id,
      setTimeout(() => {
        this.#cancelRemoval(id);
        this.#store.set(this.snapshot().filter((toast) => toast.id !== id));
      }, TOAST_REMOVE_DELAY_MS),
    );
    this.#store.set(
      this.snapshot().map((toast) => (toast.id === id ? { ...toast, open: false } : toast)),
    );
  }

  #cancelRemoval(id: number): void {
    clearTimeout(this.#removalById.get(id));
    this.#removalById.delete(id);
  }
}

/** The notifications of this window. */
export const toastStore = new ToastStore();
