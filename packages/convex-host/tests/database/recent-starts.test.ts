import { dirname } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { openDatabase } from "../../src/database/open-database.ts";
import { openSqlite, StorageError } from "../../src/database/sqlite/driver.ts";
import { DataLock } from "../../src/operations/data-lock.ts";
import {
  collect,
  mutate,
  range,
  read,
  roomsDatabase,
  temporaryPath,
  unitsSchema,
} from "./fixture.ts";
import { disk } from "./refusing-disk.ts";
import { copyOfKilled, open, countRows, takeOver } from "./stored-file.ts";

const namesOf = (database: Database) =>
  read(database, (tx) => collect(tx, range("rooms.by_name")).map(({ name }) => name));

/** Makes the disk refuse every SQLite transaction that writes. */
function refuseWrites(): void {
  let isWriting = false;
  disk.look = (sql) => {
    if (sql.startsWith("BEGIN")) isWriting = sql === "BEGIN IMMEDIATE";
    if (isWriting && sql === "COMMIT")
      throw new StorageError("database or disk is full", "SQLITE_FULL");
  };
  onTestFinished(() => void (disk.look = null));
}

test("a full disk keeps no start from commits that are in no table yet [O11] [D27] [D32]", async () => {
  const path = temporaryPath();
  const database = roomsDatabase({ path });
  const moved = await mutate(database, (tx) => tx.insert("rooms", { name: "1", floor: 1 }));
  const gone = await mutate(database, (tx) => tx.insert("rooms", { name: "2" }));
  await mutate(database, (tx) => tx.patch({ id: moved, value: { name: "3" } }));
  const tx = database.begin({ nowMs: 1 });
  tx.remove({ id: gone });
  const record = { sessionId: "s", requestId: 1, caller: "", result: "7", logLines: [] };
  await database.commit(tx, record);
  const copy = copyOfKilled(path);

  refuseWrites();
  const again = open(copy);
  // Each start applies the app's schema; this one has not changed.
  again.applySchema(unitsSchema);
  expect(again.latest).toBe(database.latest);
  expect(namesOf(again)).toEqual(["3"]);
  const refused = mutate(again, (later) => later.insert("rooms", { name: "4" }));
  await expect(refused).rejects.toThrow("full");
  disk.look = null;
  await mutate(again, (later) => later.insert("rooms", { name: "5" }));
  takeOver(again);
  expect([countRows(copy, "recent_commits"), countRows(copy, "documents")]).toEqual([0, 2]);
  again.close();
  const last = open(copy);
  expect(namesOf(last)).toEqual(["3", "5"]);
  expect(last.begin({ nowMs: 1 }).findRequest("s", 1)).toMatchObject(record);
});

test.each([
  ["is cut off", "substr(text, 1, 40)"],
  ["is another thing", "'{}'"],
  ["names no table", `replace(text, ',10001,', ',20001,')`],
  ["has a document that is none", `replace(text, '\\"name\\"', 'name')`],
  ["has the place of another document", `replace(text, '[[2,', '[[1,')`],
])(
  "a file in which a commit %s is refused by its name, and left as it is [D21] [D32]",
  async (_, damage) => {
    const path = temporaryPath();
    const database = roomsDatabase({ path });
    await mutate(database, (tx) => tx.insert("rooms", { name: "1" }));
    takeOver(database);
    await mutate(database, (tx) => tx.insert("rooms", { name: "2" }));
    const copy = copyOfKilled(path);
    const sqlite = openSqlite(copy);
    sqlite.exec(`UPDATE recent_commits SET text = ${damage}`);
    sqlite.close();

    expect(() => openDatabase({ path: copy })).toThrow(`${copy} is damaged`);
    expect([countRows(copy, "recent_commits"), countRows(copy, "documents")]).toEqual([1, 1]);
  },
);

