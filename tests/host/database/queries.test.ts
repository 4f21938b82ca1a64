import { defineSchema, defineTable } from "convex/server";
import { compareValues, convexToJson, jsonToConvex, v, type Value } from "convex/values";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Database, KeyRange, ReadTransaction } from "../../../host/database/types.ts";
import { undefinedJson } from "../../../host/values/encoded.ts";
import type { Json } from "../../../host/values/json.ts";
import { afterKey, afterPrefix, orderKey } from "../../../host/values/order-key.ts";
import { anyValue } from "../values/arbitrary-values.ts";
import {
  collect,
  commit,
  exportSchema,
  freshDatabase,
  get,
  mutate,
  range,
  read,
  scan,
} from "./fixture.ts";

const schema = exportSchema(
  defineSchema({
    items: defineTable({ a: v.optional(v.any()), b: v.optional(v.any()), in: v.optional(v.any()) })
      .index("by_a", ["a"])
      .index("by_a_b", ["a", "b"])
      .index("by_in_deep", ["in.deep"]),
  }),
);

function itemsDatabase(): Database {
  const database = freshDatabase();
  database.applySchema(schema);
  return database;
}

async function withItems(items: Record<string, Json>[]): Promise<Database> {
  const database = itemsDatabase();
  await mutate(database, (tx) => items.forEach((item) => tx.insert("items", item)));
  return database;
}

const labels = (tx: ReadTransaction, query: Parameters<typeof collect>[1], field = "a") =>
  collect(tx, query).map((item) => item[field]);

const smallValue: fc.Arbitrary<Value> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<Value[]>(null, 1, 2, 1n, "a", "b", "a\0", true, []) },
  { weight: 1, arbitrary: anyValue },
);
const maybe = fc.option(smallValue, { nil: undefined, freq: 5 });
const toJson = (value: Value | undefined): Json =>
  value === undefined ? undefinedJson : convexToJson(value);

test("[Q1] an index range gives exactly the documents between its bounds, in index order", async () => {
  const bound = fc.option(fc.record({ closed: fc.boolean(), value: maybe }), { nil: null });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(maybe, maybe), { maxLength: 8 }),
      maybe,
      bound,
      bound,
      fc.boolean(),
      async (rows, a, low, high, flip) => {
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
      },
    ),
    { numRuns: 60 },
  );
});

