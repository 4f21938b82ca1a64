import { expect, test } from "vitest";
import { lineOf, wrongsOf } from "./parts.ts";

const result = { what: "10 pages", figures: null };
const page = { name: "a page takes", unit: "kB", below: 100 };
const lost = { name: "lost", exactly: 0 };

test("figures within their bounds are shown beside them, and are no fault", () => {
  const well = {
    ...result,
    bounds: [
      { ...page, is: 18 },
      { ...lost, is: 0 },
    ],
  };

  expect(lineOf(well)).toBe("10 pages: a page takes 18 kB (below 100), lost 0 (exactly 0)");
  expect(wrongsOf(well)).toEqual([]);
});

test.each([
  { what: "reaches", bounds: [{ ...page, is: 100 }], wrong: "a page takes 100 kB (below 100)" },
  { what: "is beside", bounds: [{ ...lost, is: 1 }], wrong: "lost 1 (exactly 0)" },
  {
    what: "cannot be told within",
    bounds: [{ ...page, is: NaN }],
    wrong: "a page takes NaN kB (below 100)",
  },
])("a figure that $what its bound is a fault", ({ bounds, wrong }) => {
  expect(wrongsOf({ ...result, bounds })).toEqual([`10 pages: ${wrong}`]);
});

test("what no number says is a fault as well", () => {
  expect(wrongsOf({ ...result, bounds: [], wrongs: ["The host has ended."] })).toEqual([
    "The host has ended.",
  ]);
});
