import { expect, test } from "vitest";
import type { Json } from "../../src/values/json.ts";
import { afterKey, afterPrefix, orderKey } from "../../src/values/order-key.ts";
import { collect, get, mutate, range, read, scan } from "./fixture.ts";
import { itemsDatabase, labels, withItems } from "./items.ts";
import type { KeyRange } from "../../src/database/reads/read-set.ts";
import type { Database } from "../../src/database/database.ts";

/** The keys of the items in the index by_a. */
function keysOf(database: Database, ids: string[]): string[] {
  return read(database, (tx) =>
    ids.map((id) => {
      const item = get(tx, id)!;
      return [item["a"], item._creationTime, id].map(orderKey).join("");
    }),
  );
}

test("the read set is what was consumed, not the whole range [Q4]", async () => {
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
  expect(all).toMatchObject({ lower: orderKey(1), upper: afterPrefix("") });
  const taken = rangeOf(byA([{ limit: 2 }]));
  expect(taken.lower).toBe(orderKey(1));
  expect(taken.upper).toBe(afterKey(keys[1]!));
  expect(rangeOf(byA([]), 2)).toEqual(taken);
  const last = rangeOf(byA([{ limit: 1 }], "desc"));
  expect(last.upper).toBe(afterPrefix(""));
  expect(last.lower).toBe(keys[3]);
  const tooMany = rangeOf(byA([{ limit: 9 }]));
  expect(tooMany).toEqual(all);
});

test("a filter that drops rows still reads them; nothing asked is nothing read [Q4]", async () => {
  const database = await withItems([1, 2, 3, 4].map((a) => ({ a })));
  read(database, (tx) => {
    const third = { filter: { $eq: [{ $field: "a" }, { $literal: 3 }] } };
    expect(labels(tx, range("items.by_a", [], { operators: [third, { limit: 1 }] }))).toEqual([3]);
    expect(tx.metrics().documentsRead.used).toBe(3);
    tx.queryStream(scan("items"));
    collect(tx, scan("items", [{ limit: 0 }]));
    expect(tx.reads.ranges).toHaveLength(1);
  });
});

test("looks for documents and tables that do not exist are read too [Q4]", async () => {
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
