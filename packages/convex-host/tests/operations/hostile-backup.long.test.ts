import {
  chmod,
  link,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openSqlite } from "../../src/database/sqlite/driver.ts";
import { backUp, databaseFile } from "../../src/operations/backup.ts";
import { hashFile } from "../../src/operations/database-hash.ts";
import { copyChecked } from "../../src/operations/copy-checked.ts";
import { restore } from "../../src/operations/restore.ts";
import { app } from "../support/fixture-api.ts";
import { connect, startTestHost, temporaryFolder } from "../support/live-host.ts";

const now = new Date("2026-03-04T05:06:07.008Z");
const tables = { emptied: ["messages"] };

/** Makes a backup with a text and a file, a folder to restore to, and a file of another program beside them. */
async function backedUp() {
  const home = await temporaryFolder();
  const [backup, dataDir, foreign] = ["backup", "elsewhere", "foreign"].map((name) =>
    join(home, name),
  ) as [string, string, string];
  const host = await startTestHost({ dataDir: join(home, "data") });
  await connect(host.url).mutation(app.add, { list: "a", text: "one" });
  const url = await connect(host.url).mutation(app.uploadUrl, {});
  await fetch(url, { method: "POST", body: "a picture" });
  await backUp({ dataDir: join(home, "data") }, backup);
  await host.stop();
  // An attacker who changes the database can also delete its hash.
  await rm(join(backup, hashFile));
  await writeFile(foreign, "a picture");
  await chmod(foreign, 0o644);
  const [file = ""] = await readdir(join(backup, "files"));
  return { home, backup, dataDir, foreign, file: join(backup, "files", file) };
}

test("a link in the place of a file is refused, and what it leads to is left alone [O8]", async () => {
  const { backup, dataDir, foreign, file } = await backedUp();
  await rm(file);
  await symlink(foreign, file);

  await expect(restore(backup, { dataDir, now, tables })).rejects.toThrow("is no plain file");

  expect((await stat(foreign)).mode & 0o777).toBe(0o644);
  expect(await readdir(dataDir)).not.toContain(databaseFile);
});

test("a link in the place of the folder of files is refused [O8]", async () => {
  const { home, backup, dataDir } = await backedUp();
  await rename(join(backup, "files"), join(home, "moved"));
  await symlink(join(home, "moved"), join(backup, "files"));

  await expect(restore(backup, { dataDir, now, tables })).rejects.toThrow("is no plain folder");
});

test("a link in the place of the database is refused, and what it leads to is left alone [O8]", async () => {
  const { home, backup, dataDir } = await backedUp();
  const original = join(home, "original.sqlite");
  await rename(join(backup, databaseFile), original);
  await chmod(original, 0o644);
  await symlink(original, join(backup, databaseFile));
  const before = await readFile(original);

  await expect(restore(backup, { dataDir, now, tables })).rejects.toThrow("is no plain file");

  expect((await stat(original)).mode & 0o777).toBe(0o644);
  expect((await readFile(original)).equals(before)).toBe(true);
});

test("only what the data names comes back: no other files, folders and links [O8]", async () => {
  const { backup, dataDir, foreign, file } = await backedUp();
  await symlink(foreign, join(backup, "files", "00000000-0000-4000-8000-000000000000"));
  await mkdir(join(backup, "files", "deep"));
  await link(foreign, join(backup, "files", "deep", "more"));

  await restore(backup, { dataDir, now, tables });

  expect(await readdir(join(dataDir, "files"))).toEqual([file.split("/").at(-1)]);
});

test.each([
  "CREATE TRIGGER again AFTER DELETE ON documents BEGIN INSERT INTO documents VALUES (old.rid + 1000, old.size, old.json); END",
  "CREATE VIEW seen AS SELECT * FROM documents",
  "CREATE VIRTUAL TABLE found USING fts5 (text)",
  "ALTER TABLE meta ADD COLUMN doubled TEXT AS (text || text)",
])("a database that would do something by itself is refused: %s [O8]", async (sql) => {
  const { backup, dataDir } = await backedUp();
  const sqlite = openSqlite(join(backup, databaseFile));
  sqlite.exec(sql);
  sqlite.close();

  await expect(restore(backup, { dataDir, now, tables })).rejects.toThrow("no data of this host");

  expect(await readdir(dataDir)).not.toContain(databaseFile);
});

