import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { dirname } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { Exports } from "../../src/functions/admin/exports.ts";
import type { Database } from "../../src/database/database.ts";
import type { Snapshot } from "../../src/database/transactions/snapshot.ts";
import type { LogLimits } from "../../src/database/transactions/log-bound.ts";
import { openReader } from "../../src/database/sqlite/open-file.ts";
import { get, mutate, roomsDatabase, temporaryPath } from "./fixture.ts";
import { disk } from "./refusing-disk.ts";

const MB = 1_000_000;
/** SQLite itself writes 4 MB into the log before it begins to move them out of it. */
const usual = 5 * MB;
const tooMuch = "So much was written meanwhile";

function open(logLimits: Partial<LogLimits>) {
  const path = temporaryPath();
  const database = roomsDatabase({ path, logLimits });
  const bytesOfLog = () => statSync(`${path}-wal`).size;
  return { path, database, bytesOfLog };
}

/** Writes so many megabytes, half of one at a time, over one document of a room. */
async function write(
  database: Database,
  { id, megabytes, each = () => undefined }: { id: string; megabytes: number; each?: () => void },
): Promise<void> {
  for (let half = 0; half < megabytes * 2; half += 1) {
    const value = { name: `${half} `.padEnd(MB / 2, "room") };
    await mutate(database, (tx) => tx.patch({ id, value }));
    each();
  }
}

function nameIn(snapshot: Snapshot, id: string): string {
  const room = get(snapshot.begin({ nowMs: 0 }), id) as { name: string } | null;
  return room?.name.split(" ")[0] ?? "";
}

test("the log of the database is emptied though one snapshot is opened before the last is closed, and each keeps its state [D34]", async () => {
  const { database, bytesOfLog } = open({ emptyBytes: usual });
  const id = await mutate(database, (tx) => tx.insert("rooms", { name: "first " }));
  let largest = 0;
  let held: Snapshot = database.snapshot();
  let name = "first";
  const differing: string[] = [];
  let at = 0;

  const each = () => {
    if (nameIn(held, id) !== name) differing.push(name);
    held.close();
    held = database.snapshot();
    name = String(at++);
    largest = Math.max(largest, bytesOfLog());
  };
  await write(database, { id, megabytes: 20, each });

  expect(largest).toBeLessThan(3 * usual);
  expect(differing).toEqual([]);
  held.close();
});

test("a state that is held for longer than any query takes is lost when the log is large, and others are not [D34]", async () => {
  const { database, bytesOfLog } = open({ emptyBytes: usual, slowBytes: 2 * usual });
  const id = await mutate(database, (tx) => tx.insert("rooms", { name: "first " }));
  const long = database.snapshot();
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  await write(database, { id, megabytes: 12 });
  expect(nameIn(long, id)).toBe("first");

  vi.advanceTimersByTime(15_000);
  const query = database.snapshot();
  await write(database, { id, megabytes: 1 });
  expect(nameIn(long, id)).toBe("first");
  vi.advanceTimersByTime(15_000);
  await write(database, { id, megabytes: 1 });

  expect(long.isLost).toBe(true);
  expect(() => nameIn(long, id)).toThrow(tooMuch);
  expect(nameIn(query, id)).toBe("23");
  query.close();
  await write(database, { id, megabytes: 1 });
  expect(bytesOfLog()).toBeLessThan(usual);
  // What was lost is closed without harm to whoever has its connection by now.
  const next = database.snapshot();
  long.close();
  expect(nameIn(next, id)).toBe("1");
  next.close();
});

test("a state that was long out of date before the log is large is lost as soon as it is large [D34]", async () => {
  const { database } = open({ emptyBytes: usual, slowBytes: 2 * usual });
  const id = await mutate(database, (tx) => tx.insert("rooms", { name: "first " }));
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const long = database.snapshot();
  await write(database, { id, megabytes: 1 });
  // The newer state is known from here on.
  database.snapshot().close();
  vi.advanceTimersByTime(25_000);

  await write(database, { id, megabytes: 12 });
  expect(long.isLost).toBe(true);
  long.close();
});

