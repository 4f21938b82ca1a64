import { createStore } from "./store.ts";

export type ToastOptions = {
  title: string;
  description?: string | undefined;
  variant?: "default" | "destructive" | undefined;
  /**
   * Merges toasts of one kind while one is shown; `title` is used as soon as they concern several things, which `id`
   * tells apart.
   */
  merge?: { kind: string; id: string; title: (count: number) => string } | undefined;
  /** Undoes the act of the toast. */
  undo?: (() => void) | undefined;
  /** The label of the button, if the undone act is itself an undo. */
  undoWord?: "Redo" | undefined;
};

/** A shown toast, with the ids of all things that it concerns. */
export type Toast = ToastOptions & {
  id: number;
  open: boolean;
  /** True when it replaced a toast that was still shown. */
  inPlace: boolean;
  told: readonly string[];
};

/** The most notifications at a time; a new one replaces the old. */
const TOAST_LIMIT = 1;

/** The time in ms for which a notification is shown. */
export const TOAST_DURATION_MS = 5000;

/** The time in ms after which a dismissed notification is removed from the store. */
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
    const [last] = this.snapshot();
    const inPlace = last?.open === true;
    const notice = inPlace ? mergeNotices(last, options) : noticeOf(options);
    const kept = [{ ...notice, id, open: true, inPlace }, ...this.snapshot()].slice(0, TOAST_LIMIT);
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

type Notice = Omit<Toast, "id" | "open" | "inPlace">;

function noticeOf(options: ToastOptions): Notice {
  return { ...options, told: options.merge ? [options.merge.id] : [] };
}

/** Merges the last toast and the next one when they are of one kind; else returns the next one. */
function mergeNotices(last: Toast, next: ToastOptions): Notice {
  const notice = noticeOf(next);
  if (next.merge === undefined || last.merge?.kind !== next.merge.kind) return notice;
  const told = [...new Set([...last.told, next.merge.id])];
  const undos = [next.undo, last.undo].filter((undo) => undo !== undefined);
  return {
    ...notice,
    told,
    title: told.length > 1 ? next.merge.title(told.length) : next.title,
    // The merged toast offers an undo only when both toasts have one.
    undo: undos.length === 2 ? () => undos.forEach((undo) => undo()) : undefined,
  };
}

/** The notifications of this window. */
export const toastStore = new ToastStore();
