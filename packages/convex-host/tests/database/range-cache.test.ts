import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { putAroundDisk } from "../../src/database/sqlite/driver.ts";
import { RangeCache, type RangeRead } from "../../src/database/state/range-cache.ts";
import type { Row } from "../../src/database/state/state-view.ts";
import { collect, mutate, range, read, roomsDatabase } from "./fixture.ts";
import { takeOver } from "./stored-file.ts";

let scans = 0;
putAroundDisk((sql, work) => {
  if (sql.includes("i.key >= ?")) scans += 1;
  return work();
});

const floors = (database: Database, house: string) => read(database, (tx) => floorsIn(tx, house));
const floorsIn = (tx: Parameters<typeof collect>[0], house: string) =>
  collect(tx, range("rooms.by_house_and_floor", [["Eq", "house", house]])).map(
    ({ floor }) => floor,
  );

/** Returns the result of the work, and the number of table reads during it. */
function counted<Result>(work: () => Result): { result: Result; scans: number } {
  const before = scans;
  const result = work();
  return { result, scans: scans - before };
}

test("a range is read from the tables once, and again after they have changed [D33]", async () => {
  const database = roomsDatabase();
  await mutate(database, (tx) => tx.insert("rooms", { name: "a", house: "red", floor: 1 }));
  takeOver(database);
  // The first read of a reader also prepares its statements, which must not be counted below.
  expect(floors(database, "green")).toEqual([]);

  expect(counted(() => floors(database, "red"))).toEqual({ result: [1], scans: 1 });
  expect(counted(() => floors(database, "red"))).toEqual({ result: [1], scans: 0 });
  expect(counted(() => floors(database, "blue"))).toEqual({ result: [], scans: 1 });
  await mutate(database, (tx) => tx.insert("rooms", { name: "b", house: "red", floor: 2 }));
  // The new commit is not in the tables yet, so the cached range stays valid.
  expect(counted(() => floors(database, "red"))).toEqual({ result: [1, 2], scans: 0 });
  takeOver(database);
  expect(counted(() => floors(database, "red"))).toEqual({ result: [1, 2], scans: 1 });
});

test("neither a snapshot nor a mutation sees rows of another time in a range that was read before [D33]", async () => {
  const database = roomsDatabase();
  const id = await mutate(database, (tx) =>
    tx.insert("rooms", { name: "a", house: "red", floor: 1 }),
  );
  takeOver(database);
  const earlier = database.snapshot();
  onTestFinished(() => earlier.close());
  expect(floorsIn(earlier.begin({ nowMs: 0 }), "red")).toEqual([1]);

  await mutate(database, (tx) => tx.patch({ id, value: { floor: 2 } }));
  takeOver(database);
  const tx = database.begin({ nowMs: 0 });
  expect(floorsIn(tx, "red")).toEqual([2]);
  tx.patch({ id, value: { floor: 3 } });
  expect(floorsIn(tx, "red")).toEqual([3]);
  database.rollback(tx);

  expect(floorsIn(earlier.begin({ nowMs: 0 }), "red")).toEqual([1]);
  expect(floors(database, "red")).toEqual([2]);
});

const text = fc.string({ unit: fc.constantFrom("\0", " ", "1", "a", "\xff"), maxLength: 6 });
const reading = fc.record({
  index: fc.constantFrom(1, 11).map((id) => ({ id, table: "t", name: "i", fields: [] })),
  lower: text,
  upper: text,
  order: fc.constantFrom("asc" as const, "desc" as const),
  limit: fc.constantFrom(1, 11),
});

test("no two reads share their rows, whatever stands in their keys [D33]", () => {
  fc.assert(
    fc.property(fc.array(reading, { minLength: 2, maxLength: 60 }), (reads: RangeRead[]) => {
      const cache = new RangeCache();
      const kept = new Map<string, readonly Row[]>();
      for (const one of reads) {
        const rows: readonly Row[] = [];
        kept.set(JSON.stringify(one), rows);
        cache.keep(one, rows);
      }
      for (const one of reads) expect(cache.find(one)).toBe(kept.get(JSON.stringify(one)));
    }),
  );
});

test("ranges that were read take a bounded room in memory [D33]", () => {
  const cache = new RangeCache();
  const readOf = (lower: string): RangeRead => ({
    ...{ index: { id: 1, table: "t", name: "i", fields: [] }, lower, upper: "z" },
    ...{ order: "asc", limit: 32 },
  });
  const rowOf = (size: number): Row[] => [{ key: "k", document: { rid: 1, size, json: "{}" } }];
  cache.keep(readOf("large"), rowOf(65 << 10));
  expect(cache.find(readOf("large"))).toBeUndefined();

  const names = Array.from({ length: 300 }, (_, at) => `range ${at}`);
  for (const name of names) cache.keep(readOf(name), rowOf(50 << 10));
  const found = names.filter((name) => cache.find(readOf(name)) !== undefined);
  expect(found.length).toBeLessThanOrEqual(41);
  expect(found).toContain(names.at(-1));

  // The key of a read counts against the cache's size too, even if the read found no rows.
  const long = names.map((name) => name.padEnd(30 << 10, "."));
  for (const name of long) cache.keep(readOf(name), []);
  const kept = long.filter((name) => cache.find(readOf(name)) !== undefined);
  expect(kept.length).toBeLessThanOrEqual(34);
  cache.keep(readOf(".".repeat(40 << 10)), []);
  expect(cache.find(readOf(".".repeat(40 << 10)))).toBeUndefined();
});
