import { statSync } from "node:fs";
import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { importTables } from "../../src/database/import-tables.ts";
import { openDatabase } from "../../src/database/open-database.ts";
import { openSqlite } from "../../src/database/sqlite/driver.ts";
import { FlushAlarm } from "../../src/database/transactions/flush-alarm.ts";
import { seeded } from "../support/seeded.ts";
import {
  collect,
  exportSchema,
  freshDatabase,
  get,
  mutate,
  range,
  read,
  roomsDatabase,
  scan,
  temporaryPath,
} from "./fixture.ts";
import { copyOfKilled, open, countRows } from "./stored-file.ts";

const byName = (database: Database) =>
  read(database, (tx) => collect(tx, range("rooms.by_name")).map(({ name }) => name));

test("after a kill the commits that were in no table yet are in the tables, with their answers [D27] [D32]", async () => {
  const path = temporaryPath();
  const database = roomsDatabase({ path });
  const kept = await mutate(database, (tx) => tx.insert("rooms", { name: "kept", floor: 1 }));
  const gone = await mutate(database, (tx) => tx.insert("rooms", { name: "gone" }));
  await mutate(database, (tx) => tx.remove({ id: gone }));
  const record = { sessionId: "s", requestId: 4, caller: "me", result: "5", logLines: ["a\0b"] };
  const tx = database.begin({ nowMs: 1 });
  tx.patch({ id: kept, value: { name: "a \0 name", floor: 2 } });
  const ts = await database.commit(tx, record);
  const last = await mutate(database, (later) => later.insert("rooms", { name: "last" }));
  const { latest } = database;
  const copy = copyOfKilled(path);
  expect(countRows(copy, "recent_commits")).toBe(5);

  const again = open(copy);
  expect(again.latest).toBe(latest);
  expect(countRows(copy, "recent_commits")).toBe(0);
  expect(byName(again)).toEqual(["a \0 name", "last"]);
  expect(read(again, (reader) => [get(reader, gone), get(reader, kept)!["floor"]])).toEqual([
    null,
    2,
  ]);
  const next = again.begin({ nowMs: 1 });
  expect(next.findRequest("s", 4)).toMatchObject({ ...record, ts });
  // A new creation time follows all stored ones, even if the clock says less.
  const made = next.insert("rooms", { name: "made" });
  expect(get(next, made)!._creationTime).toBeGreaterThan(get(next, last)!._creationTime);
  expect((await again.commit(next)) > latest).toBe(true);
});

test("an import finds the commits that were in no table yet [C10] [D32]", async () => {
  const path = temporaryPath();
  const database = roomsDatabase({ path });
  await mutate(database, (tx) => tx.insert("rooms", { name: "there" }));
  const copy = copyOfKilled(path);
  const rooms = { name: "rooms", number: null, documents: [{ name: "imported" }] };
  const given = { tables: [rooms], cleared: [], nowMs: 1 };

  expect(() => importTables(copy, { ...given, mode: "requireEmpty" })).toThrow("has documents");
  expect(importTables(copy, { ...given, mode: "append" })).toBe(1);
  expect(byName(open(copy))).toEqual(["imported", "there"]);
});

test("the tables have all commits after some seconds, after a close and before a schema [D32]", async () => {
  const path = temporaryPath();
  const database = roomsDatabase({ path });
  await mutate(database, (tx) => tx.insert("rooms", { name: "1" }));
  expect(countRows(path, "recent_commits")).toBe(1);
  await expect.poll(() => countRows(path, "recent_commits"), { timeout: 20_000 }).toBe(0);
  expect(countRows(path, "documents")).toBe(1);
  await mutate(database, (tx) => tx.insert("rooms", { name: "2" }));
  const house = defineTable(v.any()).index("by_name", ["name"]).index("by_house", ["house"]);
  database.applySchema(exportSchema(defineSchema({ rooms: house })));
  expect(countRows(path, "documents")).toBe(2);
  expect(read(database, (tx) => collect(tx, range("rooms.by_house")))).toHaveLength(2);
  await mutate(database, (tx) => tx.insert("rooms", { name: "3" }));
  database.close();
  expect([countRows(path, "documents"), countRows(path, "recent_commits")]).toEqual([3, 0]);
});

