import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { PendingSign } from "../../../src/components/pending-mark.tsx";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test("what a good line confirms within 400 ms draws no sign, and what waits longer does [FIELD-05]", () => {
  vi.useFakeTimers();
  const { unmount } = render(<PendingSign />);
  act(() => void vi.advanceTimersByTime(399));
  expect(screen.queryByTitle("Not sent yet")).toBeNull();
  unmount();

  render(<PendingSign />);
  act(() => void vi.advanceTimersByTime(400));
  expect(screen.getByTitle("Not sent yet").textContent).toBe(", not sent yet");
});
