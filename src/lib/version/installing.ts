import { createStore, type Followed } from "../store.ts";

/** The event with which a browser offers to install the app; not every browser has it, nor TypeScript's types. */
interface InstallOffer extends Event {
  prompt: () => Promise<unknown>;
}

const store = createStore<(() => void) | null>(null);

/** Opens the browser's question whether to install; null while the browser offers none. */
export const installOffer: Followed<(() => void) | null> = store;

/** Keeps the browser's offer for the entry in the menu. It may come at any time after the start of the page. */
export function listenForInstallOffer(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    store.set(() => {
      store.set(null);
      void (event as InstallOffer).prompt();
    });
  });
  window.addEventListener("appinstalled", () => store.set(null));
}

/** True in a window of the installed app. */
export function isInstalled(): boolean {
  return window.matchMedia("(display-mode: standalone)").matches;
}