test("nothing that is read makes the log larger than it may be at most [D34]", async () => {
  const mostBytes = 3 * usual;
  const { database, bytesOfLog } = open({ emptyBytes: usual, slowBytes: 2 * usual, mostBytes });
  const id = await mutate(database, (tx) => tx.insert("rooms", { name: "first " }));
  const held: Snapshot[] = [];
  let largest = 0;

  const each = () => {
    held.push(database.snapshot());
    largest = Math.max(largest, bytesOfLog());
  };
  await write(database, { id, megabytes: 25, each });

  expect(largest).toBeLessThan(mostBytes + 2 * MB);
  expect(held.at(-1)!.isLost).toBe(false);
  for (const each of held) each.close();
});

test("another process that reads holds up no commit, and the log is emptied after it [D34]", async () => {
  const { path, database, bytesOfLog } = open({ emptyBytes: usual });
  const id = await mutate(database, (tx) => tx.insert("rooms", { name: "first " }));
  const other = openReader(path);
  onTestFinished(() => other.close());
  other.begin();
  other.clock.get();
  let busyMs = "";
  const waitsOfAttempts: string[] = [];
  onTestFinished(() => void (disk.look = null));
  disk.look = (sql) => {
    busyMs = /busy_timeout = (\d+)/.exec(sql)?.[1] ?? busyMs;
    if (sql.includes("wal_checkpoint")) waitsOfAttempts.push(busyMs);
  };
  await write(database, { id, megabytes: 10 });
  expect(bytesOfLog()).toBeGreaterThan(10 * MB);
  // One attempt fails without a wait, and the next is made only after more growth than this.
  expect(waitsOfAttempts).toEqual(["0"]);

  other.end();
  await write(database, { id, megabytes: 18 });
  expect(bytesOfLog()).toBeLessThan(3 * usual);
});

test("a slow download is broken off when too much is written meanwhile, and does not look whole [C9] [D34]", async () => {
  const limits = { emptyBytes: usual, slowBytes: usual, mostBytes: 2 * usual };
  const { path, database, bytesOfLog } = open(limits);
  const id = await mutate(database, (tx) => tx.insert("rooms", { name: "first " }));
  // More than is read at once.
  await mutate(database, (tx) => {
    for (let room = 0; room < 1_100; room += 1)
      tx.insert("rooms", { name: randomBytes(1_500).toString("base64") });
  });
  const released = vi.fn();
  const exports = new Exports({
    database,
    blobs: { uuidOf: (file) => file, pathOf: (uuid) => `${dirname(path)}/${uuid}` },
    holdFiles: () => released,
  });
  const ask = (of: string) => exports.answer(new Request(`http://localhost/api/export/${of}`));
  ask("request/zip?includeStorage=true");
  const body = ask(`zip/${exports.latest}`).body!.getReader();
  await body.read();

  await write(database, { id, megabytes: 14 });

  const readAll = async () => {
    while (!(await body.read()).done);
  };
  await expect(readAll()).rejects.toThrow(tooMuch);
  await vi.waitFor(() => expect(released).toHaveBeenCalledOnce());
  expect(bytesOfLog()).toBeLessThan(2 * usual + 2 * MB);
});

test("an export whose state is lost before its download is told as gone, not sent in part [C9] [D34]", async () => {
  const { path, database } = open({ emptyBytes: usual, slowBytes: usual, mostBytes: 2 * usual });
  const id = await mutate(database, (tx) => tx.insert("rooms", { name: "first " }));
  const released = vi.fn();
  const exports = new Exports({
    database,
    blobs: { uuidOf: (file) => file, pathOf: (uuid) => `${dirname(path)}/${uuid}` },
    holdFiles: () => released,
  });
  const ask = (of: string) => exports.answer(new Request(`http://localhost/api/export/${of}`));
  ask("request/zip?includeStorage=true");

  await write(database, { id, megabytes: 14 });

  const answer = ask(`zip/${exports.latest}`);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: "ExportNotFound" });
  expect(released).toHaveBeenCalledOnce();
});
