import { announceNewVersion, newVersion } from "./new-version.ts";
import { isQuiet, watchTyping } from "./quiet-moment.ts";

/** A new version is looked for as often as this, and whenever somebody comes back to the page. */
const LOOK_EVERY_MS = 60 * 60_000;
const LOOK_AT_MOST_EVERY_MS = 30_000;
/** The interval at which a page in the background looks whether it may go over. */
const QUIET_EVERY_MS = 20_000;

/** Starts the service worker, looks for new versions, and goes over to one at a quiet moment or when asked to. */
export async function watchVersion(): Promise<void> {
  const { serviceWorker } = navigator;
  const registration = await serviceWorker
    .register("/service-worker.js", { updateViaCache: "none" })
    .catch(() => null);
  if (registration === null) return;
  watchTyping();
  offerWaiting(registration);
  followOthers();
  lookNowAndThen(registration);
  takeOverQuietly();
}

/** Offers the version that is installed beside the one that serves this page. */
function offerWaiting(registration: ServiceWorkerRegistration): void {
  const offer = () => {
    if (registration.waiting === null || navigator.serviceWorker.controller === null) return;
    announceNewVersion({
      takeOver: () => {
        navigator.serviceWorker.addEventListener("controllerchange", reload, { once: true });
        // It has gone over already where another tab was quicker.
        if (registration.waiting === null) reload();
        else registration.waiting.postMessage({ type: "SKIP_WAITING" });
      },
    });
  };
  offer();
  registration.addEventListener("updatefound", () => {
    const { installing } = registration;
    installing?.addEventListener("statechange", () => {
      if (installing.state === "installed") offer();
    });
  });
}

/** Offers the version that another tab has gone over to; this page stays as it is until then. */
function followOthers(): void {
  const { serviceWorker } = navigator;
  let isServed = serviceWorker.controller !== null;
  serviceWorker.addEventListener("controllerchange", () => {
    // The first worker of this browser is of the version that the page has.
    if (isServed) announceNewVersion({ takeOver: reload });
    isServed = true;
  });
}

function lookNowAndThen(registration: ServiceWorkerRegistration): void {
  let lookedAt = Date.now();
  const look = () => {
    if (document.hidden || Date.now() - lookedAt < LOOK_AT_MOST_EVERY_MS) return;
    lookedAt = Date.now();
    // Without a network the next look finds it.
    registration.update().catch(() => undefined);
  };
  setInterval(look, LOOK_EVERY_MS);
  document.addEventListener("visibilitychange", look);
  // A server that is back may be a newer one.
  window.addEventListener("online", look);
}

function takeOverQuietly(): void {
  const take = () => {
    if (isQuiet()) newVersion.snapshot()?.takeOver();
  };
  document.addEventListener("visibilitychange", take);
  newVersion.subscribe(take);
  setInterval(take, QUIET_EVERY_MS);
}

function reload(): void {
  window.location.reload();
}
