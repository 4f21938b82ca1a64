import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { UntilKnown } from "../../../src/components/ui/until-known.tsx";
import { followConnection } from "../../../src/lib/connection.ts";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("the shape of an answer stands until the device has looked for it, then a sentence, and the shape again with the network [FIELD-02]", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  let isConnected = true;
  let tell = () => {};
  const unfollow = followConnection({
    connectionState: () => ({ isWebSocketConnected: isConnected }) as never,
    subscribeToConnectionState: (listener) => {
      tell = () => listener({} as never);
      return () => undefined;
    },
  });
  render(<UntilKnown>shape</UntilKnown>);
  const set = (connected: boolean) => {
    isConnected = connected;
    act(tell);
  };

  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  set(false);
  expect(screen.getByText("shape")).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(500));
  expect(screen.getByText("Not on this device")).toBeVisible();
  expect(screen.queryByText("shape")).toBeNull();

  set(true);
  expect(screen.getByText("shape")).toBeVisible();
  unfollow();
});
