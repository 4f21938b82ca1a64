import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useCovered } from "../../../src/hooks/use-covered.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

type Props = { value: string | undefined; isCovered: boolean };

function show(first: Props) {
  const { result, rerender } = renderHook(
    (props: Props) => useCovered(props.value, props.isCovered),
    {
      initialProps: first,
    },
  );
  return { seen: () => result.current, rerender };
}

const pass = (ms: number): void =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

test("what is covered follows a moment later, several changes at once, and each time anew [GEN-03]", () => {
  const { seen, rerender } = show({ value: "a", isCovered: true });

  rerender({ value: "b", isCovered: true });
  pass(299);
  rerender({ value: "c", isCovered: true });
  expect(seen()).toBe("a");

  // Continuing changes do not delay the update.
  pass(1);
  expect(seen()).toBe("c");

  rerender({ value: "d", isCovered: true });
  expect(seen()).toBe("c");
  pass(300);
  expect(seen()).toBe("d");
});

test("what is not covered is up to date at once, also when the cover goes [GEN-03]", () => {
  const { seen, rerender } = show({ value: "a", isCovered: false });
  rerender({ value: "b", isCovered: false });
  expect(seen()).toBe("b");

  rerender({ value: "c", isCovered: true });
  expect(seen()).toBe("b");
  rerender({ value: "c", isCovered: false });
  expect(seen()).toBe("c");
});

test("the first answer shows at once below a cover [GEN-03]", () => {
  const { seen, rerender } = show({ value: undefined, isCovered: true });
  rerender({ value: "a", isCovered: true });
  expect(seen()).toBe("a");
});
