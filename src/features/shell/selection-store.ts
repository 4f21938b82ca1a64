import type { Selection } from "./selection.ts";

/** Where the browser remembers the selected project. */
const SELECTED_PROJECT_KEY = "selectedProjectId";

let selection: Selection = { state: "unset" };
const listeners = new Set<() => void>();

/** The selection of this window; for useSyncExternalStore. */
export function currentSelection(): Selection {
  return selection;
}

/** Calls back when the selection changes. */
export function subscribeToSelection(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The project remembered from an earlier visit, if the browser lets us look. */
export function rememberedProjectId(): string | null {
  return withStorage((storage) => storage.getItem(SELECTED_PROJECT_KEY));
}

/** Selects a project, here and for the next visit. */
export function chooseProject(id: string): void {
  withStorage((storage) => storage.setItem(SELECTED_PROJECT_KEY, id));
  set({ state: "chosen", id });
}

/** Selects nothing, until something is chosen again. */
export function clearSelection(): void {
  withStorage((storage) => storage.removeItem(SELECTED_PROJECT_KEY));
  set({ state: "cleared" });
}

/** Forgets the selection because no project is left; the next project will be selected. */
export function forgetSelection(): void {
  withStorage((storage) => storage.removeItem(SELECTED_PROJECT_KEY));
  set({ state: "unset" });
}

function set(next: Selection): void {
  selection = next;
  for (const listener of listeners) listener();
}

function withStorage<T>(work: (storage: Storage) => T): T | null {
  try {
    return work(window.localStorage);
  } catch {
    // Storage may be switched off or full: the selection then lives as long as the window.
    return null;
  }
}
