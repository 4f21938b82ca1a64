import type * as FileSystem from "node:fs/promises";
import { appendFile, cp, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { ConvexHttpClient } from "convex/browser";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { StorageError } from "../../src/database/sqlite/driver.ts";
import { backUp, databaseFile } from "../../src/operations/backup.ts";
import { finishReplacing } from "../../src/operations/replace-data.ts";
import { restore } from "../../src/operations/restore.ts";
import { disk } from "../database/refusing-disk.ts";
import { app } from "../support/fixture-api.ts";
import { shownIn } from "./shown-data.ts";
import {
  connect,
  type LiveHost,
  startSharedHost,
  startTestHost,
  temporaryFolder,
} from "../support/live-host.ts";

/**
 * The steps until the process is killed, the renames until the disk refuses one, and the calls that a dead process
 * waits for.
 */
type Fate = { steps: number; died: () => void; renamings: number; dead: unknown[] };
const fate = vi.hoisted((): Fate => ({
  ...{ steps: Infinity, died: () => undefined },
  ...{ renamings: Infinity, dead: [] },
}));

vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof FileSystem>();
  const mortal =
    <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      fate.steps -= 1;
      if (fate.steps >= 0) return await work(...args);
      fate.died();
      // The promise is kept, because the garbage collector would close the files that a dead process has open.
      return await new Promise((goOn) => fate.dead.push(goOn));
    };
  const refused = async (from: string, to: string) => {
    fate.renamings -= 1;
    if (fate.renamings === -1) throw new Error("EXDEV: cross-device link not permitted");
    await real.rename(from, to);
  };
  return { ...real, rename: mortal(refused), mkdir: mortal(real.mkdir), rm: mortal(real.rm) };
});

afterEach(() => {
  Object.assign(fate, { steps: Infinity, renamings: Infinity });
});

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const now = new Date("2026-03-04T05:06:07.008Z");
const tables = { emptied: [] };

async function upload(host: LiveHost, text: string): Promise<void> {
  const url = await new ConvexHttpClient(host.url).mutation(app.uploadUrl, {});
  await fetch(url, { method: "POST", body: text });
}

let original = "";
let killed: KilledDisk[] = [];
beforeAll(async () => {
  original = await mkdtemp(join(tmpdir(), "broken-off-"));
  const [dataDir, left] = [join(original, "data"), join(original, "left")];
  const { host, stop } = await startSharedHost({ dataDir });
  const client = new ConvexHttpClient(host.url);
  await client.mutation(app.add, { list: "a", text: "old" });
  await upload(host, "an old picture");
  await backUp({ dataDir }, join(original, "backup"));
  await client.mutation(app.add, { list: "a", text: "new" });
  await upload(host, "a new picture");
  await copyData(dataDir, left);
  await stop();
  killed = await killRestores();
}, 60_000);

afterAll(async () => {
  await rm(original, { recursive: true, force: true });
});

/**
 * Copies a backup with one text and one file, and data with two of each, part of which is still in the database's log.
 */
async function backedUp() {
  const home = await temporaryFolder();
  for (const name of ["left", "backup"])
    await cp(join(original, name), join(home, name), { recursive: true });
  return { home, left: join(home, "left"), backup: join(home, "backup") };
}

/** Copies a data folder without its lock file. */
async function copyData(from: string, to: string): Promise<void> {
  // A closed database removes its log only when it is garbage collected, which must not happen during the copy.
  collectGarbage();
  await new Promise((resolve) => setImmediate(resolve));
  const filter = (path: string) => basename(path) !== "lock-journal";
  await cp(from, to, { recursive: true, filter });
}

type KilledDisk = { steps: number; disk: string; isDead: boolean; names: string[] };

/**
 * Returns the disks of processes that were killed after each number of steps of a restore; the last process survives.
 */
async function killRestores(): Promise<KilledDisk[]> {
  const disks: KilledDisk[] = [];
  for (let steps = 0, isDead = true; isDead; steps += 1) {
    const [dataDir, disk] = [join(original, `data-${steps}`), join(original, `disk-${steps}`)];
    await cp(join(original, "left"), dataDir, { recursive: true });
    const death = new Promise<true>((resolve) => (fate.died = () => resolve(true)));
    fate.steps = steps;
    const end = restore(join(original, "backup"), { dataDir, now, tables }).then(() => false);
    isDead = await Promise.race([death, end]);
    fate.steps = Infinity;
    // The dead process still holds its lock, so the disk moves to another machine.
    await copyData(dataDir, disk);
    disks.push({ steps, disk, isDead, names: await readdir(disk) });
  }
  return disks;
}

/** Copies the first disk whose file names match. */
async function diskWhere(isFound: (names: string[]) => boolean): Promise<string> {
  const { disk } = killed.find(({ names }) => isFound(names))!;
  const copy = join(await temporaryFolder(), "disk");
  await cp(disk, copy, { recursive: true });
  return copy;
}

const ofBefore = { texts: ["old", "new"], pictures: ["an old picture", "a new picture"] };
const ofBackup = { texts: ["old"], pictures: ["an old picture"] };
const asideName = "replaced-2026-03-04T05-06-07-008Z";