test("snapshots and mutations read one state while commits go into the tables [D13] [D32] [Q5]", async () => {
  const database = roomsDatabase();
  const random = seeded(7);
  const rooms = new Map<string, { name: string; floor: number }>();
  const held: { check: () => void; close: () => void }[] = [];
  const sorted = () =>
    [...rooms]
      .map(([id, room]) => ({ _id: id, ...room }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const shown = (documents: readonly Record<string, unknown>[]) =>
    documents.map(({ _id, name, floor }) => ({ _id, name, floor }));

  for (let turn = 0; turn < 900; turn++) {
    const id = [...rooms.keys()][Math.floor(random() * rooms.size)];
    const room = { name: `${Math.floor(random() * 1e6)}`.padStart(6, "0") + turn, floor: turn };
    const what = rooms.size < 20 ? 0 : random();
    if (what < 0.4) rooms.set(await mutate(database, (tx) => tx.insert("rooms", room)), room);
    else if (what < 0.8) {
      await mutate(database, (tx) => tx.patch({ id: id!, value: room }));
      rooms.set(id!, room);
    } else {
      await mutate(database, (tx) => tx.remove({ id: id! }));
      rooms.delete(id!);
    }
    if (turn % 60 === 0) {
      const snapshot = database.snapshot();
      const then = sorted();
      const check = () => {
        const tx = snapshot.begin({ nowMs: 0 });
        expect(shown(collect(tx, range("rooms.by_name")))).toEqual(then);
        expect(tx.count("rooms")).toBe(then.length);
        expect(then.map(({ _id }) => get(tx, _id)!["name"])).toEqual(then.map(({ name }) => name));
      };
      held.push({ check, close: () => snapshot.close() });
    }
    if (turn % 90 === 0) {
      const tx = database.begin({ nowMs: 1 });
      const backwards = range("rooms.by_name", [], { order: "desc" });
      expect(shown(collect(tx, backwards))).toEqual(sorted().toReversed());
      expect(collect(tx, scan("rooms"))).toHaveLength(rooms.size);
      database.rollback(tx);
    }
  }
  for (const { check, close } of held) {
    check();
    close();
  }
  expect(shown(read(database, (tx) => collect(tx, range("rooms.by_name"))))).toEqual(sorted());
});

test("what search indexes and the list of open jobs hold is in the tables with its commit [D31] [D32] [J18]", async () => {
  const path = temporaryPath();
  const database = freshDatabase({ path });
  const notes = defineTable(v.any()).searchIndex("by_text", { searchField: "text" });
  database.applySchema(exportSchema(defineSchema({ notes })));
  await mutate(database, (tx) => tx.insert("notes", { mark: 1 }));
  expect(countRows(path, "recent_commits")).toBe(1);
  await mutate(database, (tx) => tx.insert("notes", { text: "tap" }));
  expect([countRows(path, "recent_commits"), countRows(path, "documents")]).toEqual([0, 2]);
  const state = { kind: "pending" };
  const job = { args: [], name: "a.js:b", scheduledTime: 5, state };
  await mutate(database, (tx) => tx.system.insert("_scheduled_functions", job));
  expect(database.openJobs(0, 10)).toHaveLength(1);
});

test("a commit that the disk refuses leaves the commits that are in no table yet [D7] [D32]", async () => {
  const path = temporaryPath();
  const database = roomsDatabase({ path });
  const id = await mutate(database, (tx) => tx.insert("rooms", { name: "1" }));
  const other = openSqlite(path);
  onTestFinished(() => other.close());
  other.exec("BEGIN IMMEDIATE");
  await expect(mutate(database, (tx) => tx.insert("rooms", { name: "2" }))).rejects.toThrow(
    "locked",
  );
  await expect(mutate(database, (tx) => tx.insert("new", { a: 1 }))).rejects.toThrow("locked");
  other.exec("ROLLBACK");
  expect(byName(database)).toEqual(["1"]);
  await mutate(database, (tx) => tx.insert("new", { a: 1 }));
  await mutate(database, (tx) => tx.patch({ id, value: { name: "1B" } }));
  database.close();
  expect(byName(open(path))).toEqual(["1B"]);
});

test("a host that took the file over is noticed, also while commits are in no table yet [D8] [D32]", async () => {
  const path = temporaryPath();
  const database = roomsDatabase({ path });
  await mutate(database, (tx) => tx.insert("rooms", { name: "1" }));
  openDatabase({ path, durable: false }).close();
  await expect(mutate(database, (tx) => tx.insert("rooms", { name: "2" }))).rejects.toThrow(
    "only one host",
  );
});

test("a small commit writes few pages, also with what the tables take over later [D32]", async () => {
  // On a slow machine a second has fewer commits, which share a take-over: here its time never comes.
  const real = Reflect.get(FlushAlarm.prototype, "set");
  vi.spyOn(FlushAlarm.prototype, "set").mockImplementation(function (this: FlushAlarm, alarm) {
    if (!alarm.mayWait) Reflect.apply(real, this, [alarm]);
  });
  const path = temporaryPath();
  const database = freshDatabase({ path });
  const fields = ["a", "b", "c", "d", "e"];
  const indexed = fields.reduce(
    (table, field) => table.index(field, [field, "at"]),
    defineTable(v.any()) as unknown as ReturnType<typeof defineTable>,
  );
  database.applySchema(exportSchema(defineSchema({ acts: indexed, things: defineTable(v.any()) })));
  const random = seeded(3);
  const place = () => Math.floor(random() * 50);
  const act = (at: number) => ({
    ...Object.fromEntries(fields.map((field) => [field, `${field} ${place()}`])),
    at,
    text: "x".repeat(300),
  });
  const things = await mutate(database, (tx) => {
    for (let at = 0; at < 5_000; at++) tx.insert("acts", act(at));
    return Array.from({ length: 50 }, (_, at) => tx.insert("things", { at }));
  });
  const sqlite = openSqlite(path);
  onTestFinished(() => sqlite.close());
  sqlite.prepare("PRAGMA wal_checkpoint(TRUNCATE)").all();
  const commits = 60;
  for (let at = 0; at < commits; at++)
    await mutate(database, (tx) => {
      tx.insert("acts", act(10_000 + at));
      tx.patch({ id: things[place()]!, value: { at } });
    });
  database.forgetRequests({ ms: 0, largeMs: 0 }, 1);
  expect(countRows(path, "recent_commits")).toBe(0);
  const frameBytes = 4096 + 24;
  expect(statSync(`${path}-wal`).size / frameBytes / commits).toBeLessThanOrEqual(8);
});

test("long answers do not wait in memory for the tables [D32]", async () => {
  const path = temporaryPath();
  const database = roomsDatabase({ path });
  const answered = async (requestId: number, parts: { result: string; logLines: string[] }) => {
    const tx = database.begin({ nowMs: 1 });
    tx.insert("rooms", { name: `${requestId}` });
    await database.commit(tx, { sessionId: "s", requestId, caller: "", ...parts });
    return countRows(path, "recent_commits");
  };
  const long = "r".repeat(1 << 20);
  expect(await answered(1, { result: "null", logLines: [] })).toBe(1);
  expect(await answered(2, { result: `"${long}"`, logLines: [] })).toBe(0);
  expect(await answered(3, { result: "null", logLines: [long] })).toBe(0);
});