test("[Q1] rows that share all fields come in the order of their creation", async () => {
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

test("[Q1] one open bound leaves other types in, and missing is not null", async () => {
  const database = await withItems([{ a: 3 }, { a: "x" }, { a: null }, {}, { a: 9 }]);
  read(database, (tx) => {
    expect(labels(tx, range("items.by_a", [["Gt", "a", 3]]))).toEqual([9, "x"]);
    expect(labels(tx, range("items.by_a", [["Lt", "a", 3]]))).toEqual([undefined, null]);
    expect(labels(tx, range("items.by_a", [["Eq", "a", undefinedJson]]))).toEqual([undefined]);
    expect(labels(tx, range("items.by_a", [["Eq", "a", null]]))).toEqual([null]);
  });
});

test("[Q1] built-in indexes, creation time and nested fields can be asked for", async () => {
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

test("[Q2] equalities may come in any order", async () => {
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
])("[Q2] refused: %s", async (_name, bounds, message) => {
  const database = await withItems([]);
  read(database, (tx) =>
    expect(() => tx.queryStream(range("items.by_a_b", bounds))).toThrow(message),
  );
});

test("[Q2] a missing index is an error, a missing table is empty", () => {
  const database = itemsDatabase();
  read(database, (tx) => {
    expect(() => tx.queryStream(range("items.by_c"))).toThrow("Index items.by_c not found.");
    expect(collect(tx, range("nowhere.by_c"))).toEqual([]);
    expect(collect(tx, scan("nowhere"))).toEqual([]);
    expect(tx.count("nowhere")).toBe(0);
    expect(() =>
      tx.queryStream({ source: { type: "Search", indexName: "items.s" }, operators: [] }),
    ).toThrow("does not support text search");
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
])("[Q3] filter: %s", async (_name, filter, expected) => {
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
])("[Q3] filter fails: %s", async (_name, filter, message) => {
  const database = await withItems([{ a: 1 }]);
  read(database, (tx) => expect(() => collect(tx, scan("items", [{ filter }]))).toThrow(message));
});

test("[Q3] operators apply in their order", async () => {
  const database = await withItems([1, 2, 3, 4, 5, 6].map((a) => ({ a })));
  const even = { filter: { $eq: [{ $mod: [field("a"), { $literal: 2 }] }, { $literal: 0 }] } };
  read(database, (tx) => {
    expect(labels(tx, scan("items", [even, { limit: 2 }]))).toEqual([2, 4]);
    expect(labels(tx, scan("items", [{ limit: 3 }, even]))).toEqual([2]);
    expect(labels(tx, scan("items", [{ limit: 0 }]))).toEqual([]);
  });
});

function keysOf(database: Database, ids: string[]): string[] {
  return read(database, (tx) => ids.map((id) => orderKey(get(tx, id)!["a"]!)));
}

test("[Q4] the read set is what was consumed, not the whole range", async () => {
  const database = itemsDatabase();
  const ids = await mutate(database, (tx) => [1, 2, 3, 4].map((a) => tx.insert("items", { a })));
  const keys = keysOf(database, ids);
  const byA = (operators: Json[], order: "asc" | "desc" = "asc") =>
    range("items.by_a", [["Gte", "a", 1]], { operators, order });
  const rangeOf = (query: Parameters<typeof collect>[1], take?: number): KeyRange => {
    return read(database, (tx) => {
      const stream = tx.queryStream(query);
      for (let at = 0; at < (take ?? 100); at++) if (tx.queryStreamNext(stream).done) break;
      expect(tx.reads.ranges).toHaveLength(1);
      return { ...tx.reads.ranges[0]! };
    });
  };
  const all = rangeOf(byA([]));
  expect(all).toMatchObject({ lower: keys[0], upper: afterPrefix("") });
  const taken = rangeOf(byA([{ limit: 2 }]));
  expect(taken.lower).toBe(keys[0]);
  expect(taken.upper! > keys[1]! && taken.upper! < keys[2]!).toBe(true);
  expect(rangeOf(byA([]), 2)).toEqual(taken);
  const last = rangeOf(byA([{ limit: 1 }], "desc"));
  expect(last.upper).toBe(afterPrefix(""));
  expect(last.lower.startsWith(keys[3]!)).toBe(true);
  const tooMany = rangeOf(byA([{ limit: 9 }]));
  expect(tooMany).toEqual(all);
});

test("[Q4] a filter that drops rows still reads them; nothing asked is nothing read", async () => {
  const database = await withItems([1, 2, 3, 4].map((a) => ({ a })));
  read(database, (tx) => {
    const third = { filter: { $eq: [field("a"), { $literal: 3 }] } };
    expect(labels(tx, range("items.by_a", [], { operators: [third, { limit: 1 }] }))).toEqual([3]);
    expect(tx.metrics().documentsRead.used).toBe(3);
    tx.queryStream(scan("items"));
    collect(tx, scan("items", [{ limit: 0 }]));
    expect(tx.reads.ranges).toHaveLength(1);
  });
});

test("[Q4] looks for documents and tables that do not exist are read too", async () => {
  const database = itemsDatabase();
  const gone = await mutate(database, (tx) => tx.insert("items", {}));
  await mutate(database, (tx) => tx.remove({ id: gone }));
  const flushes: string[][] = [];
  database.onCommit(({ writes }) =>
    flushes.push(writes.flatMap(({ after }) => after.map(({ index, key }) => `${index}:${key}`))),
  );
  const reads = read(database, (tx) => {
    expect(get(tx, gone)).toBeNull();
    expect(collect(tx, range("later.by_x"))).toEqual([]);
    return { documents: [...tx.reads.documents], ranges: [...tx.reads.ranges] };
  });
  expect(reads.documents).toEqual([gone]);
  await mutate(database, (tx) => tx.insert("later", {}));
  const [missing] = reads.ranges;
  const written = flushes.flat().find((text) => text.startsWith(`${missing!.index}:`))!;
  const key = written.slice(String(missing!.index).length + 1);
  expect(key >= missing!.lower && key < missing!.upper!).toBe(true);
  expect(missing!.upper).toBe(afterKey(missing!.lower));
});

test("[Q5] a stream shows the state at its first row, however the mutation goes on", async () => {
  const database = await withItems([1, 2, 3].map((a) => ({ a })));
  const seen = await mutate(database, (tx) => {
    const stream = tx.queryStream(range("items.by_a", [["Gt", "a", 0]]));
    const values: unknown[] = [];
    for (let next = tx.queryStreamNext(stream); !next.done; next = tx.queryStreamNext(stream)) {
      const item = JSON.parse(next.value!) as { _id: string; a: number };
      values.push(item.a);
      tx.patch({ id: item._id, value: { a: item.a + 10 } });
      tx.insert("items", { a: item.a + 0.5 });
    }
    return [values, labels(tx, range("items.by_a"))];
  });
  expect(seen[0]).toEqual([1, 2, 3]);
  expect(seen[1]).toEqual([1.5, 2.5, 3.5, 11, 12, 13]);
});

test("[Q5] a mutation reads over disk, pending commits and its own layers as over one state", async () => {
  const change = fc.record({
    do: fc.constantFrom("insert", "patch", "remove", "commit", "flush", "enter", "keep", "discard"),
    pick: fc.nat(20),
    a: fc.nat(3),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 30 }), async (changes) => {
      const database = itemsDatabase();
      let model = new Map<string, number>();
      const saved: Map<string, number>[] = [];
      let tx = database.begin({ nowMs: 1 });
      for (const { do: what, pick, a } of changes) {
        const id = [...model.keys()][pick % Math.max(model.size, 1)];
        if (what === "insert") model.set(tx.insert("items", { a }), a);
        else if (what === "patch" && id !== undefined) {
          tx.patch({ id, value: { a } });
          model.set(id, a);
        } else if (what === "remove" && id !== undefined) {
          tx.remove({ id });
          model.delete(id);
        } else if (what === "enter") {
          tx.enterNested();
          saved.push(new Map(model));
        } else if ((what === "keep" || what === "discard") && saved.length > 0) {
          tx.leaveNested(what);
          const before = saved.pop()!;
          if (what === "discard") model = before;
        } else if ((what === "commit" || what === "flush") && saved.length === 0) {
          const flushed = database.commit(tx);
          tx = database.begin({ nowMs: 1 });
          if (what === "flush") await flushed;
        }
        const expected = [...model].sort((l, r) => l[1] - r[1]).map(([, value]) => value);
        expect(labels(tx, range("items.by_a"))).toEqual(expected);
        expect(labels(tx, range("items.by_a", [], { order: "desc" }))).toEqual(
          [...expected].reverse(),
        );
        expect(tx.count("items")).toBe(model.size);
        for (const key of model.keys()) expect(get(tx, key)?.["a"]).toBe(model.get(key));
      }
      database.rollback(tx);
      database.close();
    }),
    { numRuns: 60 },
  );
});

test("[Q5] long walks fetch in batches and miss nothing", async () => {
  const database = itemsDatabase();
  await mutate(database, (tx) => {
    for (let a = 0; a < 1_500; a += 2) tx.insert("items", { a });
  });
  const [found] = commit(database, (tx) => {
    for (let a = 1; a < 1_500; a += 2) tx.insert("items", { a });
    return [
      labels(tx, range("items.by_a")),
      labels(tx, range("items.by_a", [], { order: "desc" })),
    ];
  });
  const all = Array.from({ length: 1_500 }, (_, at) => at);
  expect(found).toEqual([all, [...all].reverse()]);
});
