import { convexToJson } from "convex/values";
import { expect, test } from "vitest";
import { undefinedJson } from "../../src/values/encoded.ts";
import type { Json } from "../../src/values/json.ts";
import { collect, read, scan } from "./fixture.ts";
import { labels, withItems } from "./items.ts";

const field = (name: string) => ({ $field: name });
test.each<[string, Json, unknown[]]>([
  ["equality by type", { $eq: [field("a"), { $literal: 1 }] }, [1]],
  ["inequality", { $neq: [field("a"), { $literal: 1 }] }, [2, "x", undefined]],
  ["order across types", { $gt: [field("a"), { $literal: 1 }] }, [2, "x"]],
  ["undefined is a value", { $lt: [field("a"), { $literal: null }] }, [undefined]],
  [
    "missing steps are undefined",
    { $eq: [field("a.b.c"), { $literal: undefinedJson }] },
    [1, 2, "x", undefined],
  ],
  [
    "arithmetic",
    {
      $eq: [
        { $mod: [{ $add: [{ $literal: 5 }, { $literal: 2 }] }, { $literal: 4 }] },
        { $literal: 3 },
      ],
    },
    [1, 2, "x", undefined],
  ],
  [
    "integers",
    {
      $eq: [
        { $neg: { $literal: convexToJson(5n) } },
        { $sub: [{ $literal: convexToJson(1n) }, { $literal: convexToJson(6n) }] },
      ],
    },
    [1, 2, "x", undefined],
  ],
  [
    "and, or, not",
    {
      $and: [
        { $or: [{ $eq: [field("a"), { $literal: 1 }] }, { $eq: [field("a"), { $literal: 2 }] }] },
        { $not: { $eq: [field("a"), { $literal: 2 }] } },
      ],
    },
    [1],
  ],
  ["nothing to and", { $and: [] }, [1, 2, "x", undefined]],
  ["nothing to or", { $or: [] }, []],
  ["or stops early", { $or: [{ $literal: true }, { $literal: 1 }] }, [1, 2, "x", undefined]],
])("filter: %s [Q3]", async (_name, filter, expected) => {
  const database = await withItems([{ a: 1 }, { a: 2 }, { a: "x" }, {}]);
  read(database, (tx) => expect(labels(tx, scan("items", [{ filter }]))).toEqual(expected));
});

test.each<[string, Json, string]>([
  [
    "mixed kinds",
    { $add: [{ $literal: 1 }, { $literal: convexToJson(1n) }] },
    "Cannot add 1.0 (type Float64) and 1 (type Int64)",
  ],
  [
    "text",
    { $mul: [{ $literal: "a" }, { $literal: "b" }] },
    'Cannot multiply "a" (type String) and "b" (type String)',
  ],
  [
    "overflow",
    { $add: [{ $literal: convexToJson(2n ** 63n - 1n) }, { $literal: convexToJson(1n) }] },
    "Integer overflow",
  ],
  [
    "division by zero",
    { $div: [{ $literal: convexToJson(1n) }, { $literal: convexToJson(0n) }] },
    "division by zero",
  ],
  [
    "remainder by zero",
    { $mod: [{ $literal: convexToJson(1n) }, { $literal: convexToJson(0n) }] },
    "division by zero",
  ],
  ["a number as the result", { $literal: 1 }, "Expected a boolean"],
  ["a missing field as the result", { $field: "nope" }, "Expected a boolean"],
  ["a number in and", { $and: [{ $literal: 1 }] }, "Expected a boolean"],
  ["negated text", { $neg: { $literal: "a" } }, "Cannot negate"],
  ["nonsense", { $foo: 1 }, "Invalid filter expression"],
  ["half a pair", { $eq: [{ $literal: 1 }] }, "Invalid filter expression"],
])("filter fails: %s [Q3]", async (_name, filter, message) => {
  const database = await withItems([{ a: 1 }]);
  read(database, (tx) => expect(() => collect(tx, scan("items", [{ filter }]))).toThrow(message));
});

test("operators apply in their order [Q3]", async () => {
  const database = await withItems([1, 2, 3, 4, 5, 6].map((a) => ({ a })));
  const even = { filter: { $eq: [{ $mod: [field("a"), { $literal: 2 }] }, { $literal: 0 }] } };
  read(database, (tx) => {
    expect(labels(tx, scan("items", [even, { limit: 2 }]))).toEqual([2, 4]);
    expect(labels(tx, scan("items", [{ limit: 3 }, even]))).toEqual([2]);
    expect(labels(tx, scan("items", [{ limit: 0 }]))).toEqual([]);
  });
});
