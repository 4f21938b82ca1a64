import { useConvexConnectionState } from "convex/react";
import { useEffect, useState } from "react";

/** A connection that is back within this time is not worth a word. */
const CALM_MS = 1000;

/** The interval at which a lost server is looked for. */
const PROBE_MS = 1000;

/** True while the live connection is down for longer than a blink; the connection comes back by itself. */
export function useConnectionLost(): boolean {
  const { isWebSocketConnected } = useConvexConnectionState();
  const [lost, setLost] = useState(false);

  useEffect(() => {
    if (isWebSocketConnected) return;
    const timer = setTimeout(() => setLost(true), CALM_MS);
    return () => {
      clearTimeout(timer);
      setLost(false);
    };
  }, [isWebSocketConnected]);

  useEffect(() => {
    if (!lost) return;
    const timer = setInterval(() => void announceReachableServer(), PROBE_MS);
    return () => clearInterval(timer);
  }, [lost]);

  return lost && !isWebSocketConnected;
}

/**
 * The client waits longer after every failed attempt, up to 24 s. It does listen for the browser's
 * "online" event, so an answering server is announced as one.
 */
async function announceReachableServer(): Promise<void> {
  const response = await fetch("/", { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (response?.ok === true) window.dispatchEvent(new Event("online"));
}
