import { missingFilesWanted } from "./missing-files-wanted.ts";
import { announceNewVersion, newVersion } from "./new-version.ts";
import { isQuiet, watchTyping } from "./quiet-moment.ts";

/** The interval in ms between checks for a new version. A check also runs when the user returns to the page. */
const LOOK_EVERY_MS = 60 * 60_000;
const LOOK_AT_MOST_EVERY_MS = 30_000;
/** The interval in ms at which a page in the background checks if it can switch to a new version. */
const QUIET_EVERY_MS = 20_000;

/** Starts the service worker, checks for new versions, and switches to one at a quiet moment or on request. */
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
  wantMissingFiles(registration);
}

/** Offers the installed version that waits beside the one that serves this page. */
function offerWaiting(registration: ServiceWorkerRegistration): void {
  const offer = () => {
    if (registration.waiting === null || navigator.serviceWorker.controller === null) return;
    announceNewVersion({
      takeOver: () => {
        navigator.serviceWorker.addEventListener("controllerchange", reload, { once: true });
        // Another tab may already have activated the new version.
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

/** Offers the version that another tab has activated; this page stays as it is until then. */
function followOthers(): void {
  const { serviceWorker } = navigator;
  let isServed = serviceWorker.controller !== null;
  serviceWorker.addEventListener("controllerchange", () => {
    // The first worker of this browser has the same version as the page.
    if (isServed) announceNewVersion({ takeOver: reload });
    isServed = true;
  });
}

function lookNowAndThen(registration: ServiceWorkerRegistration): void {
  let lookedAt = Date.now();
  const look = () => {
    if (document.hidden || Date.now() - lookedAt < LOOK_AT_MOST_EVERY_MS) return;
    lookedAt = Date.now();
    // Without a network, a later check finds the new version.
    registration.update().catch(() => undefined);
    wantMissingFiles(registration);
  };
  setInterval(look, LOOK_EVERY_MS);
  document.addEventListener("visibilitychange", look);
  // A server that is back may have a newer version.
  window.addEventListener("online", look);
}

/** Makes the app complete again on a device whose browser has emptied the worker's cache. */
function wantMissingFiles({ active }: ServiceWorkerRegistration): void {
  active?.postMessage({ type: missingFilesWanted });
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
