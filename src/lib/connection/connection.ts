import type { ConvexReactClient } from "convex/react";
import { quietly } from "../device/quietly.ts";
import { isServerThere } from "../server-there.ts";
import { createStore } from "../store.ts";
import { giveUpOpening, lastHeardAt } from "./watchful-web-socket.ts";

/** The live connection as people see it. */
export interface Connection {
  state: "live" | "reconnecting" | "offline";
  /** The moment in ms since which it is live, or at which the server was heard last. */
  since: number;
}

/** A connection that is back within this time is not worth a word. */
const CALM_MS = 1000;

/** A server that cannot be reached for so long will not be back in a moment. */
const OFFLINE_AFTER_MS = 15_000;

/** The interval at which a lost server is looked for. */
const PROBE_MS = 1000;

/** The place of this device where a lost connection is noted, for a page that begins before it knows better. */
const LOST_NOTE = "turnboard-connection-lost";

let wasLost = readNote();

const store = createStore<Connection>({
  state: navigator.onLine ? "live" : "offline",
  since: Date.now(),
});

/** The connection of this window; `followConnection` keeps it up to date. */
export const connection = { snapshot: store.snapshot, subscribe: store.subscribe };

/**
 * True while there is reason to begin with what this device keeps instead of waiting for the server: no network, or the last
 * that was known of the connection is that it was lost.
 */
export function isServerDoubtful(): boolean {
  return wasLost || store.snapshot().state !== "live" || !navigator.onLine;
}

type Client = Pick<ConvexReactClient, "connectionState" | "subscribeToConnectionState">;

/** Keeps `connection` up to date with a client, and looks for a lost server, until the returned function is called. */
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
    // The client does not tell that it stopped its socket, as it does while it gets another token for a refused one.
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
 * The client waits longer after every failed attempt, up to 24 s. It does listen for the browser's "online" event, so an
 * answering server is announced as one. Nothing is asked without a network, or for a page that nobody looks at.
 */
async function announceReachableServer(): Promise<void> {
  if (!navigator.onLine || document.hidden) return;
  const sentAt = Date.now();
  if (!(await isServerThere()) || store.snapshot().state === "live") return;
  // To open a socket takes a few times as long as one answer.
  giveUpOpening(1000 + 4 * (Date.now() - sentAt));
  window.dispatchEvent(new Event("online"));
}
