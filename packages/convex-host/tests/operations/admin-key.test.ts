import type * as FileSystem from "node:fs";
import { chown, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { isAdminKey, makeAdminKey } from "../../src/operations/admin-key.ts";
import type * as BlobFolder from "../../src/storage/blob-folder.ts";
import { temporaryFolder } from "../support/live-host.ts";

const disk = vi.hoisted(() => ({ isFull: false }));

// A full disk takes the name of a file and none of its bytes.
vi.mock("node:fs", async (original) => {
  const real = await original<typeof FileSystem>();
  const writeFileSync: typeof real.writeFileSync = (file, data, options) => {
    if (!disk.isFull) return real.writeFileSync(file, data, options);
    real.writeFileSync(file, "", options);
    throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  };
  return { ...real, writeFileSync };
});

const flushed = vi.hoisted((): { folder: string; hash: string }[] => []);

vi.mock("../../src/storage/blob-folder.ts", async (original) => {
  const flush = async (folder: string) => {
    flushed.push({ folder, hash: await readFile(join(folder, "admin-key.sha256"), "utf8") });
  };
  return { ...(await original<typeof BlobFolder>()), flush };
});

test("the admin key before stays good when the disk does not take a new one [C3] [O11]", async () => {
  const dataDir = await temporaryFolder();
  const key = await makeAdminKey(dataDir);

  disk.isFull = true;
  const made = makeAdminKey(dataDir);
  await expect(made).rejects.toThrow("ENOSPC");
  disk.isFull = false;

  expect(await isAdminKey(dataDir, key)).toBe(true);
  expect(await readdir(dataDir)).toEqual(["admin-key.sha256"]);
  const next = await makeAdminKey(dataDir);
  expect([await isAdminKey(dataDir, key), await isAdminKey(dataDir, next)]).toEqual([false, true]);
});

test("a new admin key is on the disk before it is shown: a power cut does not bring back the one before [C3]", async () => {
  const dataDir = await temporaryFolder();
  await makeAdminKey(dataDir);
  flushed.length = 0;

  await makeAdminKey(dataDir);

  const hash = await readFile(join(dataDir, "admin-key.sha256"), "utf8");
  expect(flushed).toEqual([{ folder: dataDir, hash }]);
});

test.skipIf(process.getuid?.() !== 0)(
  "an admin key that root makes is readable for the owner of the data folder [C3]",
  async () => {
    const dataDir = await temporaryFolder();
    const owner = { uid: 12_345, gid: 23_456 };
    await chown(dataDir, owner.uid, owner.gid);

    await makeAdminKey(dataDir);

    expect(await stat(join(dataDir, "admin-key.sha256"))).toMatchObject(owner);
  },
);

test("a link in the data folder leads no admin key to a file elsewhere [C3]", async () => {
  const dataDir = await temporaryFolder();
  const elsewhere = join(await temporaryFolder(), "other");
  await writeFile(elsewhere, "of the system");
  await symlink(elsewhere, join(dataDir, "admin-key.sha256.unfinished"));

  const key = await makeAdminKey(dataDir);

  expect(await readFile(elsewhere, "utf8")).toBe("of the system");
  expect(await isAdminKey(dataDir, key)).toBe(true);
});
