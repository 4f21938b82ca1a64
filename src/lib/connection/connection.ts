import type { ConvexReactClient } from "convex/react";
import { quietly } from "../device/quietly.ts";
import { isServerThere } from "../server-there.ts";
import { createStore } from "../store.ts";
import { giveUpOpening, lastHeardAt } from "./watchful-web-socket.ts";

/** The state of the live connection, as the user sees it. */
export interface Connection {
  state: "live" | "reconnecting" | "offline";
  /** The time in ms since which it is live, or at which the server was last heard. */
  since: number;
}

/** The time in ms within which a returning connection is not reported as lost. */
const CALM_MS = 1000;

/** The time in ms after which an unreachable server counts as offline. */
const OFFLINE_AFTER_MS = 15_000;

/** The interval in ms between two probes for a lost server. */
const PROBE_MS = 1000;

/** The storage key that records a lost connection, for a page that starts before it has tried the server. */
const LOST_NOTE = "turnboard-connection-lost";

let wasLost = readNote();

const store = createStore<Connection>({
  state: navigator.onLine ? "live" : "offline",
  since: Date.now(),
});

/** The connection of this window; `followConnection` keeps it up to date. */
export const connection = { snapshot: store.snapshot, subscribe: store.subscribe };

/**
 * True when the page should begin with the device's answers instead of waiting for the server: there is no network, or
 * the connection was lost when it was last seen.
 */
export function isServerDoubtful(): boolean {
  return wasLost || store.snapshot().state !== "live" || !navigator.onLine;
}

type Client = Pick<ConvexReactClient, "connectionState" | "subscribeToConnectionState">;

/** Keeps `connection` up to date with a client, and probes for a lost server. Returns a function that stops both. */
export function followConnection(client: Client): () => void {
  let lostAt: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const step = () => {
    clearTimeout(timer);
    if (client.connectionState().isWebSocketConnected) {
      lostAt = null;
      noteLost(false);
      return become("live");
    }
    lostAt ??= Date.now();
    const gone = Date.now() - lostAt;
    if (!navigator.onLine || gone >= OFFLINE_AFTER_MS) return become("offline");
    timer = setTimeout(step, (gone < CALM_MS ? CALM_MS : OFFLINE_AFTER_MS) - gone);
    if (gone >= CALM_MS && store.snapshot().state === "live") become("reconnecting");
  };

  const probes = setInterval(() => {
    // The client does not report that it has stopped its socket, which it does while it gets a new token for a refused
    // one.
    step();
    if (store.snapshot().state !== "live") void announceReachableServer();
  }, PROBE_MS);
  const unsubscribe = client.subscribeToConnectionState(step);
  for (const event of ["online", "offline"]) window.addEventListener(event, step);
  step();
  return () => {
    clearTimeout(timer);
    clearInterval(probes);
    unsubscribe();
    for (const event of ["online", "offline"]) window.removeEventListener(event, step);
  };
}

function become(state: Connection["state"]): void {
  if (state !== "live") noteLost(true);
  const before = store.snapshot();
  if (before.state === state) return;
  const since =
    state === "live" ? Date.now() : before.state === "live" ? lastHeardAt() : before.since;
  store.set({ state, since });
}

function readNote(): boolean {
  // A page without storage waits for the server as on its first visit.
  return typeof quietly(() => window.localStorage.getItem(LOST_NOTE)) === "string";
}

function noteLost(isLost: boolean): void {
  if (wasLost === isLost) return;
  wasLost = isLost;
  if (isLost) quietly(() => window.localStorage.setItem(LOST_NOTE, "1"));
  else quietly(() => window.localStorage.removeItem(LOST_NOTE));
}

/**
 * Makes the client reconnect when the server answers a probe. The client itself waits longer after every failed
 * attempt, up to 24 s, but reconnects on the browser's "online" event, so this function dispatches one. It sends no
 * probe without a network or from a hidden page.
 */
async function announceReachableServer(): Promise<void> {
  if (!navigator.onLine || document.hidden) return;
  const sentAt = Date.now();
  if (!(await isServerThere()) || store.snapshot().state === "live") return;
  // Opening a socket takes a few times as long as one request.
  giveUpOpening(1000 + 4 * (Date.now() - sentAt));
  window.dispatchEvent(new Event("online"));
}
