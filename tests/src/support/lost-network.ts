import { act } from "@testing-library/react";
import { vi } from "vitest";
import { followConnection } from "../../../src/lib/connection/connection.ts";

/**
 * Stubs the network of this window. `vi.restoreAllMocks` and `vi.unstubAllGlobals` undo the stubs that `end` does not.
 */
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
