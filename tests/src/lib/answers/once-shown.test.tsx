import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api.js";
import { useAnswered } from "../../../../src/hooks/reads/use-answered.ts";
import { useLiveQuery } from "../../../../src/hooks/reads/use-live-query.ts";
import { LATEST_KEEP_MS, onceShown } from "../../../../src/lib/answers/once-shown.ts";
import { FakeConvex } from "../../../support/fake-convex.tsx";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("what a screen does without begins when all of its answers are painted, also those that it asks for meanwhile", () => {
  let frames: FrameRequestCallback[] = [];
  vi.stubGlobal("requestAnimationFrame", (frame: FrameRequestCallback) => frames.push(frame));
  const paint = () => {
    const due = frames;
    frames = [];
    act(() => due.forEach((frame) => frame(0)));
  };
  const backend = new FakeConvex();
  const { result, rerender } = renderHook(
    ({ asksMore }) => {
      useLiveQuery(api.projects.list, {});
      useLiveQuery(api.people.list, asksMore ? {} : "skip");
      return useAnswered();
    },
    {
      wrapper: ({ children }) => backend.wrap(children),
      initialProps: { asksMore: false },
    },
  );
  paint();
  paint();
  expect(result.current).toBe(false);

  act(() => backend.answer(api.projects.list, {}, []));
  paint();
  rerender({ asksMore: true });
  paint();
  expect(result.current).toBe(false);

  act(() => backend.answer(api.people.list, {}, []));
  paint();
  expect(result.current).toBe(false);
  paint();
  expect(result.current).toBe(true);
});

test("what keeps a person's work begins in time also on a screen whose answers do not come [GEN-03]", () => {
  vi.useFakeTimers();
  const backend = new FakeConvex();
  renderHook(() => useLiveQuery(api.projects.list, {}), {
    wrapper: ({ children }) => backend.wrap(children),
  });
  const begin = vi.fn<() => void>();
  onceShown(begin, LATEST_KEEP_MS);
  vi.advanceTimersByTime(LATEST_KEEP_MS - 1);
  expect(begin).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(begin).toHaveBeenCalledOnce();
});
