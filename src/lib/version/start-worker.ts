/** The time that the first page has for itself, before the worker fetches the other screens over the same line. */
const CALM_MS = 3000;

/** Starts the service worker of a built app once the page has loaded. Without https there is none. */
export function startWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const start = () => setTimeout(() => void load(), CALM_MS);
  if (document.readyState === "complete") start();
  else window.addEventListener("load", start, { once: true });
}

async function load(): Promise<void> {
  // The next start of the app tries again.
  const module = await import("./watch-version.ts").catch(() => null);
  await module?.watchVersion();
}
