import { createStore } from "./store.ts";

export type ToastOptions = {
  title: string;
  description?: string | undefined;
  variant?: "default" | "destructive" | undefined;
  /**
   * Notices of one kind become one while they are shown, with this title as soon as they tell of several things; `id` tells
   * the things apart.
   */
  merge?: { kind: string; id: string; title: (count: number) => string } | undefined;
  /** Takes back what the notice tells of. */
  undo?: (() => void) | undefined;
  /** The word on its button, where what it takes back is an undo. */
  undoWord?: "Redo" | undefined;
};

/** A shown notice, with the ids of all things that it tells of. */
export type Toast = ToastOptions & {
  id: number;
  open: boolean;
  /** True where it stands in the place of a notice that was still shown. */
  inPlace: boolean;
  told: readonly string[];
};

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

/** The notice of what the last one told of and of this, when they are of one kind; else of this alone. */
function mergeNotices(last: Toast, next: ToastOptions): Notice {
  const notice = noticeOf(next);
  if (next.merge === undefined || last.merge?.kind !== next.merge.kind) return notice;
  const told = [...new Set([...last.told, next.merge.id])];
  const undos = [next.undo, last.undo].filter((undo) => undo !== undefined);
  return {
    ...notice,
    told,
    title: told.length > 1 ? next.merge.title(told.length) : next.title,
    // An undo that only some of the notices have is not offered for all.
    undo: undos.length === 2 ? () => undos.forEach((undo) => undo()) : undefined,
  };
}

/** The notifications of this window. */
export const toastStore = new ToastStore();
