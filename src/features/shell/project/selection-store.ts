import { quietly } from "../../../lib/device/quietly.ts";
import { createStore } from "../../../lib/store.ts";
import type { Selection } from "./selection.ts";

/** The key under which the browser remembers the selected project. */
const SELECTED_PROJECT_KEY = "selectedProjectId";

const store = createStore<Selection>({ state: "unset" });

/** The selection of this window. */
export const selectionStore = { snapshot: store.snapshot, subscribe: store.subscribe };

/** The project remembered from an earlier visit, if the browser lets us look. */
export function rememberedProjectId(): string | null {
  return quietly(() => window.localStorage.getItem(SELECTED_PROJECT_KEY)) ?? null;
}

/** Selects a project, here and for the next visit. */
export function chooseProject(id: string): void {
  quietly(() => window.localStorage.setItem(SELECTED_PROJECT_KEY, id));
  store.set({ state: "chosen", id });
}

/** Selects nothing, until something is chosen again. */
export function clearSelection(): void {
  quietly(() => window.localStorage.removeItem(SELECTED_PROJECT_KEY));
  store.set({ state: "cleared" });
}

/** Forgets the selection because no project is left; the next project will be selected. */
export function forgetSelection(): void {
  quietly(() => window.localStorage.removeItem(SELECTED_PROJECT_KEY));
  store.set({ state: "unset" });
}