test("a search index in a backup is not taken at its word: it is made from the documents [D30] [O8]", async () => {
  const { home, dataDir } = await backedUp();
  const changed = join(home, "changed");
  const source = await startTestHost({ dataDir: join(home, "data") });
  for (const text of ["a tap", "a door"])
    await connect(source.url).mutation(app.writeBook, { shelf: "x", text });
  await backUp({ dataDir: join(home, "data") }, changed);
  await source.stop();
  const sqlite = openSqlite(join(changed, databaseFile));
  const [index] = sqlite.prepare("SELECT id FROM search_indexes").get()!;
  sqlite.exec(
    `INSERT INTO search_${Number(index)} (search_${Number(index)}) VALUES ('delete-all')`,
  );
  sqlite.close();

  await restore(changed, { dataDir, now, tables });

  const restored = await startTestHost({ dataDir });
  const search = { shelf: "x", words: "tap" };
  expect(await connect(restored.url).query(app.findBooks, search)).toEqual(["a tap"]);
});

test("data that was copied with its log comes back with what is in the log [O8]", async () => {
  const { home, backup, dataDir } = await backedUp();
  const copy = join(home, "copy");
  await mkdir(copy);
  await rename(join(backup, "files"), join(copy, "files"));
  const sqlite = openSqlite(join(backup, databaseFile));
  sqlite.prepare("PRAGMA journal_mode = WAL").get();
  sqlite.exec("INSERT INTO meta VALUES ('in the log', 'yes')");
  for (const end of ["", "-wal"])
    await writeFile(
      join(copy, databaseFile + end),
      await readFile(join(backup, databaseFile + end)),
    );
  sqlite.close();

  await restore(copy, { dataDir, now, tables });

  const restored = openSqlite(join(dataDir, databaseFile));
  expect(restored.prepare("SELECT text FROM meta WHERE name = 'in the log'").get()).toEqual([
    "yes",
  ]);
  restored.close();
});

test.each([1, 1_000_000, -1])(
  "a file of another size than the data says is refused, also where its bytes are the right ones: %i [O8]",
  async (size) => {
    const { backup, dataDir } = await backedUp();
    const sqlite = openSqlite(join(backup, databaseFile));
    sqlite.exec(
      `UPDATE documents SET json = json_set(json, '$.size', ${size}.0) WHERE json ->> '$.sha256' IS NOT NULL`,
    );
    sqlite.close();

    await expect(restore(backup, { dataDir, now, tables })).rejects.toThrow("is not what it was");
  },
);

test("nothing is copied of a file that is larger than the data says: it may be larger than the disk [O8]", async () => {
  const { home, backup, file } = await backedUp();
  await truncate(file, 100_000_000);
  const target = join(home, "target");
  await mkdir(target);

  const copying = copyChecked({ folder: backup, database: databaseFile }, target);

  await expect(copying).rejects.toThrow("is not what it was");
  expect(await readdir(join(target, "files"))).toEqual([]);
});

test("variables that the program gives, set or not, are not taken from a backup [C5] [O8]", async () => {
  const { backup, dataDir } = await backedUp();
  const sqlite = openSqlite(join(backup, databaseFile));
  const variables = JSON.stringify(JSON.stringify({ GREETING: "from elsewhere" }));
  sqlite.exec(`INSERT INTO meta (name, text) VALUES ('environment-variables', '${variables}')`);
  sqlite.close();
  await restore(backup, { dataDir, now, tables });

  const host = await startTestHost({ dataDir, host: { fixedVariables: ["GREETING"] } });
  expect(await connect(host.url).query(app.greeting, {})).toEqual([null, null]);
  await host.stop();
  const free = await startTestHost({ dataDir });
  expect(await connect(free.url).query(app.greeting, {})).toEqual([
    "from elsewhere",
    "from elsewhere",
  ]);
});
