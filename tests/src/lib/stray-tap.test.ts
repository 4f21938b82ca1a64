import { expect, test } from "vitest";
import { isStrayTap } from "../../../src/lib/stray-tap.ts";

/** A tap at this time in ms and this height; the times of the tests are far from each other. */
const tapAt = (timeStamp: number, clientY = 100, detail = 1) => ({
  ...{ timeStamp, detail, clientX: 20, clientY },
});

test("the second half of a double tap counts for its own task alone [MYDAY-02] [DETAIL-05]", () => {
  expect(isStrayTap("a", tapAt(1000))).toBe(false);
  expect(isStrayTap("b", tapAt(1200, 110))).toBe(true);
  expect(isStrayTap("a", tapAt(1300))).toBe(false);
});

test("a tap elsewhere, a tap after the time of a double tap and a key count at once [MYDAY-02]", () => {
  expect(isStrayTap("a", tapAt(5000))).toBe(false);
  expect(isStrayTap("b", tapAt(5100, 148))).toBe(false);
  expect(isStrayTap("c", tapAt(5450, 148))).toBe(false);
  expect(isStrayTap("d", tapAt(5460, 148, 0))).toBe(false);
  expect(isStrayTap("e", { timeStamp: 5470, detail: 1, clientX: 0, clientY: 0 })).toBe(false);
});

test("where each tap is a step, the second half of a double tap is none, and a later tap is [BOARD-04]", () => {
  const oneStep = { oneStep: true };
  expect(isStrayTap("cell", tapAt(20_000), oneStep)).toBe(false);
  expect(isStrayTap("cell", tapAt(20_200), oneStep)).toBe(true);
  expect(isStrayTap("cell", tapAt(20_210, 100, 0), oneStep)).toBe(false);
  expect(isStrayTap("cell", tapAt(20_360), oneStep)).toBe(false);
  expect(isStrayTap("other", tapAt(20_370, 148), oneStep)).toBe(false);
});

test("of many quick taps at one place each later than a double tap counts [MYDAY-02]", () => {
  const taps = [9000, 9200, 9400, 9600, 9800];
  const strays = taps.map((at) => isStrayTap(`task ${String(at)}`, tapAt(at)));
  expect(strays).toEqual([false, true, false, true, false]);
});
