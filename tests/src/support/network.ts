import { act } from "@testing-library/react";
import { vi } from "vitest";
import { followConnection } from "../../../src/lib/connection/connection.ts";

let stop = () => undefined as void;

/** Turns the network of the page off or on. A test that uses it ends with `restoreNetwork`. */
export function turnNetwork(isOn: boolean): void {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOn);
  stop();
  act(() => {
    stop = followConnection({
      connectionState: () => ({ isWebSocketConnected: isOn }) as never,
      subscribeToConnectionState: () => () => undefined,
    });
  });
}

export function restoreNetwork(): void {
  turnNetwork(true);
  stop();
  vi.restoreAllMocks();
}
