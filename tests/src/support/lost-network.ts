import { act } from "@testing-library/react";
import { vi } from "vitest";
import { followConnection } from "../../../src/lib/connection/connection.ts";

/** The network of this window, in the hands of a test; `vi.restoreAllMocks` and `vi.unstubAllGlobals` end the rest of it. */
export function stubNetwork(): { lose: () => void; restore: () => void; end: () => void } {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  let isConnected = true;
  let tell = () => {};
  const end = followConnection({
    connectionState: () => ({ isWebSocketConnected: isConnected }) as never,
    subscribeToConnectionState: (listener) => {
      tell = () => listener({} as never);
      return () => undefined;
    },
  });
  const set = (connected: boolean) => {
    isConnected = connected;
    act(tell);
  };
  const lose = () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    set(false);
  };
  return { lose, restore: () => set(true), end };
}
