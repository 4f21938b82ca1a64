import type * as FileSystem from "node:fs/promises";
import { rmSync, symlinkSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { StorageError } from "../../src/database/sqlite/driver.ts";
import { backUp, databaseFile } from "../../src/operations/backup.ts";
import { DataLock, lockFile } from "../../src/operations/data-lock.ts";
import { hashFile } from "../../src/operations/database-hash.ts";
import { finishReplacing } from "../../src/operations/replace-data.ts";
import { restore } from "../../src/operations/restore.ts";
import { disk } from "../database/refusing-disk.ts";
import { app } from "../support/fixture-api.ts";
import { shownIn } from "./shown-data.ts";
import { startSharedHost } from "../support/live-host.ts";

type WayOfFailing = "once" | "twice" | "for ever";

/** The calls until the disk fails, and how it fails then: "twice" means at that call and at the next but one. */
const fate = vi.hoisted((): { calls: number; way: WayOfFailing } => ({
  calls: Infinity,
  way: "once",
}));

vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof FileSystem>();
  const failing =
    <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      fate.calls -= 1;
      const isSecond = fate.way === "twice" && fate.calls === -3;
      if (fate.calls === -1 || isSecond || (fate.calls < 0 && fate.way === "for ever"))
        throw Object.assign(new Error("EIO: i/o error"), { code: "EIO" });
      return await work(...args);
    };
  return {
    ...real,
    ...{ rename: failing(real.rename), mkdir: failing(real.mkdir), rm: failing(real.rm) },
    ...{ stat: failing(real.stat), open: failing(real.open), chmod: failing(real.chmod) },
    ...{ copyFile: failing(real.copyFile), writeFile: failing(real.writeFile) },
    readdir: failing(real.readdir as (path: string) => Promise<string[]>),
  };
});

afterEach(() => {
  disk.look = null;
  fate.calls = Infinity;
});

const now = new Date("2026-03-04T05:06:07.008Z");
const aside = "replaced-2026-03-04T05-06-07-008Z";
const ofBefore = { texts: ["old", "new"], pictures: ["an old picture", "a new picture"] };
const ofBackup = { texts: ["old"], pictures: ["an old picture"] };

let original = "";
beforeAll(async () => {
  original = await mkdtemp(join(tmpdir(), "failing-disk-"));
  const dataDir = join(original, "data");
  const { host, stop } = await startSharedHost({ dataDir });
  const client = new ConvexHttpClient(host.url);
  for (const text of ["old", "new"]) {
    await client.mutation(app.add, { list: "a", text });
    const body = text === "old" ? "an old picture" : "a new picture";
    await fetch(await client.mutation(app.uploadUrl, {}), { method: "POST", body });
    await backUp({ dataDir }, join(original, text));
  }
  await stop();
}, 60_000);

afterAll(async () => {
  await rm(original, { recursive: true, force: true });
});

type Failure = { home: string; dataDir: string; told: string | null };

/** Does `work` on a disk that fails at its first call, then at its second, until it does not fail any more. */
async function failEverywhere(
  way: WayOfFailing,
  work: (place: { home: string; dataDir: string }) => Promise<unknown>,
  look: (failure: Failure) => Promise<void>,
): Promise<number> {
  for (let calls = 0; ; calls += 1) {
    const home = await mkdtemp(join(original, "home-"));
    const dataDir = join(home, "data");
    await cp(join(original, "new"), dataDir, { recursive: true });
    Object.assign(fate, { calls, way });
    const told = await work({ home, dataDir }).then(
      () => null,
      (error: Error) => error.message,
    );
    const isDone = fate.calls >= 0;
    fate.calls = Infinity;
    await look({ home, dataDir, told });
    if (isDone) return calls;
  }
}

const waysOfFailing: WayOfFailing[] = ["once", "twice", "for ever"];

test.each(waysOfFailing)(
  "a backup on a disk that fails in any place is whole, or says so and leaves nothing that it can remove (%s) [O7]",
  { timeout: 60_000 },
  async (way) => {
    const places = await failEverywhere(
      way,
      async ({ home, dataDir }) => await backUp({ dataDir }, join(home, "second")),
      async ({ home, dataDir, told }) => {
        const left = (await readdir(home)).filter((name) => name !== "data");
        if (told === null) expect(await shownIn(join(home, "second"))).toEqual(ofBefore);
        else expect(told).toMatch(/^A disk failed while|EIO/);
        if (told !== null && way === "once") expect([told, left]).toEqual([told, []]);
        if (left.length > 0 && told !== null) expect(told).toContain(`Remove ${home}/${left[0]}`);
        expect(await shownIn(dataDir)).toEqual(ofBefore);
      },
    );
    expect(places).toBeGreaterThan(10);
  },
);

