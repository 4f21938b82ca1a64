import { createStore } from "../../../lib/store.ts";
import type { Selection } from "./selection.ts";

/** The key under which the browser remembers the selected project. */
const SELECTED_PROJECT_KEY = "selectedProjectId";

const store = createStore<Selection>({ state: "unset" });

/** The selection of this window. */
export const selectionStore = { snapshot: store.snapshot, subscribe: store.subscribe };

/** The project remembered from an earlier visit, if the browser lets us look. */
export function rememberedProjectId(): string | null {
  return withStorage((storage) => storage.getItem(SELECTED_PROJECT_KEY));
}

/** Selects a project, here and for the next visit. */
export function chooseProject(id: string): void {
  withStorage((storage) => storage.setItem(SELECTED_PROJECT_KEY, id));
  store.set({ state: "chosen", id });
}

/** Selects nothing, until something is chosen again. */
export function clearSelection(): void {
  withStorage((storage) => storage.removeItem(SELECTED_PROJECT_KEY));
  store.set({ state: "cleared" });
}

/** Forgets the selection because no project is left; the next project will be selected. */
export function forgetSelection(): void {
  withStorage((storage) => storage.removeItem(SELECTED_PROJECT_KEY));
  store.set({ state: "unset" });
}

function withStorage<T>(work: (storage: Storage) => T): T | null {
  try {
    return work(window.localStorage);
  } catch {
    // Storage may be switched off or full: the selection then lives as long as the window.
    return null;
  }
}
