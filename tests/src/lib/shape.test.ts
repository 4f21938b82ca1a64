import { expect, test } from "vitest";
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
