import { expect, test } from "vitest";
import { encodeId } from "../../src/values/ids.ts";
import type { Json } from "../../src/values/json.ts";
import {
  collect,
  freshDatabase,
  get,
  mutate,
  range,
  read,
  scan,
  roomsDatabase,
} from "./fixture.ts";
import type { WriteTransaction } from "../../src/database/transactions/write-transaction.ts";

const undefinedJson = { $undefined: null };

test("a document's text is canonical and carries its system fields [D15]", async () => {
  const database = freshDatabase();
  const id = await mutate(
    database,
    (tx) => tx.insert("things", { z: 1, A: { y: 1, b: [] }, gone: undefinedJson }),
    5_000,
  );
  const text = read(database, (tx) => tx.get({ id, isSystem: false }));
  expect(text).toBe(`{"A":{"b":[],"y":1},"_creationTime":5000,"_id":"${id}","z":1}`);
});

test("a table comes into being with its first document, numbered from 10001 [D15]", async () => {
  const database = freshDatabase();
  const id = await mutate(database, (tx) => tx.insert("things", {}));
  expect(database.catalog.tableNumber("things")).toBe(10_001);
  expect(database.catalog.tableName(10_001)).toBe("things");
  expect(id).toHaveLength(32);
  expect(database.catalog.tableNumber("_storage")).toBe(540);
  expect(database.catalog.tableNumber("_scheduled_functions")).toBe(539);
});

test("patch merges at the top and removes what is undefined [D15]", async () => {
  const database = freshDatabase();
  const result = await mutate(database, (tx) => {
    const id = tx.insert("things", { a: { b: 1, c: 2 }, d: 3, e: 4 });
    const text = tx.patch({ id, value: { a: { c: 5 }, d: undefinedJson } });
    return [JSON.parse(text) as Json, get(tx, id)];
  });
  expect(result[0]).toEqual(result[1]);
  expect(result[0]).toMatchObject({ a: { c: 5 }, e: 4 });
  expect(result[0]).not.toHaveProperty("d");
});

test("replace keeps nothing but the system fields, which may be repeated [D15]", async () => {
  const database = freshDatabase();
  await mutate(database, (tx) => {
    const id = tx.insert("things", { a: 1 });
    const old = get(tx, id)!;
    tx.replace({ id, value: { _id: id, _creationTime: old._creationTime, b: 2 } });
    expect(get(tx, id)).toEqual({ _id: id, _creationTime: old._creationTime, b: 2 });
  });
});

test("a patch that changes nothing writes nothing [D15]", async () => {
  const database = freshDatabase();
  const id = await mutate(database, (tx) => tx.insert("things", { a: 1 }));
  const tx = database.begin({ nowMs: 1 });
  tx.patch({ id, value: { a: 1 } });
  expect(tx.hasWrites).toBe(false);
  expect(tx.metrics().documentsWritten.used).toBe(0);
  database.rollback(tx);
});

test("delete gives the document and leaves nothing [D15]", async () => {
  const database = roomsDatabase();
  const id = await mutate(database, (tx) => tx.insert("rooms", { name: "1" }));
  const text = await mutate(database, (tx) => tx.remove({ id }));
  expect(JSON.parse(text)).toMatchObject({ _id: id, name: "1" });
  const left = read(database, (tx) => [
    get(tx, id),
    collect(tx, scan("rooms")),
    collect(tx, range("rooms.by_name")),
    tx.count("rooms"),
  ]);
  expect(left).toEqual([null, [], [], 0]);
});

const missing = encodeId(10_001, new Uint8Array(16));
test.each<[string, (tx: WriteTransaction, id: string) => unknown, string]>([
  [
    "a table of the system",
    (tx) => tx.insert("_storage", {}),
    "Invalid table name _storage starts with metadata prefix '_'",
  ],
  ["a table name that is none", (tx) => tx.insert("a b", {}), "Invalid table name"],
  [
    "an own system field",
    (tx) => tx.insert("things", { _x: 1 }),
    "Field '_x' starts with an underscore",
  ],
  [
    "a document of 1 MiB",
    (tx) => tx.insert("things", { a: "x".repeat(1_100_000) }),
    "Value is too large (1.05 MiB > maximum size 1 MiB)",
  ],
  [
    "another _id",
    (tx, id) => tx.patch({ id, value: { _id: missing } }),
    "doesn't match '_id' field",
  ],
  [
    "another _creationTime",
    (tx, id) => tx.replace({ id, value: { _creationTime: 7 } }),
    "doesn't match '_creationTime' field",
  ],
  [
    "no _id",
    (tx, id) => tx.patch({ id, value: { _id: undefinedJson } }),
    "Cannot remove the system field '_id'",
  ],
  [
    "patching nothing",
    (tx) => tx.patch({ id: missing, value: {} }),
    `Update on nonexistent document ID ${missing}`,
  ],
  [
    "replacing nothing",
    (tx) => tx.replace({ id: missing, value: {} }),
    `Replace on nonexistent document ID ${missing}`,
  ],
  [
    "deleting nothing",
    (tx) => tx.remove({ id: missing }),
    `Delete on nonexistent document ID ${missing}`,
  ],
  [
    "an id that is none",
    (tx) => tx.remove({ id: "x" }),
    "Invalid argument `id` for `db.delete`: Unable to decode ID: Invalid ID length 1",
  ],
  [
    "an id of another table",
    (tx, id) => tx.patch({ id, value: {}, table: "rooms" }),
    'Invalid argument `id` for `db.patch`: expected to be an Id<"rooms">, got Id<"things"> instead.',
  ],
])("refused: %s [D15]", (_name, work, message) => {
  const database = freshDatabase();
  const tx = database.begin({ nowMs: 1 });
  const id = tx.insert("things", { a: 1 });
  const before = get(tx, id);
  expect(() => work(tx, id)).toThrow(message);
  expect(get(tx, id)).toEqual(before);
  expect(tx.count("things")).toBe(1);
  database.rollback(tx);
});

