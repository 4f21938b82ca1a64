import { parseSearchWith } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { analyticsSearch } from "../../../src/features/analytics/analytics-search.ts";
import { auditSearch } from "../../../src/features/audit/audit-search.ts";
import { boardSearch } from "../../../src/features/board/contents/board-search.ts";
import { compareSearch } from "../../../src/features/compare/compare-search.ts";
import { cameraSearch } from "../../../src/features/photos/camera/camera-search.ts";
import { wallSearch } from "../../../src/features/photo-wall/wall-search.ts";
import { reportsSearch } from "../../../src/features/reports/run/reports-search.ts";
import { timesheetSearch } from "../../../src/features/time/week/timesheet-search.ts";
import { trashSearch } from "../../../src/features/trash/trash-search.ts";
import { unitsSearch } from "../../../src/features/units/units-search.ts";
import { addressValue } from "../../../src/lib/address-value.ts";
import {
  anyText,
  day,
  listOf,
  number,
  objectOf,
  oneOf,
  orNull,
  recordOf,
  searchOf,
  text,
} from "../../../src/lib/shape.ts";

test("a value is read as it is, and one of another shape is none", () => {
  expect([text("a"), text(1), text(null)]).toEqual(["a", undefined, undefined]);
  expect([number(0), number("0"), number(Number.NaN)]).toEqual([0, undefined, undefined]);
  expect([anyText("a"), anyText(555), anyText(undefined), anyText({})]).toEqual([
    ...["a", "555", undefined, undefined],
  ]);
  expect([orNull(text)(null), orNull(text)(1)]).toEqual([null, undefined]);
});

test("a day is a day of the calendar", () => {
  expect([day("2028-02-29"), day("2026-12-31")]).toEqual(["2028-02-29", "2026-12-31"]);
  for (const none of ["2026-02-29", "2026-13-01", "2026-1-1", "2026-01-01T00:00", "", 20_260_101])
    expect(day(none)).toBeUndefined();
});

test("a list, a record and an object are whole or none", () => {
  expect([listOf(text)(["a", "b"]), listOf(text)(["a", 1]), listOf(text)("a")]).toEqual([
    ...[["a", "b"], undefined, undefined],
  ]);
  expect([recordOf(number)({ a: 1 }), recordOf(number)({ a: "1" }), recordOf(number)([1])]).toEqual(
    [{ a: 1 }, undefined, undefined],
  );
  const visit = objectOf({ seenAt: number }, { awaySince: number });
  expect(visit({ seenAt: 1, awaySince: 2, other: 3 })).toEqual({ seenAt: 1, awaySince: 2 });
  expect(visit({ seenAt: 1 })).toEqual({ seenAt: 1 });
  for (const none of [{}, { seenAt: 1, awaySince: "2" }, null, []])
    expect(visit(none)).toBeUndefined();
});

test("a parameter of an address that is not of its shape is undefined, and stands in the place of what the address has", () => {
  const search = searchOf({ q: text, risk: oneOf(["late", "done"]), fold: listOf(text) });
  expect(search({ q: "a", risk: "late", fold: ["b"], other: 1 })).toEqual({
    ...{ q: "a", risk: "late", fold: ["b"] },
  });
  expect(search({ q: 5, risk: "soon" })).toStrictEqual({ q: undefined, risk: undefined });
  expect(search.names).toEqual(["q", "risk", "fold"]);
});

/** Parameters that no link contains: malformed, of other types, named like properties of every object, or very long. */
const hostile = [
  ...[
    "%",
    "%E0%A4%A",
    "%00",
    "%22%5Cud800%22",
    "[",
    "{",
    "[]",
    "[[]]",
    "[null]",
    '["a",{}]',
    "{}",
    '""',
  ],
  ...[
    '{"__proto__":{"isAdmin":true}}',
    '{"length":-1}',
    '{"toString":1}',
    "__proto__",
    "constructor",
  ],
  ...["null", "true", "1e999", "-0", "NaN", "12345678901234567890", "2026-02-30", "9999999-01-01"],
  ...["a".repeat(100_000), "[".repeat(10_000), "%F0%9F%98%80"],
];
const parse = parseSearchWith(addressValue);
const searches = {
  ...{ analyticsSearch, auditSearch, boardSearch, cameraSearch, compareSearch, reportsSearch },
  ...{ timesheetSearch, trashSearch, unitsSearch, wallSearch },
};

test.each(Object.entries(searches))(
  "no address makes %s fail, or has more than its parameters, each plain and read the same again",
  (_, search) => {
    const plain = (value: unknown): boolean =>
      ["string", "number", "boolean", "undefined"].includes(typeof value) ||
      (Array.isArray(value) && value.every((each) => typeof each === "string"));
    for (const value of hostile)
      for (const name of [...search.names, "__proto__", "constructor", "toString"]) {
        const read: Record<string, unknown> = search(parse(`?${name}=${value}&other=1`));
        expect(Object.keys(read).every((each) => search.names.includes(each))).toBe(true);
        expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
        expect(Object.values(read).every(plain)).toBe(true);
        expect(search(read)).toEqual(read);
      }
    expect(Reflect.has({}, "isAdmin")).toBe(false);
  },
);
