import { createStore, type Followed } from "../store.ts";

/** The browser event that offers to install the app. Not every browser has it, and TypeScript has no type for it. */
interface InstallOffer extends Event {
  prompt: () => Promise<unknown>;
}

const store = createStore<(() => void) | null>(null);

/** Opens the browser's install prompt; null while the browser offers none. */
export const installOffer: Followed<(() => void) | null> = store;

/** Keeps the browser's offer for the menu entry. The event may come at any time after the page has started. */
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
