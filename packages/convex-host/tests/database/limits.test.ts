import { expect, test } from "vitest";
import { collect, freshDatabase, get, mutate, read, scan } from "./fixture.ts";

test("writes have a limit, with the official words [D22]", () => {
  const database = freshDatabase();
  const many = database.begin({ nowMs: 1 });
  expect(() => {
    for (let at = 0; at <= 16_000; at++) many.insert("things", {});
  }).toThrow("Too many writes in a single function execution (limit: 16000)");
  database.rollback(many);
  const large = database.begin({ nowMs: 1 });
  expect(() => {
    for (let at = 0; at <= 16; at++) large.insert("things", { a: "x".repeat(1_040_000) });
  }).toThrow("Too many bytes written in a single function execution (limit: 16777216 bytes)");
  database.rollback(large);
});

test("scheduling has a limit, with the official words [D22]", () => {
  const database = freshDatabase();
  const tx = database.begin({ nowMs: 1 });
  for (let at = 0; at < 1_000; at++) tx.countScheduled(1);
  expect(tx.metrics().functionsScheduled).toEqual({ used: 1_000, remaining: 0 });
  expect(() => tx.countScheduled(1)).toThrow(
    "Too many functions scheduled by this mutation (limit: 1000)",
  );
  database.rollback(tx);
  const large = database.begin({ nowMs: 1 });
  expect(() => large.countScheduled(17 << 20)).toThrow(
    "Too large total size of the arguments of scheduled functions from this mutation (limit: 16777216 bytes)",
  );
  database.rollback(large);
});

test("what a dropped sub-transaction wrote and scheduled does not count, what it read does [D22]", async () => {
  const database = freshDatabase();
  const id = await mutate(database, (tx) => tx.insert("things", {}));
  const tx = database.begin({ nowMs: 1 });
  tx.insert("things", {});
  const before = tx.metrics();
  tx.enterNested();
  tx.insert("things", {});
  tx.enterNested();
  tx.patch({ id, value: { a: 1 } });
  tx.countScheduled(7);
  tx.leaveNested("keep");
  const inside = tx.metrics();
  tx.leaveNested("discard");

  expect(inside.documentsWritten.used).toBe(3);
  expect(inside.functionsScheduled.used).toBe(1);
  const { documentsRead, bytesRead } = inside;
  expect(tx.metrics()).toEqual({ ...before, documentsRead, bytesRead });
  database.rollback(tx);
});

test("reads have a limit, with the official words [D22]", async () => {
  const database = freshDatabase();
  const ids: string[] = [];
  for (let batch = 0; batch < 3; batch++) {
    await mutate(database, (tx) => {
      for (let at = 0; at < 11_000; at++) ids.push(tx.insert("things", { batch }));
    });
  }
  const help =
    "Consider using smaller limits in your queries, paginating your queries, or using indexed queries with a selective index range expressions.";
  read(database, (tx) => {
    expect(() => collect(tx, scan("things"))).toThrow(
      `Too many documents read in a single function execution (limit: 32000). ${help}`,
    );
  });
  read(database, (tx) => {
    expect(() => {
      for (const id of ids) get(tx, id);
    }).toThrow(`Too many reads in a single function execution (limit: 4096). ${help}`);
  });
  read(database, (tx) => {
    expect(collect(tx, scan("things", [{ limit: 3 }]))).toHaveLength(3);
    expect(tx.metrics()).toMatchObject({
      documentsRead: { used: 3, remaining: 31_997 },
      databaseQueries: { used: 1, remaining: 4_095 },
    });
    expect(tx.metrics().bytesRead.used).toBeGreaterThan(100);
  });
});
