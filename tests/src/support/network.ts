import { act } from "@testing-library/react";
import { vi } from "vitest";
import { followConnection } from "../../../src/lib/connection/connection.ts";

let stop = () => undefined as void;

/** Takes the network away from the page, or brings it back; a test that did it ends with `restoreNetwork`. */
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