test("a start puts no commit over a newer one of a host that was faster [D8] [D32]", async () => {
  const path = temporaryPath();
  const database = roomsDatabase({ path });
  const id = await mutate(database, (tx) => tx.insert("rooms", { name: "old" }));
  const copy = copyOfKilled(path);
  let isFirst = true;
  let committed: Promise<unknown> = Promise.resolve();
  disk.look = (sql) => {
    if (sql !== "BEGIN IMMEDIATE" || !isFirst) return;
    isFirst = false;
    const other = openDatabase({ path: copy, durable: false });
    committed = mutate(other, (tx) => tx.patch({ id, value: { name: "new" } }));
    other.close();
  };
  onTestFinished(() => void (disk.look = null));
  const slower = open(copy);
  await committed;
  expect(namesOf(slower)).toEqual(["new"]);
});

test("tables that a disk refused to take over commits take them over when it has room again [D32]", async () => {
  const path = temporaryPath();
  const database = roomsDatabase({ path });
  await mutate(database, (tx) => tx.insert("rooms", { name: "1" }));
  let refusals = 0;
  disk.look = (sql) => {
    if (!sql.startsWith("DELETE FROM recent_commits")) return;
    refusals += 1;
    throw new StorageError("database or disk is full", "SQLITE_FULL");
  };
  onTestFinished(() => void (disk.look = null));
  await expect.poll(() => refusals).toBeGreaterThan(0);
  disk.look = null;

  await expect.poll(() => countRows(path, "recent_commits")).toBe(0);
  expect(countRows(path, "documents")).toBe(1);
});

test("a commit whose flush the disk refused is written over, also when the disk takes a commit only later [O11]", async () => {
  const database = roomsDatabase();
  const commits: string[] = [];
  let [isWriting, refusals] = [false, 2];
  disk.look = (sql) => {
    // A connection that only reads begins and commits too.
    if (sql.startsWith("BEGIN")) isWriting = sql === "BEGIN IMMEDIATE";
    if (!isWriting || sql !== "COMMIT") return;
    commits.push(refusals > 0 ? "refused" : "stored");
    if (refusals-- > 0) throw new StorageError("disk I/O error", "SQLITE_IOERR_FSYNC");
  };
  onTestFinished(() => void (disk.look = null));

  await expect(mutate(database, (tx) => tx.insert("rooms", { name: "1" }))).rejects.toThrow("I/O");
  expect(commits).toEqual(["refused", "refused"]);
  // Nothing else is written. The timer of the merges repeats the overwriting commit.
  await expect.poll(() => commits, { timeout: 5000 }).toEqual(["refused", "refused", "stored"]);
});

test.each([
  { step: "BEGIN EXCLUSIVE", code: "SQLITE_FULL" },
  { step: "journal_mode", code: "SQLITE_IOERR_SHMSIZE" },
])(
  "a start whose $step a full disk refuses says which disk, and room helps [O6] [O11]",
  (refused) => {
    const path = temporaryPath();
    const start = () => {
      const lock = DataLock.take(dirname(path));
      try {
        open(path).close();
      } finally {
        lock.release();
      }
    };
    start();
    disk.look = (sql) => {
      if (sql.includes(refused.step)) throw new StorageError("disk I/O error", refused.code);
    };
    onTestFinished(() => void (disk.look = null));

    expect(start).toThrow(/^The disk of \/.* is full( or fails)?: make room/);

    disk.look = null;
    start();
  },
);

test.each(["SQLITE_IOERR", "SQLITE_READONLY", "SQLITE_CANTOPEN"])(
  "a start that meets a failing disk (%s) names the file [O6]",
  (code) => {
    const path = temporaryPath();
    open(path).close();
    disk.look = (sql) => {
      if (sql.includes("journal_mode")) throw new StorageError("disk I/O error", code);
    };
    onTestFinished(() => void (disk.look = null));

    expect(() => open(path)).toThrow(`The disk of ${path} fails: disk I/O error`);
  },
);
