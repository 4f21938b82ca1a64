import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { UntilKnown } from "../../../src/components/ui/until-known.tsx";
import { stubNetwork } from "../support/lost-network.ts";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("the shape of an answer stands until the device has looked for it, then a sentence, and the shape again with the network [FIELD-02]", async () => {
  vi.useFakeTimers();
  const network = stubNetwork();
  render(<UntilKnown>shape</UntilKnown>);

  network.lose();
  expect(screen.getByText("shape")).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(500));
  expect(screen.getByText("Not on this device")).toBeVisible();
  expect(screen.queryByText("shape")).toBeNull();

  network.restore();
  expect(screen.getByText("shape")).toBeVisible();
  network.end();
});
