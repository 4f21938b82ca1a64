import { expect, test } from "vitest";
import {
  collect,
  commit,
  freshDatabase,
  get,
  mutate,
  range,
  read,
  scan,
  temporaryPath,
  roomsDatabase,
} from "./fixture.ts";
import { openDatabase } from "../../src/database/open-database.ts";

test("what a mutation wrote is there after the commit, and after a restart [D1]", async () => {
  const path = temporaryPath();
  const first = openDatabase({ path, durable: false });
  const id = await mutate(first, (tx) => tx.insert("rooms", { name: "1A" }));
  first.close();
  const second = openDatabase({ path, durable: false });
  expect(read(second, (tx) => get(tx, id))).toMatchObject({ _id: id, name: "1A" });
  second.close();
});

test("a mutation sees its own writes [D1]", async () => {
  const database = roomsDatabase();
  await mutate(database, (tx) => {
    const id = tx.insert("rooms", { name: "1A" });
    tx.patch({ id, value: { name: "1B" } });
    expect(get(tx, id)).toMatchObject({ name: "1B" });
    expect(collect(tx, range("rooms.by_name", [["Eq", "name", "1A"]]))).toEqual([]);
    expect(collect(tx, range("rooms.by_name", [["Eq", "name", "1B"]]))).toHaveLength(1);
    expect(tx.count("rooms")).toBe(1);
  });
});

test("a pending commit is seen by the next mutation and by no snapshot [D2]", async () => {
  const database = roomsDatabase();
  const [id, flushed] = commit(database, (tx) => tx.insert("rooms", { name: "1A" }));
  expect(read(database, (tx) => get(tx, id))).toBeNull();
  const [seen] = commit(database, (tx) => get(tx, id));
  expect(seen).toMatchObject({ name: "1A" });
  await flushed;
  expect(read(database, (tx) => get(tx, id))).toMatchObject({ name: "1A" });
});

test("a rolled back mutation leaves nothing [D3]", async () => {
  const database = freshDatabase();
  const tx = database.begin({ nowMs: 1 });
  tx.insert("rooms", { name: "1A" });
  database.rollback(tx);
  await mutate(database, (next) => expect(collect(next, scan("rooms"))).toEqual([]));
  expect(database.catalog.tableNumber("rooms")).toBeNull();
});

test("works on many documents, in many groups [D1]", async () => {
  const database = roomsDatabase();
  const ids: string[] = [];
  const waits: Promise<bigint>[] = [];
  for (let at = 0; at < 3_000; at++) {
    const [id, flushed] = commit(database, (tx) =>
      tx.insert("rooms", { name: `u${at % 10}`, floor: at }),
    );
    ids.push(id);
    waits.push(flushed);
  }
  await Promise.all(waits);
  const rows = read(database, (tx) => collect(tx, range("rooms.by_name", [["Eq", "name", "u3"]])));
  expect(rows.map((row) => row["floor"])).toEqual(
    Array.from({ length: 300 }, (_, at) => at * 10 + 3),
  );
});
