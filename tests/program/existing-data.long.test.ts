import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { expect, test } from "vitest";
import { workspaceNames } from "../../server/workspace-options.ts";
import { bundleHost } from "convex-host/build";
import { formatVersion, openSqlite } from "convex-host/inside";
import { bundleTexts, closeLater, connect, temporaryFolder } from "convex-host/test-support";
import { startWorkspaceHost } from "../support/live-workspace.ts";

const { databaseFile } = workspaceNames;
const root = join(import.meta.dirname, "../..");

const add = makeFunctionReference<"mutation", { fields: Record<string, unknown> }, string>(
  "items:add",
);
const textsBy = makeFunctionReference<"query", { index: string }, string[]>("items:textsBy");

const items = `
  import { mutationGeneric, queryGeneric } from "convex/server";
  import { v } from "convex/values";
  export const add = mutationGeneric({
    args: { fields: v.any() },
    handler: (ctx, { fields }) => ctx.db.insert("items", fields),
  });
  export const textsBy = queryGeneric({
    args: { index: v.string() },
    handler: async (ctx, { index }) =>
      (await ctx.db.query("items").withIndex(index).collect()).map(({ text }) => text),
  });`;

/** A version of an app whose items have these fields and indexes. */
async function versionOf(fields: string, indexes = ""): Promise<{ appBundle: string }> {
  const schema = `
    import { defineSchema, defineTable } from "convex/server";
    import { v } from "convex/values";
    export default defineSchema({ items: defineTable({ ${fields} })${indexes} });`;
  return { appBundle: await bundleTexts({ "schema.ts": schema, "items.ts": items }) };
}

const plain = "text: v.string(), rank: v.number()";
const byRank = `.index("by_rank", ["rank"])`;

/** Starts a version on the data, runs the work, and stops the host. */
async function withVersion<Result>(
  dataDir: string,
  version: { appBundle: string },
  work: (client: ConvexClient) => Promise<Result>,
): Promise<Result> {
  const host = await startWorkspaceHost({ dataDir, host: { ...version, isDevelopment: true } });
  const client = connect(host.url);
  try {
    return await work(client);
  } finally {
    await client.close();
    await host.stop();
  }
}

const rows: [text: string, rank: number][] = [
  ["c", 3],
  ["a", 1],
  ["b", 2],
];

/** Adds three items with the first version, and returns their ids. */
async function fill(dataDir: string, version: { appBundle: string }): Promise<string[]> {
  return await withVersion(dataDir, version, async (client) => {
    const ids: string[] = [];
    for (const [text, rank] of rows)
      ids.push(await client.mutation(add, { fields: { text, rank } }));
    return ids;
  });
}

/** Reads the documents, tables and indexes on disk. */
function stored(dataDir: string): unknown[] {
  const sqlite = openSqlite(join(dataDir, databaseFile));
  try {
    return ["documents", "index_rows", "tables", "indexes"].map((table) =>
      sqlite.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all(),
    );
  } finally {
    sqlite.close();
  }
}

test("on data of an older version a start adds an index and an optional field, and removes an index [D24] [D25]", async () => {
  const dataDir = await temporaryFolder();
  await fill(dataDir, await versionOf(plain));

  const grown = await versionOf(`${plain}, note: v.optional(v.string())`, byRank);
  await withVersion(dataDir, grown, async (client) => {
    expect(await client.query(textsBy, { index: "by_rank" })).toEqual(["a", "b", "c"]);
    await client.mutation(add, { fields: { text: "d", rank: 1.5, note: "new" } });
    expect(await client.query(textsBy, { index: "by_rank" })).toEqual(["a", "d", "b", "c"]);
  });

  const shrunk = await versionOf(`${plain}, note: v.optional(v.string())`);
  await withVersion(dataDir, shrunk, async (client) => {
    await expect(client.query(textsBy, { index: "by_rank" })).rejects.toThrow(
      "Index items.by_rank not found",
    );
    expect(await client.query(textsBy, { index: "by_creation_time" })).toEqual([..."cabd"]);
  });
});

