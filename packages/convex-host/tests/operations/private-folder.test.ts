import { chmod, mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { backUp } from "../../src/operations/backup.ts";
import { restore } from "../../src/operations/restore.ts";
import { app } from "../support/fixture-api.ts";
import { connect, type LiveHost, startTestHost, temporaryFolder } from "../support/live-host.ts";
import { until } from "../support/until.ts";

const tables = { emptied: [] };

async function upload(host: LiveHost, text: string): Promise<void> {
  const url = await connect(host.url).mutation(app.uploadUrl, {});
  expect((await fetch(url, { method: "POST", body: text })).status).toBe(200);
}

/** Returns the paths that other accounts of the machine have permissions for, with these permissions. */
async function openPaths(folder: string): Promise<string[]> {
  const names = ["", ...(await readdir(folder, { recursive: true }))];
  const found = await Promise.all(
    names.map(async (name) => {
      const { mode } = await stat(join(folder, name));
      return (mode & 0o077) === 0 ? [] : [`${name} ${(mode & 0o777).toString(8)}`];
    }),
  );
  return found.flat();
}

test.skipIf(process.platform === "win32")(
  "the data folder, a backup and what is restored are for the program's own account alone [O14]",
  async () => {
    const home = await temporaryFolder();
    const dataDir = join(home, "data");
    const before = process.umask(0o022);
    try {
      const host = await startTestHost({ dataDir });
      await upload(host, "a picture");
      await backUp({ dataDir }, join(home, "backup"));
      await host.stop();
      await restore(join(home, "backup"), {
        dataDir: join(home, "other"),
        now: new Date(0),
        tables,
      });
    } finally {
      process.umask(before);
    }

    for (const name of ["data", "backup", "other"])
      expect([name, await openPaths(join(home, name))]).toEqual([name, []]);
  },
);

test.skipIf(process.platform === "win32")(
  "a folder of an earlier version is closed by the start, its many files meanwhile [O14]",
  async () => {
    const dataDir = join(await temporaryFolder(), "data");
    const first = await startTestHost({ dataDir });
    await upload(first, "a picture");
    await first.stop();
    await writeFile(join(dataDir, "admin-key.sha256"), "hash");
    await mkdir(join(dataDir, "replaced-earlier"));
    for (const name of await readdir(dataDir, { recursive: true })) {
      const path = join(dataDir, name);
      await chmod(path, (await stat(path)).isDirectory() ? 0o755 : 0o644);
    }
    await chmod(dataDir, 0o755);
    expect((await openPaths(dataDir)).length).toBeGreaterThan(5);

    await startTestHost({ dataDir });

    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    const inFiles = async () =>
      (await openPaths(dataDir)).filter(
        (path) => !path.startsWith("replaced") && !path.startsWith("files/incoming"),
      );
    await until(inFiles, (open) => open.length === 0);
  },
);
