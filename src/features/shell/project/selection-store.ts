import { quietly } from "../../../lib/device/quietly.ts";
import { createStore } from "../../../lib/store.ts";
import type { Selection } from "./selection.ts";

/** The key under which the browser remembers the selected project. */
const SELECTED_PROJECT_KEY = "selectedProjectId";

const store = createStore<Selection>({ state: "unset" });

/** The selected project of this window. */
export const selectionStore = { snapshot: store.snapshot, subscribe: store.subscribe };

/** The project that the browser remembers from an earlier visit; null when it has none or its storage is blocked. */
export function rememberedProjectId(): string | null {
  return quietly(() => window.localStorage.getItem(SELECTED_PROJECT_KEY)) ?? null;
}

/** Selects a project in this window and for the next visit. */
export function chooseProject(id: string): void {
  quietly(() => window.localStorage.setItem(SELECTED_PROJECT_KEY, id));
  store.set({ state: "chosen", id });
}

/** Clears the selection until a project is chosen again. */
export function clearSelection(): void {
  quietly(() => window.localStorage.removeItem(SELECTED_PROJECT_KEY));
  store.set({ state: "cleared" });
}

/** Forgets the selection because no project is left; the next project will be selected. */
export function forgetSelection(): void {
  quietly(() => window.localStorage.removeItem(SELECTED_PROJECT_KEY));
  store.set({ state: "unset" });
}