test("a start with a schema that a document does not fit names the document and leaves all data as it was [D25] [O6]", async () => {
  const dataDir = await temporaryFolder();
  const first = await versionOf(plain, byRank);
  const [id] = await fill(dataDir, first);
  const before = stored(dataDir);
  // Of the three, the first has another rank.
  const ranks = "v.union(v.literal(1), v.literal(2))";
  const stricter = await versionOf(
    `text: v.string(), rank: ${ranks}`,
    `.index("by_text", ["text"])`,
  );
  const reason = `Document with ID "${id}" in table "items" does not match the schema`;

  await expect(startWorkspaceHost({ dataDir, host: stricter })).rejects.toThrow(reason);
  expect(await startProcess(dataDir, stricter)).toEqual({
    status: 1,
    stderr: expect.stringContaining(`Turnboard did not start.\n${reason}`) as string,
  });

  expect(stored(dataDir)).toEqual(before);
  await withVersion(dataDir, first, async (client) => {
    expect(await client.query(textsBy, { index: "by_rank" })).toEqual(["a", "b", "c"]);
  });
});

test.each<{ what: string; spoil: (path: string) => void; reason: string }>([
  {
    what: "that is damaged",
    spoil: (path) => writeFileSync(path, "no database ".repeat(1000)),
    reason: `${databaseFile} is damaged or not a database`,
  },
  {
    what: "that was cut short",
    spoil: (path) => writeFileSync(path, readFileSync(path).subarray(0, 8192)),
    reason: `${databaseFile} is damaged or not a database`,
  },
  {
    what: "of a newer version",
    spoil: (path) => execute(path, `PRAGMA user_version = ${formatVersion + 1}`),
    reason: `${databaseFile} has format ${formatVersion + 1}`,
  },
  {
    what: "of another program",
    spoil: (path) => execute(path, "PRAGMA application_id = 7"),
    reason: `${databaseFile} is a database of another program`,
  },
])(
  "a start on a file $what is refused by its name, and the file stays as it is [D21] [O6]",
  async ({ spoil, reason }) => {
    const dataDir = await temporaryFolder();
    await fill(dataDir, await versionOf(plain));
    const path = join(dataDir, databaseFile);
    spoil(path);
    const before = readFileSync(path);

    await expect(startWorkspaceHost({ dataDir })).rejects.toThrow(reason);

    expect(readFileSync(path).equals(before)).toBe(true);
  },
);

function execute(path: string, sql: string): void {
  const sqlite = openSqlite(path);
  sqlite.exec(sql);
  sqlite.prepare("PRAGMA wal_checkpoint(TRUNCATE)").all();
  sqlite.close();
}

/** Starts a version in its own process, as an operator does. The start must fail; its output is returned. */
async function startProcess(
  dataDir: string,
  { appBundle }: { appBundle: string },
): Promise<{ status: number | null; stderr: string }> {
  const folder = await mkdtemp(join(root, "node_modules/.cache-start-"));
  closeLater(() => rm(folder, { recursive: true }));
  await bundleHost({ main: join(root, "server/main.ts"), outFolder: join(folder, "dist/host") });
  await cp(appBundle, join(folder, "dist/convex/app.js"));
  await cp(join(root, "package.json"), join(folder, "package.json"));
  await mkdir(join(folder, "dist/app"));
  await writeFile(join(folder, "dist/app/index.html"), "<!doctype html><title>Turnboard</title>");
  const { status, stderr } = spawnSync(process.execPath, [join(folder, "dist/host/main.js")], {
    env: { PATH: process.env["PATH"], PORT: "0", DATA_DIR: dataDir, LOG_LEVEL: "silent" },
    timeout: 30_000,
    encoding: "utf8",
  });
  return { status, stderr };
}
