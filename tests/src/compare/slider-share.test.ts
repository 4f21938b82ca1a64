import { expect, test } from "vitest";
import { shareAfterKey, shareAt } from "../../../src/features/compare/slider-share.ts";

test("arrow keys move the line of a slider, with Shift further, and never past its ends [COMPARE-01]", () => {
  const moved: [string, boolean, number | null][] = [
    ["ArrowRight", false, 52],
    ["ArrowUp", false, 52],
    ["ArrowLeft", false, 48],
    ["ArrowDown", false, 48],
    ["ArrowRight", true, 60],
    ["ArrowLeft", true, 40],
    ["PageUp", false, 60],
    ["PageDown", false, 40],
    ["Home", false, 0],
    ["End", false, 100],
    ["a", false, null],
  ];
  for (const [key, isShift, share] of moved)
    expect([key, shareAfterKey(50, key, isShift)]).toEqual([key, share]);
  expect(shareAfterKey(99, "ArrowRight", false)).toBe(100);
  expect(shareAfterKey(1, "ArrowLeft", true)).toBe(0);
});

test("the line follows a finger within the photos [COMPARE-01]", () => {
  const box = { left: 100, width: 400 };

  expect([100, 200, 500].map((x) => shareAt(x, box))).toEqual([0, 25, 100]);
  expect([0, 900].map((x) => shareAt(x, box))).toEqual([0, 100]);
  expect(shareAt(50, { left: 0, width: 0 })).toBe(50);
});
