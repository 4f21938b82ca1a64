import { expect, onTestFinished, test, vi } from "vitest";
import { openSqlite, type Sqlite } from "../../src/database/sqlite/driver.ts";
import {
  collect,
  commit,
  get,
  mutate,
  range,
  read,
  scan,
  temporaryPath,
  roomsDatabase,
  unitsSchema,
} from "./fixture.ts";
import type { FlushedCommits } from "../../src/database/state/layer.ts";
import { openDatabase } from "../../src/database/open-database.ts";

test("commits that arrive together share one flush and one time, which grows from flush to flush [D4]", async () => {
  const database = roomsDatabase();
  const flushes: FlushedCommits[] = [];
  database.onCommit((flush) => flushes.push(flush));
  const before = database.latest;
  const together = await Promise.all(
    [1, 2, 3].map((at) => commit(database, (tx) => tx.insert("rooms", { name: `${at}` }))[1]),
  );
  const [, later] = commit(database, (tx) => tx.insert("rooms", { name: "4" }));
  expect(new Set(together).size).toBe(1);
  expect(together[0]! > before).toBe(true);
  expect((await later) > together[0]!).toBe(true);
  expect(flushes.map((flush) => flush.writes.length)).toEqual([3, 1]);
  expect(database.latest).toBe(await later);
});

test("listeners hear of a flush after it is on disk and before its promises resolve [D4]", async () => {
  const database = roomsDatabase();
  const order: string[] = [];
  let id = "";
  const stop = database.onCommit(() => {
    order.push(read(database, (tx) => get(tx, id)) === null ? "not on disk" : "on disk");
  });
  const [made, flushed] = commit(database, (tx) => tx.insert("rooms", { name: "1A" }));
  id = made;
  await flushed.then(() => order.push("resolved"));
  expect(order).toEqual(["on disk", "resolved"]);
  stop();
  await mutate(database, (tx) => tx.insert("rooms", { name: "2" }));
  expect(order).toHaveLength(2);
});

test("a listener is told each document once, with its keys before and after the group [D4]", async () => {
  const database = roomsDatabase();
  const id = await mutate(database, (tx) => tx.insert("rooms", { name: "1A" }));
  const flushes: FlushedCommits[] = [];
  database.onCommit((flush) => flushes.push(flush));
  const waits = [
    commit(database, (tx) => tx.patch({ id, value: { name: "1B" } }))[1],
    commit(database, (tx) => tx.patch({ id, value: { name: "1C" } }))[1],
    commit(database, (tx) => tx.remove({ id: tx.insert("rooms", { name: "gone" }) }))[1],
  ];
  await Promise.all(waits);
  expect(flushes).toHaveLength(1);
  expect(flushes[0]!.writes).toMatchObject([{ id, table: "rooms" }]);
  const [write] = flushes[0]!.writes;
  const keys = (list: readonly { key: string }[]) => list.map(({ key }) => key).join();
  expect(keys(write!.before)).toContain("1A");
  expect(keys(write!.after)).toContain("1C");
  expect(keys([...write!.before, ...write!.after])).not.toContain("1B");
});

test("a large group is flushed without waiting [D4]", () => {
  const database = roomsDatabase();
  const [id] = commit(database, (tx) => {
    const first = tx.insert("rooms", { name: "first" });
    for (let at = 0; at < 2_500; at++) tx.insert("rooms", { name: `${at}` });
    return first;
  });
  expect(read(database, (tx) => get(tx, id))).not.toBeNull();
});

test("a mutation without writes resolves with what it read on disk [D4]", async () => {
  const database = roomsDatabase();
  const idle = commit(database, () => null);
  expect(await idle[1]).toBe(database.latest);
  const [id, flushed] = commit(database, (tx) => tx.insert("rooms", { name: "1A" }));
  const [seen, answer] = commit(database, (tx) => get(tx, id));
  expect(seen).not.toBeNull();
  expect(await answer).toBe(await flushed);
  expect(database.latest).toBe(await answer);
});

