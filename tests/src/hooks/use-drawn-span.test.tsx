import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Span, useDrawnSpan } from "../../../src/hooks/use-drawn-span.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["requestAnimationFrame", "cancelAnimationFrame", "performance"] });
});

afterEach(() => {
  vi.useRealTimers();
});

function drawn(wanted: Span, seen: Span) {
  return renderHook((at: { wanted: Span; seen: Span }) => useDrawnSpan(at.wanted, at.seen), {
    initialProps: { wanted, seen },
  });
}

function frame(): void {
  act(() => {
    vi.advanceTimersToNextFrame();
  });
}

test("what is seen is drawn at once, and what is near it a few items a frame", () => {
  const { result } = drawn({ from: 0, to: 32 }, { from: 0, to: 16 });
  const counts = [result.current.to];
  for (let at = 0; at < 20; at++) {
    frame();
    counts.push(result.current.to);
  }
  expect(counts[0]).toBeGreaterThanOrEqual(16);
  expect(counts.at(-1)).toBe(32);
  const steps = counts.map((count, at) => count - (counts[at - 1] ?? 16));
  expect(Math.max(...steps)).toBeLessThanOrEqual(4);
});

test("a list that scrolls draws what comes into the window and drops what is far", () => {
  const { result, rerender } = drawn({ from: 0, to: 24 }, { from: 0, to: 12 });
  rerender({ wanted: { from: 8, to: 40 }, seen: { from: 12, to: 28 } });
  expect(result.current.from).toBe(8);
  expect(result.current.to).toBeGreaterThanOrEqual(28);
  expect(result.current.to).toBeLessThan(40);
});

test("after a jump nothing of what was passed over is drawn", () => {
  const { result, rerender } = drawn({ from: 0, to: 24 }, { from: 0, to: 12 });
  rerender({ wanted: { from: 488, to: 520 }, seen: { from: 496, to: 512 } });
  expect(result.current.from).toBeGreaterThan(488);
  expect(result.current.to).toBeLessThan(520);
  for (let at = 0; at < 20; at++) frame();
  expect(result.current).toEqual({ from: 488, to: 520 });
});