test.each(waysOfFailing)(
  "a restore on a disk that fails in any place has done nothing, or says that the next start completes it (%s) [O8]",
  { timeout: 60_000 },
  async (way) => {
    const places = await failEverywhere(
      way,
      async ({ dataDir }) =>
        await restore(join(original, "old"), { dataDir, now, tables: { emptied: [] } }),
      async ({ dataDir, told }) => {
        const isBegun = told?.includes("The next start completes it") === true;
        expect([told, await finishReplacing({ dataDir })]).toEqual([told, isBegun]);
        const isDone = told === null || isBegun;
        expect([told, await shownIn(dataDir)]).toEqual([told, isDone ? ofBackup : ofBefore]);
        if (isDone) expect(await shownIn(join(dataDir, aside))).toEqual(ofBefore);
        const isClean = isDone || way === "once";
        if (isClean) expect(await readdir(dataDir), told ?? "done").not.toContain("restoring");
      },
    );
    expect(places).toBeGreaterThan(20);
  },
);

test.each([
  ["SQLITE_FULL", "has no room left for the backup"],
  ["SQLITE_CANTOPEN", "A disk failed"],
])(
  "a disk without room for the lock of a backup is told like every full disk, and gets its folder removed (%s) [O7]",
  async (code, words) => {
    const home = await mkdtemp(join(original, "home-"));
    const dataDir = join(original, "new");
    disk.look = (sql) => {
      if (sql.includes("BEGIN EXCLUSIVE")) throw new StorageError("no room", code);
    };

    const told = await backUp({ dataDir }, join(home, "second")).catch(String);

    expect(told).toContain(words);
    expect(told).toContain("Nothing of it was kept there");
    expect(await readdir(home)).toEqual([]);
  },
);

test("a disk that fills up during the check of a backup does not make the backup damaged [O7] [O8]", async () => {
  const dataDir = join(original, "checked");
  await cp(join(original, "new"), dataDir, { recursive: true });
  disk.look = (sql) => {
    if (sql.includes("integrity_check"))
      throw new StorageError("database or disk is full", "SQLITE_FULL");
  };

  await expect(
    restore(join(original, "old"), { dataDir, now, tables: { emptied: [] } }),
  ).rejects.toThrow(`The disk of ${dataDir} has no room left for the backup.`);
});

test("a disk that fails to read during the check of a backup does not make the backup damaged [O8]", async () => {
  const dataDir = join(original, "unread");
  await cp(join(original, "new"), dataDir, { recursive: true });
  disk.look = (sql) => {
    if (!sql.includes("integrity_check")) return;
    const checked = join(dataDir, "restoring", databaseFile);
    // Reads of this file fail with EIO, as those of a failing disk. SQLite calls them damage.
    rmSync(checked);
    symlinkSync("/proc/self/mem", checked);
    throw new StorageError("database disk image is malformed", "SQLITE_CORRUPT");
  };

  await expect(
    restore(join(original, "old"), { dataDir, now, tables: { emptied: [] } }),
  ).rejects.toThrow(`A disk failed while the backup was written to ${dataDir}`);
});

test("a start that cannot open its lock names the file [O6]", async () => {
  const lock = join(original, "locked", lockFile);
  await mkdir(lock, { recursive: true });

  expect(() => DataLock.take(dirname(lock))).toThrow(
    `The disk of ${lock} fails: unable to open the database file`,
  );
});

test("a start removes what a restore that was killed during its copy left [O8]", async () => {
  const dataDir = join(original, "killed");
  await cp(join(original, "new"), dataDir, { recursive: true });
  await cp(join(original, "old"), join(dataDir, "restoring"), { recursive: true });
  await rm(join(dataDir, "restoring", hashFile));

  expect(await finishReplacing({ dataDir })).toBe(false);

  expect(await readdir(dataDir)).not.toContain("restoring");
  expect(await shownIn(dataDir)).toEqual(ofBefore);
});

test.each([
  ["where a restore prepares its data", ["restoring"]],
  ["in a folder of that place", ["restoring", "of monday"]],
])("a start and a restore keep a backup that somebody has put %s [O8]", async (_where, folders) => {
  const dataDir = join(original, ["misplaced", ...folders].join(" "));
  const misplaced = join(dataDir, ...folders);
  await cp(join(original, "new"), dataDir, { recursive: true });
  await cp(join(original, "old"), misplaced, { recursive: true });

  expect(await finishReplacing({ dataDir })).toBe(false);
  const restored = restore(join(original, "new"), { dataDir, now, tables: { emptied: [] } });
  await expect(restored).rejects.toThrow("Move it out of the data first");

  expect(await shownIn(misplaced)).toEqual(ofBackup);
  expect(await shownIn(dataDir)).toEqual(ofBefore);
});