test("a document must fit the schema of its table [D16]", () => {
  const database = roomsDatabase();
  const tx = database.begin({ nowMs: 1 });
  expect(() => tx.insert("rooms", { name: 1 })).toThrow(
    'Failed to insert or update a document in table "rooms" because it does not match the schema: Value does not match validator.\nPath: .name\nValue: 1.0\nValidator: v.string()',
  );
  const id = tx.insert("rooms", { name: "1" });
  expect(() => tx.patch({ id, value: { name: undefinedJson } })).toThrow(
    "missing the required field `name`",
  );
  expect(() => tx.replace({ id, value: { name: "1", more: 1 } })).toThrow("extra field `more`");
  expect(tx.insert("unlisted", { anything: [1] })).toBeTypeOf("string");
  database.rollback(tx);
});

test("a sub-transaction is kept whole or dropped whole [D17]", async () => {
  const database = roomsDatabase();
  await mutate(database, (tx) => {
    const id = tx.insert("rooms", { name: "outer" });
    tx.enterNested();
    tx.patch({ id, value: { name: "inner" } });
    tx.insert("fresh", { a: 1 });
    tx.enterNested();
    tx.remove({ id });
    expect(get(tx, id)).toBeNull();
    tx.leaveNested("discard");
    expect(get(tx, id)).toMatchObject({ name: "inner" });
    tx.leaveNested("discard");
    expect(get(tx, id)).toMatchObject({ name: "outer" });
    expect(collect(tx, range("rooms.by_name", [["Eq", "name", "inner"]]))).toEqual([]);
    tx.enterNested();
    tx.patch({ id, value: { name: "kept" } });
    tx.insert("rooms", { name: "gone again" });
    tx.remove({ id: collect(tx, range("rooms.by_name", [["Eq", "name", "gone again"]]))[0]!._id });
    tx.leaveNested("keep");
  });
  expect(database.catalog.tableNumber("fresh")).toBeNull();
  expect(read(database, (tx) => collect(tx, range("rooms.by_name")))).toMatchObject([
    { name: "kept" },
  ]);
});

test("a commit with an open sub-transaction is refused [D17]", () => {
  const database = freshDatabase();
  const tx = database.begin({ nowMs: 1 });
  tx.insert("things", {});
  tx.enterNested();
  expect(() => void database.commit(tx)).toThrow("still open");
});

test("the host writes its own tables; functions read them through db.system only [D18]", async () => {
  const database = freshDatabase();
  const id = await mutate(database, (tx) => tx.system.insert("_storage", { sha256: "x", size: 3 }));
  await mutate(database, (tx) => tx.system.patch(id, { contentType: "image/png" }));
  const seen = read(database, (tx) => [
    JSON.parse(tx.get({ id, isSystem: true })!) as Json,
    collect(tx, range("_storage.by_id", [["Eq", "_id", id]]))[0],
  ]);
  expect(seen[0]).toMatchObject({ _id: id, size: 3, contentType: "image/png" });
  expect(seen[1]).toEqual(seen[0]);
  const tx = database.begin({ nowMs: 1 });
  expect(() => tx.get({ id, isSystem: false })).toThrow(
    "System tables can only be accessed with db.system.",
  );
  expect(() => tx.patch({ id, value: {} })).toThrow(
    "System tables can only be accessed with db.system.",
  );
  const user = tx.insert("things", {});
  expect(() => tx.get({ id: user, isSystem: true })).toThrow(
    "User tables cannot be accessed with db.system.",
  );
  tx.system.remove(id);
  expect(tx.get({ id, isSystem: true })).toBeNull();
  expect(() => tx.system.remove(id)).toThrow("No system document");
  expect(tx.metrics().documentsWritten.used).toBe(1);
  database.rollback(tx);
});

test("ids: normalised, decoded, or refused [D19]", async () => {
  const database = roomsDatabase();
  const id = await mutate(database, (tx) => tx.insert("rooms", { name: "1" }));
  const strange = encodeId(12_345, new Uint8Array(16));
  read(database, (tx) => {
    expect(tx.normalizeId({ table: "rooms", idString: id })).toBe(id);
    expect(tx.normalizeId({ table: "_storage", idString: id })).toBeNull();
    expect(tx.normalizeId({ table: "nowhere", idString: id })).toBeNull();
    expect(tx.normalizeId({ table: "rooms", idString: "x" })).toBeNull();
    expect(get(tx, strange)).toBeNull();
    expect(() => get(tx, "x")).toThrow("Invalid argument `id` for `db.get`: Unable to decode ID");
    expect(() => tx.get({ id, table: "tasks", isSystem: false })).toThrow(
      'expected to be an Id<"tasks">, got Id<"rooms"> instead.',
    );
  });
});