test("times grow over restarts and when the clock is set back [D5]", async () => {
  const path = temporaryPath();
  let nowMs = 2_000_000;
  const first = openDatabase({ path, durable: false, clock: () => nowMs });
  const [, flushed] = commit(first, (tx) => tx.insert("rooms", { name: "1" }), nowMs);
  const ts = await flushed;
  expect(ts).toBe(2_000_000_000_000n);
  first.close();
  nowMs = 1_000_000;
  const second = openDatabase({ path, durable: false, clock: () => nowMs });
  onTestFinished(() => second.close());
  expect(second.latest).toBe(ts);
  const [, next] = commit(second, (tx) => tx.insert("rooms", { name: "2" }), nowMs);
  expect(await next).toBe(ts + 1n);
});

test("advanceTo takes the clock back behind no commit that is pending [D5]", async () => {
  let now = 1_000;
  const database = roomsDatabase({ clock: () => now });
  const before = database.latest;
  now = 2_000;
  const pending = mutate(database, (tx) => tx.insert("rooms", { name: "1" }));
  database.advanceTo(before + 1n);
  await pending;
  const ts = database.latest;
  expect(ts).toBeGreaterThan(before + 1n);

  await mutate(database, (tx) => tx.insert("rooms", { name: "2" }));
  expect(database.latest).toBeGreaterThan(ts);
});

test("advanceTo lifts the clock for good [D5]", async () => {
  const path = temporaryPath();
  const first = openDatabase({ path, durable: false, clock: () => 1 });
  first.advanceTo(5_000_000_000n);
  first.advanceTo(7n);
  expect(first.latest).toBe(5_000_000_000n);
  first.close();
  const second = openDatabase({ path, durable: false, clock: () => 1 });
  onTestFinished(() => second.close());
  expect(second.latest).toBe(5_000_000_000n);
  expect(await commit(second, (tx) => tx.insert("rooms", { name: "1" }), 1)[1]).toBe(
    5_000_000_001n,
  );
});

test("creation times grow with every document, whatever the clock says [D6]", async () => {
  const path = temporaryPath();
  const first = openDatabase({ path, durable: false });
  const ids = await mutate(
    first,
    (tx) => [1, 2, 3].map(() => tx.insert("rooms", { name: "x" })),
    5_000,
  );
  first.close();
  const second = openDatabase({ path, durable: false });
  onTestFinished(() => second.close());
  ids.push(await mutate(second, (tx) => tx.insert("rooms", { name: "x" }), 4_000));
  ids.push(await mutate(second, (tx) => tx.insert("rooms", { name: "x" }), 6_000));
  const times = read(second, (tx) => ids.map((id) => get(tx, id)!._creationTime));
  expect(times[0]).toBe(5_000);
  expect(times[4]).toBe(6_000);
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
  const inOrder = read(second, (tx) => collect(tx, scan("rooms")).map((room) => room._id));
  expect(inOrder).toEqual(ids);
});

function lock(path: string): Sqlite {
  const other = openSqlite(path);
  onTestFinished(() => other.close());
  other.exec("BEGIN IMMEDIATE");
  return other;
}

test("when the disk refuses a flush, none of its commits happened and the next ones work [D7]", async () => {
  const path = temporaryPath();
  const database = roomsDatabase({ path });
  const id = await mutate(database, (tx) => tx.insert("rooms", { name: "1A" }));
  const heard = vi.fn();
  database.onCommit(heard);
  const { latest } = database;
  const other = lock(path);

  const waits = [
    commit(database, (tx) => tx.patch({ id, value: { name: "1B" } }))[1],
    commit(database, (tx) => tx.insert("brandNew", { a: 1 }))[1],
  ];
  const outcomes = await Promise.allSettled(waits);
  expect(outcomes.map((outcome) => outcome.status)).toEqual(["rejected", "rejected"]);
  expect(heard).not.toHaveBeenCalled();
  expect(database.latest).toBe(latest);
  expect(database.catalog.tableNumber("brandNew")).toBeNull();

  other.exec("ROLLBACK");
  const seen = await mutate(database, (tx) => [
    get(tx, id)!["name"],
    tx.count("rooms"),
    tx.count("brandNew"),
  ]);
  expect(seen).toEqual(["1A", 1, 0]);
  await mutate(database, (tx) => tx.patch({ id, value: { name: "1C" } }));
  expect(read(database, (tx) => get(tx, id))).toMatchObject({ name: "1C" });
});

