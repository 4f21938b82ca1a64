import { cleanup, fireEvent, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useActivity } from "../../../src/features/session/use-activity.ts";
import { ofServer } from "../support/of-server.ts";

const minute = 60_000;

let asked = 0;
beforeEach(() => {
  asked = 0;
  vi.useFakeTimers({ toFake: ["Date"], now: 0 });
  vi.stubGlobal("fetch", () => {
    asked += 1;
    return Promise.resolve(ofServer(Response.json({ id: "user" })));
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pressKey = () => fireEvent.keyDown(document.body, { key: "a" });

function touchAt(ms: number, touch: () => unknown = pressKey): number {
  vi.setSystemTime(ms);
  touch();
  return asked;
}

test("a page says every five minutes at most that somebody uses it, and nothing while nobody does [OP-06]", () => {
  renderHook(() => useActivity(true));

  expect(touchAt(minute)).toBe(0);
  expect(touchAt(5 * minute, () => undefined)).toBe(0);
  expect(touchAt(5 * minute)).toBe(1);
  expect(touchAt(9 * minute)).toBe(1);
  expect(touchAt(60 * minute, () => fireEvent.pointerDown(document.body))).toBe(2);
});

test("a page that nobody is signed in to says nothing [OP-06]", () => {
  const { rerender } = renderHook(({ is }) => useActivity(is), { initialProps: { is: true } });
  rerender({ is: false });

  expect(touchAt(60 * minute)).toBe(0);
});