test("a restore that is killed anywhere leaves the data of before or that of the backup, whole [O8]", async () => {
  const states = new Set<string>();
  for (const { steps, disk: kept, isDead } of killed) {
    const disk = `${kept}-copy`;
    await cp(kept, disk, { recursive: true });
    const isFinished = await finishReplacing({ dataDir: disk });

    const hasAside = (await readdir(disk)).includes(asideName);
    expect([steps, await shownIn(hasAside ? join(disk, asideName) : disk)]).toEqual([
      steps,
      ofBefore,
    ]);
    if (hasAside) expect([steps, await shownIn(disk)]).toEqual([steps, ofBackup]);
    expect([steps, await finishReplacing({ dataDir: disk })]).toEqual([steps, false]);
    states.add(`${isDead ? "killed" : "lived"}, ${isFinished ? "finished" : "left"}`);
  }
  expect(states).toEqual(new Set(["killed, left", "killed, finished", "lived, left"]));
});

test("a start finishes a restore that was killed while there was no database, and says so [O8]", async () => {
  const disk = await diskWhere((names) => !names.includes(databaseFile));

  const host = await startTestHost({ dataDir: disk });

  expect(await connect(host.url).query(app.list, { list: "a" })).toEqual(["old"]);
  expect(host.logged.join("")).toContain("restore.finished");
  await host.stop();
  expect(await shownIn(join(disk, asideName))).toEqual(ofBefore);
});

test("a restore after one that was killed leaves the data of before in one folder [O8]", async () => {
  const disk = await diskWhere((names) => names.includes(asideName));

  const later = new Date(now.getTime() + 1);
  await restore(join(original, "backup"), { dataDir: disk, now: later, tables });

  expect(await shownIn(disk)).toEqual(ofBackup);
  expect(await shownIn(join(disk, asideName))).toEqual(ofBefore);
});

test("a restore for which the data cannot be moved leaves it where it was [O8]", async () => {
  const { home, left, backup } = await backedUp();
  const refusals: string[] = [];
  for (let renamings = 0; refusals.length === renamings; renamings += 1) {
    const dataDir = join(home, `data-${renamings}`);
    await cp(left, dataDir, { recursive: true });
    fate.renamings = renamings;
    await restore(backup, { dataDir, now, tables }).catch((error) => refusals.push(String(error)));
    fate.renamings = Infinity;
    if (refusals.length === renamings) break;

    expect((await readdir(dataDir)).sort()).toEqual((await readdir(left)).sort());
    expect([renamings, await shownIn(dataDir)]).toEqual([renamings, ofBefore]);
  }
  expect(refusals.length).toBeGreaterThan(4);
});

test("a restore that is refused leaves nothing of the backup behind [O8] [O11]", async () => {
  const { left: dataDir, backup } = await backedUp();
  const [file = ""] = await readdir(join(backup, "files"));
  await appendFile(join(backup, "files", file), "more");
  const names = (await readdir(dataDir)).sort();

  await expect(restore(backup, { dataDir, now, tables })).rejects.toThrow("is damaged");

  expect((await readdir(dataDir)).sort()).toEqual(names);
});

test("a backup that fails leaves nothing behind that would fill the disk [O7] [O11]", async () => {
  const { left, home } = await backedUp();
  for (const name of await readdir(join(left, "files")))
    if (name !== "incoming") await writeFile(join(left, "files", name), "");

  await expect(backUp({ dataDir: left }, join(home, "second"))).rejects.toThrow(
    "files that the data names are not in",
  );

  expect((await readdir(dirname(left))).filter((name) => name.startsWith("second"))).toEqual([]);
});

test("a backup or a restore whose disk fills up in its midst says so in words, and leaves nothing of itself there [O7] [O8] [O11]", async () => {
  const { left: dataDir, backup, home } = await backedUp();
  const folder = join(home, "second");
  const before = { home: await readdir(home), data: await readdir(dataDir) };
  onTestFinished(() => void (disk.look = null));
  for (const refusal of [
    new StorageError("database or disk is full", "SQLITE_FULL"),
    Object.assign(new Error("no space left on device"), { code: "ENOSPC" }),
  ]) {
    disk.look = (sql) => {
      if (sql.includes("VACUUM INTO")) throw refusal;
    };
    const refused = (to: string) => `The disk of ${to} has no room left for the backup.`;
    await expect(backUp({ dataDir }, folder)).rejects.toThrow(refused(folder));
    await expect(restore(backup, { dataDir, now, tables })).rejects.toThrow(refused(dataDir));
    disk.look = null;
    expect({ home: await readdir(home), data: await readdir(dataDir) }).toEqual(before);
  }
});

test("a backup that would leave too little of the disk to the data is refused before it is made [O7] [O12]", async () => {
  const { left, home } = await backedUp();
  const floor = { freeDiskBytes: Infinity, freeDiskShare: 1 };

  await expect(backUp({ dataDir: left, floor }, join(home, "second"))).rejects.toThrow(
    "name a folder on another disk, or make room",
  );

  expect((await readdir(home)).filter((name) => name.startsWith("second"))).toEqual([]);
});

test("of two backups at once to one folder one is made whole, and the other is refused [O7]", async () => {
  const { left, home } = await backedUp();
  const folder = join(home, "second");

  const ends = await Promise.allSettled([1, 2, 3].map(() => backUp({ dataDir: left }, folder)));

  const refusals = ends.flatMap((end) => (end.status === "rejected" ? [String(end.reason)] : []));
  expect(refusals).toHaveLength(2);
  for (const refusal of refusals) expect(refusal).toMatch(/is being made|exists already/);
  expect((await readdir(home)).filter((name) => name.startsWith("second"))).toEqual(["second"]);
  expect((await readdir(folder)).filter((name) => name.startsWith("lock"))).toEqual([]);
  expect(await shownIn(folder)).toEqual(ofBefore);
});
