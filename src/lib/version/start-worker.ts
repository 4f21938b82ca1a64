/**
 * The delay in ms before the service worker starts to fetch the other screens, so that the first page has the
 * connection for itself.
 */
const CALM_MS = 3000;

/** Starts the service worker of a built app after the page has loaded. Without https there is no service worker. */
export function startWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const start = () => setTimeout(() => void load(), CALM_MS);
  if (document.readyState === "complete") start();
  else window.addEventListener("load", start, { once: true });
}

async function load(): Promise<void> {
  // After a failure, the next start of the app tries again.
  const module = await import("./watch-version.ts").catch(() => null);
  await module?.watchVersion();
}
