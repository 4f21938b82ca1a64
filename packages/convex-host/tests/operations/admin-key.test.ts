import type * as FileSystem from "node:fs";
import { readdir } from "node:fs/promises";
import { expect, test, vi } from "vitest";
import { isAdminKey, makeAdminKey } from "../../src/operations/admin-key.ts";
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
