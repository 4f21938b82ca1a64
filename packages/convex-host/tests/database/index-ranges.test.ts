import { compareValues, convexToJson, jsonToConvex, type Value } from "convex/values";
import fc from "fast-check";
import { expect, test } from "vitest";
import { undefinedJson } from "../../src/values/encoded.ts";
import type { Json } from "../../src/values/json.ts";
import { anyValue } from "../values/arbitrary-values.ts";
import { collect, range, read, scan } from "./fixture.ts";
import { itemsDatabase, labels, withItems } from "./items.ts";

const smallValue: fc.Arbitrary<Value> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<Value[]>(null, 1, 2, 1n, "a", "b", "a\0", true, []) },
  { weight: 1, arbitrary: anyValue },
);
const maybe = fc.option(smallValue, { nil: undefined, freq: 5 });
const toJson = (value: Value | undefined): Json =>
  value === undefined ? undefinedJson : convexToJson(value);

test("an index range gives exactly the documents between its bounds, in index order [Q1]", async () => {
  const bound = fc.option(fc.record({ closed: fc.boolean(), value: maybe }), { nil: null });
  const rows = fc.array(fc.tuple(maybe, maybe), { maxLength: 8 });
  const scenario = fc.record({ rows, a: maybe, low: bound, high: bound, flip: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(scenario, async ({ rows, a, low, high, flip }) => {
      const database = await withItems(rows.map(([x, y]) => ({ a: toJson(x), b: toJson(y) })));
      const bounds: [string, string, Json][] = [["Eq", "a", toJson(a)]];
      if (low !== null) bounds.push([low.closed ? "Gte" : "Gt", "b", toJson(low.value)]);
      if (high !== null) bounds.push([high.closed ? "Lte" : "Lt", "b", toJson(high.value)]);
      const found = read(database, (tx) =>
        collect(tx, range("items.by_a_b", bounds, { order: flip ? "desc" : "asc" })),
      );
      const expected = rows
        .map(([x, y], at) => ({ x, y, at }))
        .filter(
          ({ x, y }) =>
            compareValues(x, a) === 0 &&
            (low === null || compareValues(y, low.value) >= (low.closed ? 0 : 1)) &&
            (high === null || compareValues(y, high.value) <= (high.closed ? 0 : -1)),
        )
        .sort((left, right) => compareValues(left.y, right.y) || left.at - right.at);
      if (flip) expected.reverse();
      const show = (value: Json | undefined) =>
        value === undefined ? undefined : jsonToConvex(value);
      expect(found.map((item) => show(item["b"]))).toEqual(expected.map(({ y }) => y));
      database.close();
    }),
    { numRuns: 60 },
  );
});

test("rows that share all fields come in the order of their creation [Q1]", async () => {
  const database = await withItems([
    { a: 1, b: 3 },
    { a: 1, b: 1 },
    { a: 1, b: 2 },
  ]);
  read(database, (tx) => {
    expect(labels(tx, range("items.by_a", [["Eq", "a", 1]]), "b")).toEqual([3, 1, 2]);
    expect(labels(tx, range("items.by_a", [["Eq", "a", 1]], { order: "desc" }), "b")).toEqual([
      2, 1, 3,
    ]);
  });
});

test("one open bound leaves other types in, and missing is not null [Q1]", async () => {
  const database = await withItems([{ a: 3 }, { a: "x" }, { a: null }, {}, { a: 9 }]);
  read(database, (tx) => {
    expect(labels(tx, range("items.by_a", [["Gt", "a", 3]]))).toEqual([9, "x"]);
    expect(labels(tx, range("items.by_a", [["Lt", "a", 3]]))).toEqual([undefined, null]);
    expect(labels(tx, range("items.by_a", [["Eq", "a", undefinedJson]]))).toEqual([undefined]);
    expect(labels(tx, range("items.by_a", [["Eq", "a", null]]))).toEqual([null]);
  });
});

test("built-in indexes, creation time and nested fields can be asked for [Q1]", async () => {
  const database = await withItems([
    { a: 1, in: { deep: 5 } },
    { a: 2, in: { deep: 4 } },
    { a: 3, in: "flat" },
  ]);
  read(database, (tx) => {
    const [first, second] = collect(tx, scan("items"));
    expect(
      labels(tx, range("items.by_creation_time", [["Gt", "_creationTime", first!._creationTime]])),
    ).toEqual([2, 3]);
    expect(labels(tx, range("items.by_id", [["Eq", "_id", second!._id]]))).toEqual([2]);
    expect(
      labels(
        tx,
        range("items.by_a", [
          ["Eq", "a", 1],
          ["Eq", "_creationTime", first!._creationTime],
          ["Eq", "_id", first!._id],
        ]),
      ),
    ).toEqual([1]);
    expect(labels(tx, range("items.by_in_deep"))).toEqual([3, 2, 1]);
    expect(labels(tx, scan("items", [], "desc"))).toEqual([3, 2, 1]);
  });
});

test("equalities may come in any order [Q2]", async () => {
  const database = await withItems([
    { a: 1, b: 2 },
    { a: 2, b: 1 },
  ]);
  read(database, (tx) => {
    expect(
      labels(
        tx,
        range("items.by_a_b", [
          ["Eq", "b", 2],
          ["Eq", "a", 1],
        ]),
      ),
    ).toEqual([1]);
  });
});

test.each<[string, [string, string, Json][], string]>([
  [
    "a foreign field",
    [["Eq", "c", 1]],
    'The index range included a comparison with "c", but items.by_a_b with fields ["a", "b", "_creationTime"] doesn\'t index this field.',
  ],
  [
    "a gap",
    [["Eq", "b", 1]],
    'Tried to query index items.by_a_b but the query didn\'t use the index fields in order.\nIndex fields: ["a", "b", "_creationTime"]\nQuery fields: ["b"]\nFirst incorrect field: "b"',
  ],
  ["an inequality too late", [["Gt", "b", 1]], 'First incorrect field: "b"'],
  [
    "an inequality before an equality",
    [
      ["Gt", "a", 1],
      ["Eq", "b", 1],
    ],
    'First incorrect field: "b"',
  ],
  [
    "two equalities",
    [
      ["Eq", "a", 1],
      ["Eq", "a", 2],
    ],
    'Already defined equality bound in index range. Can\'t add "a" == 2.0.',
  ],
  [
    "two lower bounds",
    [
      ["Gt", "a", 1],
      ["Gte", "a", 2],
    ],
    'Already defined lower bound in index range. Can\'t add "a" >= 2.0.',
  ],
  [
    "two upper bounds",
    [
      ["Lt", "a", 1],
      ["Lte", "a", 2],
    ],
    'Already defined upper bound in index range. Can\'t add "a" <= 2.0.',
  ],
  [
    "equality and bound on a field",
    [
      ["Eq", "a", 1],
      ["Gt", "a", 2],
    ],
    'Already defined inequality bound in index range. Can\'t add "a" == 1.0.',
  ],
  [
    "bounds on two fields",
    [
      ["Gt", "a", 1],
      ["Lt", "b", 2],
    ],
    'This query against index items.by_a_b attempted to set a range bound on both "a" and "b".',
  ],
])("refused: %s [Q2]", async (_name, bounds, message) => {
  const database = await withItems([]);
  read(database, (tx) =>
    expect(() => tx.queryStream(range("items.by_a_b", bounds))).toThrow(message),
  );
});

test("a missing index is an error, a missing table is empty [Q2]", () => {
  const database = itemsDatabase();
  read(database, (tx) => {
    expect(() => tx.queryStream(range("items.by_c"))).toThrow("Index items.by_c not found.");
    expect(collect(tx, range("nowhere.by_c"))).toEqual([]);
    expect(collect(tx, scan("nowhere"))).toEqual([]);
    expect(tx.count("nowhere")).toBe(0);
    expect(() =>
      tx.queryStream(
        scan(
          "items",
          Array.from({ length: 257 }, () => ({ limit: 1 })),
        ),
      ),
    ).toThrow("too many operators");
  });
});
