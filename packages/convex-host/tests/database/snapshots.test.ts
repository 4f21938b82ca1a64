import { dirname } from "node:path";
import { expect, test } from "vitest";
import { openFiles } from "../support/open-files.ts";
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
} from "./fixture.ts";

test("two snapshots of different times stay what they are while commits go on [D13]", async () => {
  const database = roomsDatabase();
  const id = await mutate(database, (tx) => tx.insert("rooms", { name: "one" }));
  const first = database.snapshot();
  await mutate(database, (tx) => tx.patch({ id, value: { name: "two" } }));
  const second = database.snapshot();
  for (let at = 0; at < 300; at++)
    void commit(database, (tx) => tx.insert("rooms", { name: `more ${at}` }));
  await mutate(database, (tx) => tx.remove({ id }));

  const seen = (snapshot: typeof first) => {
    const tx = snapshot.begin({ nowMs: 1 });
    return [
      get(tx, id)?.["name"],
      collect(tx, range("rooms.by_name")).map((room) => room["name"]),
      tx.count("rooms"),
    ];
  };
  expect(seen(first)).toEqual(["one", ["one"], 1]);
  expect(seen(second)).toEqual(["two", ["two"], 1]);
  expect(seen(first)).toEqual(["one", ["one"], 1]);
  expect(first.ts < second.ts).toBe(true);
  expect(second.ts < database.latest).toBe(true);
  first.close();
  second.close();
  expect(read(database, (tx) => [get(tx, id), tx.count("rooms")])).toEqual([null, 300]);
});

test("a stream and a walk of another execution may interleave in one snapshot [D13]", async () => {
  const database = roomsDatabase();
  await mutate(database, (tx) => {
    for (let at = 0; at < 200; at++) tx.insert("rooms", { name: String(at).padStart(3, "0") });
  });
  const snapshot = database.snapshot();
  const [up, down] = [snapshot.begin({ nowMs: 1 }), snapshot.begin({ nowMs: 1 })];
  const [upId, downId] = [
    up.queryStream(range("rooms.by_name")),
    down.queryStream(scan("rooms", [], "desc")),
  ];
  const names: string[][] = [[], []];
  for (let at = 0; at < 200; at++) {
    names[0]!.push((JSON.parse(up.queryStreamNext(upId).value!) as { name: string }).name);
    names[1]!.push((JSON.parse(down.queryStreamNext(downId).value!) as { name: string }).name);
  }
  expect(names[0]).toEqual([...names[0]!].sort());
  expect(names[1]).toEqual([...names[0]!].reverse());
  expect(up.queryStreamNext(upId)).toEqual({ value: null, done: true });
  snapshot.close();
});

test("a closed snapshot reads nothing more [D13]", async () => {
  const database = roomsDatabase();
  const id = await mutate(database, (tx) => tx.insert("rooms", { name: "one" }));
  const snapshot = database.snapshot();
  const tx = snapshot.begin({ nowMs: 1 });
  expect(get(tx, id)).not.toBeNull();
  snapshot.close();
  snapshot.close();
  expect(() => get(tx, id)).toThrow("The snapshot is closed");
  expect(() => collect(tx, scan("rooms"))).toThrow("The snapshot is closed");
});

test("many snapshots at once are many states [D13]", async () => {
  const database = roomsDatabase();
  const snapshots = [];
  for (let at = 0; at < 12; at++) {
    snapshots.push(database.snapshot());
    await mutate(database, (tx) => tx.insert("rooms", { name: `${at}` }));
  }
  const counts = snapshots.map((snapshot) => snapshot.begin({ nowMs: 1 }).count("rooms"));
  expect(counts).toEqual(snapshots.map((_, at) => at));
  for (const snapshot of snapshots) snapshot.close();
  expect(read(database, (tx) => tx.count("rooms"))).toBe(12);
});

test("the stale view of a mutation is the state at its begin, and is not in its read set [D14]", async () => {
  const database = roomsDatabase();
  const [id] = commit(database, (tx) => tx.insert("rooms", { name: "pending" }));
  const tx = database.begin({ nowMs: 1 });
  tx.patch({ id, value: { name: "mine" } });
  const before = tx.reads.ranges.length;
  const stale = tx.staleView();
  expect(collect(stale, scan("rooms"))).toMatchObject([{ name: "pending" }]);
  expect(get(stale, id)).toMatchObject({ name: "pending" });
  expect(tx.reads.ranges).toHaveLength(before);
  database.rollback(tx);
});

test("any number of snapshots of one state take the files of one [D13]", async () => {
  const path = temporaryPath();
  const database = roomsDatabase({ path });
  await mutate(database, (tx) => tx.insert("rooms", { name: "one" }));
  const before = await openFiles(dirname(path));
  const snapshots = Array.from({ length: 300 }, () => database.snapshot());
  const during = await openFiles(dirname(path));
  expect(during.length - before.length).toBeLessThanOrEqual(2);
  for (const snapshot of snapshots.slice(1)) snapshot.close();
  await mutate(database, (tx) => tx.insert("rooms", { name: "two" }));
  expect(snapshots[0]!.begin({ nowMs: 1 }).count("rooms")).toBe(1);
  snapshots[0]!.close();
  expect(read(database, (tx) => tx.count("rooms"))).toBe(2);
});

test("files of snapshots that are over serve later ones [D13]", async () => {
  const path = temporaryPath();
  const database = roomsDatabase({ path });
  const round = async () => {
    const snapshots = [];
    for (let at = 0; at < 40; at++) {
      await mutate(database, (tx) => tx.insert("rooms", { name: "one more" }));
      snapshots.push(database.snapshot());
    }
    const counts = snapshots.map((snapshot) => snapshot.begin({ nowMs: 1 }).count("rooms"));
    expect(counts).toEqual(snapshots.map((_, at) => counts[0]! + at));
    for (const snapshot of snapshots) snapshot.close();
  };
  await round();
  const after = await openFiles(dirname(path));
  for (let at = 0; at < 3; at++) await round();
  expect((await openFiles(dirname(path))).length).toBe(after.length);
});