test("a mutation that read what the disk then refused cannot go on [D7]", async () => {
  const path = temporaryPath();
  const database = roomsDatabase({ path });
  const other = lock(path);
  const [id, refused] = commit(database, (tx) => tx.insert("rooms", { name: "1A" }));
  const open = database.begin({ nowMs: 1 });
  expect(get(open, id)).not.toBeNull();
  await expect(refused).rejects.toThrow("locked");
  expect(() => get(open, id)).toThrow("locked");
  await expect(database.commit(open)).rejects.toThrow("locked");
  other.exec("ROLLBACK");
  expect(await mutate(database, (tx) => tx.count("rooms"))).toBe(0);
});

test("a mutation stays whole while the group it read is flushed [D7]", async () => {
  const database = roomsDatabase();
  const [id, flushed] = commit(database, (tx) => tx.insert("rooms", { name: "1A", floor: 1 }));
  const open = database.begin({ nowMs: 1 });
  open.patch({ id, value: { name: "1B" } });
  await flushed;
  open.patch({ id, value: { floor: 2 } });
  expect(collect(open, range("rooms.by_name"))).toMatchObject([{ name: "1B", floor: 2 }]);
  await database.commit(open);
  expect(read(database, (tx) => collect(tx, range("rooms.by_name")))).toMatchObject([
    { name: "1B", floor: 2 },
  ]);
});

test("only one mutation is open at a time, and it ends once [D8]", () => {
  const database = roomsDatabase();
  const tx = database.begin({ nowMs: 1 });
  expect(() => database.begin({ nowMs: 1 })).toThrow("already open");
  database.rollback(tx);
  expect(() => database.rollback(tx)).toThrow("not open");
  expect(() => void database.commit(tx)).toThrow("not open");
});

test("another tool that only touches the file is not taken for a host [D8]", async () => {
  const path = temporaryPath();
  const database = roomsDatabase({ path });
  const other = openSqlite(path);
  onTestFinished(() => other.close());
  other.exec("INSERT INTO meta (name, text) VALUES ('note', '\"x\"')");
  other.prepare("PRAGMA wal_checkpoint(TRUNCATE)").all();
  for (const name of ["1", "2"]) await mutate(database, (tx) => tx.insert("rooms", { name }));
  expect(database.meta.get("note")).toBe("x");
});

test("a second process that writes is noticed and nothing is written over it [D8]", async () => {
  const path = temporaryPath();
  const database = roomsDatabase({ path });
  const other = openSqlite(path);
  onTestFinished(() => other.close());
  other.exec("UPDATE clock SET ts = ts + 1");
  await expect(commit(database, (tx) => tx.insert("rooms", { name: "1" }))[1]).rejects.toThrow(
    "only one host",
  );
});

test("texts of the host outlive it, NUL and all [D11]", () => {
  const path = temporaryPath();
  const database = openDatabase({ path, durable: false });
  expect(database.meta.get("key")).toBeNull();
  database.meta.set("key", "a\0b");
  database.meta.set("key", "c\0d");
  database.close();
  const again = openDatabase({ path, durable: false });
  onTestFinished(() => again.close());
  expect(again.meta.get("key")).toBe("c\0d");
});

test("closing flushes what is pending, and ends everything [D12]", async () => {
  const path = temporaryPath();
  const database = openDatabase({ path, durable: false });
  database.applySchema(unitsSchema);
  const [id, flushed] = commit(database, (tx) => tx.insert("rooms", { name: "1A" }));
  const open = database.begin({ nowMs: 1 });
  const snapshot = database.snapshot();
  database.close();
  database.close();
  await flushed;
  expect(() => get(open, id)).toThrow("closed");
  expect(() => get(snapshot.begin({ nowMs: 1 }), id)).toThrow("closed");
  expect(() => database.begin({ nowMs: 1 })).toThrow("closed");
  const again = openDatabase({ path, durable: false });
  onTestFinished(() => again.close());
  expect(read(again, (tx) => get(tx, id))).toMatchObject({ name: "1A" });
});
