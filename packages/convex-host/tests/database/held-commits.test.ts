import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Database } from "../../src/database/database.ts";
import type { FlushedCommits } from "../../src/database/state/layer.ts";
import { openDatabase } from "../../src/database/open-database.ts";
import {
  collect,
  commit,
  read,
  roomsDatabase,
  scan,
  temporaryPath,
  unitsSchema,
} from "./fixture.ts";

/** The time is longer than any test, so only another event can cause the flush. */
const never = 3_600_000;

function commitHeld(database: Database, name: string) {
  const tx = database.begin({ nowMs: 0 });
  tx.insert("rooms", { name });
  return database.commit(tx, undefined, { mayWait: true });
}

const namesOf = (database: Database) =>
  read(database, (tx) => collect(tx, scan("rooms"))).map(({ name }) => name);

test("a commit that may wait is flushed with the next one that may not [D4]", async () => {
  const database = roomsDatabase({ heldMs: never });
  const flushes: FlushedCommits[] = [];
  database.onCommit((flush) => flushes.push(flush));
  const held = [commitHeld(database, "1"), commitHeld(database, "2")];
  for (let turn = 0; turn < 5; turn++) await nextTurn();
  expect(flushes).toEqual([]);
  expect(namesOf(database)).toEqual([]);

  const [, urgent] = commit(database, (tx) => tx.insert("rooms", { name: "3" }));
  const third = commitHeld(database, "4");
  expect(await Promise.all([...held, third])).toEqual(Array(3).fill(await urgent));
  expect(flushes.map(({ writes }) => writes.length)).toEqual([4]);
  expect(namesOf(database)).toEqual(["1", "2", "3", "4"]);
});

test("commits that all may wait are flushed after their time, and the next ones after theirs [D4]", async () => {
  const database = roomsDatabase({ heldMs: 5 });
  const first = await commitHeld(database, "1");
  expect(await commitHeld(database, "2")).toBeGreaterThan(first);
  expect(namesOf(database)).toEqual(["1", "2"]);
});

test("a mutation without writes does not wait for the time of those that may [D4]", async () => {
  const database = roomsDatabase({ heldMs: never });
  const held = commitHeld(database, "1");
  expect(await database.commit(database.begin({ nowMs: 0 }))).toBe(await held);
});

test("a commit that may wait is on disk when the database closes [D4] [D12]", async () => {
  const path = temporaryPath();
  const database = openDatabase({ path, durable: false, heldMs: never });
  database.applySchema(unitsSchema);
  const held = commitHeld(database, "1");
  database.close();
  await held;
  const again = openDatabase({ path, durable: false });
  expect(namesOf(again)).toEqual(["1"]);
  again.close();
});
