export type ToastOptions = {
  title: string;
  description?: string | undefined;
  variant?: "default" | "destructive" | undefined;
};

export type Toast = ToastOptions & { id: number; open: boolean };

/** At most this many notifications exist; a new one replaces the old. */
const TOAST_LIMIT = 1;

/** How long a notification is displayed. */
export const TOAST_DURATION_MS = 5000;

/** How long a dismissed notification stays in the store before it is forgotten. */
export const TOAST_REMOVE_DELAY_MS = 1_000_000;

/** The notifications, newest first. Owns their life; the Toaster shows them and reports dismissals. */
export class ToastStore {
  #toasts: readonly Toast[] = [];
  #nextId = 1;
  #removalById = new Map<number, ReturnType<typeof setTimeout>>();
  #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): readonly Toast[] => this.#toasts;

  show(options: ToastOptions): number {
    const id = this.#nextId++;
    const kept = [{ ...options, id, open: true }, ...this.#toasts].slice(0, TOAST_LIMIT);
    for (const { id: droppedId } of this.#toasts.filter((old) => !kept.includes(old))) {
      this.#cancelRemoval(droppedId);
    }
    this.#set(kept);
    return id;
  }

  dismiss(id: number): void {
    if (this.#removalById.has(id) || !this.#toasts.some((toast) => toast.id === id)) return;
    this.#removalById.set(
      id,
      setTimeout(() => {
        this.#cancelRemoval(id);
        this.#set(this.#toasts.filter((toast) => toast.id !== id));
      }, TOAST_REMOVE_DELAY_MS),
    );
    this.#set(this.#toasts.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)));
  }

  #cancelRemoval(id: number): void {
    clearTimeout(this.#removalById.get(id));
    this.#removalById.delete(id);
  }

  #set(toasts: readonly Toast[]): void {
    this.#toasts = toasts;
    for (const listener of this.#listeners) listener();
  }
}

/** The notifications of this window. */
export const toastStore = new ToastStore();
