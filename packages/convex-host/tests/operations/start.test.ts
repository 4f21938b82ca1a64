import { once } from "node:events";
import { existsSync, renameSync, rmSync, watch as watchFile, writeFileSync } from "node:fs";
import { connect as connectTcp } from "node:net";
import { join } from "node:path";
import { makeFunctionReference } from "convex/server";
import { expect, test } from "vitest";
import { DataLock, lockFile } from "../../src/operations/data-lock.ts";
import { app } from "../support/fixture-api.ts";
import { bundleTexts, connect, startTestHost, temporaryFolder } from "../support/live-host.ts";
import { openSocket } from "../support/raw-client.ts";
import { until } from "../support/until.ts";
import { watch } from "../support/watch.ts";

const schema = (fields: string) => `
  import { defineSchema, defineTable } from "convex/server";
  import { v } from "convex/values";
  export default defineSchema({
    items: defineTable({ ${fields} }).index("by_list", ["list", "rank"]),
  });`;
const fittingSchema = schema("list: v.string(), text: v.string(), rank: v.number()");
const items = `
  import { queryGeneric } from "convex/server";
  import { v } from "convex/values";
  export const list = queryGeneric({
    args: { list: v.string() },
    handler: async (ctx) => ["new version", (await ctx.db.query("items").collect()).length],
  });`;

test("another version of the app takes over under the clients' feet [O4]", async () => {
  const host = await startTestHost();
  const client = connect(host.url);
  const seen = watch<unknown[]>(client, app.list, { list: "a" });
  await client.mutation(app.add, { list: "a", text: "one" });
  await seen.until((texts) => texts.length === 1);

  await host.thread.replace({
    appBundle: await bundleTexts({ "schema.ts": fittingSchema, "items.ts": items }),
  });

  expect(await seen.next()).toEqual(["new version", 1]);
});

test.each([
  {
    what: "whose schema the data does not fit",
    files: { "schema.ts": schema("list: v.string(), rank: v.string()"), "items.ts": items },
    reason: /does not match the schema/,
  },
  {
    what: "that does not load",
    files: { "items.ts": `export const x = nothing();` },
    reason: /convex\/items does not load: nothing is not defined/,
  },
])("a version $what is refused and the last good one goes on [O4]", async ({ files, reason }) => {
  const host = await startTestHost();
  const client = connect(host.url);
  const seen = watch<string[]>(client, app.list, { list: "a" });
  await client.mutation(app.add, { list: "a", text: "one" });
  await seen.until((texts) => texts.length === 1);

  await expect(host.thread.replace({ appBundle: await bundleTexts(files) })).rejects.toThrow(
    reason,
  );
  await client.mutation(app.add, { list: "a", text: "two" });

  expect(await seen.until((texts) => texts.length === 2)).toEqual(["one", "two"]);
});

test("a start that fails says why and leaves nothing running [O6]", async () => {
  const appBundle = await bundleTexts({ "schema.ts": "export default 5;" });
  const port = await unusedPort();

  await expect(startTestHost({ port, host: { appBundle } })).rejects.toThrow(
    "convex/schema must export defineSchema",
  );

  await expect(openSocket(`http://localhost:${port}`)).rejects.toThrow(/ECONNREFUSED|^$/);
});

test("a port that is taken is told [O6]", async () => {
  const { port } = await startTestHost();

  await expect(startTestHost({ port })).rejects.toThrow(/EADDRINUSE/);
});

test("a connection too many is refused, those there are go on [B8]", async () => {
  const host = await startTestHost({ limits: { clients: 1 } });
  const client = connect(host.url);
  await client.query(app.list, { list: "a" });

  await expect(openSocket(host.url)).rejects.toThrow(/503/);

  expect(await client.mutation(app.add, { list: "a", text: "one" })).toBe("one");
});

test("a program has a function of the app run before anyone is served [O2]", async () => {
  const appBundle = await bundleTexts({
    "jobs/fill.ts": `
      import { internalMutationGeneric } from "convex/server";
      import { v } from "convex/values";
      export const run = internalMutationGeneric({
        args: { mode: v.string() },
        handler: (ctx, { mode }) => ctx.db.insert("items", { list: "a", text: mode, rank: 1 }),
      });`,
    "items.ts": `
      import { queryGeneric } from "convex/server";
      export const list = queryGeneric({
        args: {},
        handler: async (ctx) => (await ctx.db.query("items").collect()).map(({ text }) => text),
      });`,
  });
  const firstRun = { path: "jobs/fill:run", args: { mode: "first text" } };
  const host = await startTestHost({ host: { appBundle, firstRun } });

  const list = makeFunctionReference<"query", Record<string, never>, string[]>("items:list");
  expect(await connect(host.url).query(list, {})).toEqual(["first text"]);
});

async function unusedPort(): Promise<number> {
  const host = await startTestHost();
  await host.stop();
  await new Promise<void>((resolve) => {
    connectTcp(host.port, "127.0.0.1").on("error", () => resolve());
  });
  return host.port;
}

test("a second host is refused, also after somebody has removed the lock by hand [O9]", async () => {
  const host = await startTestHost();
  const { dataDir } = host;
  const refusal = `${dataDir} is in use by another host`;
  await expect(startTestHost({ dataDir })).rejects.toThrow(refusal);

  for (const times of [1, 2]) {
    for (const ending of ["", "-journal"]) rmSync(join(dataDir, `lock${ending}`), { force: true });
    await until(
      () => existsSync(join(dataDir, "lock")),
      (isThere) => isThere,
    );
    await expect(startTestHost({ dataDir }), `time ${times}`).rejects.toThrow(refusal);
  }

  await connect(host.url).mutation(app.add, { list: "a", text: "one" });
  await host.stop();
  const next = await startTestHost({ dataDir });
  expect(await connect(next.url).query(app.list, { list: "a" })).toEqual(["one"]);
});

/** Puts another file in the place of a lock, and waits until its host has looked. */
async function replaceLock(dataDir: string, file: string): Promise<void> {
  const path = join(dataDir, lockFile);
  const watcher = watchFile(path);
  // Watchers hear of a change in the order in which they began.
  const looked = once(watcher, "change");
  renameSync(file, path);
  await looked;
  watcher.close();
}

test("a lock in whose place somebody puts another file is taken again, and one that another host has is told [O9]", async () => {
  const host = await startTestHost();
  const { dataDir } = host;
  const restored = join(dataDir, "restored-lock");
  for (const times of [1, 2]) {
    writeFileSync(restored, "");
    await replaceLock(dataDir, restored);
    expect(DataLock.tryTake(dataDir), `time ${times}`).toBeNull();
  }
  expect(host.logged.join("")).not.toContain("lock.lost");

  const folder = await temporaryFolder();
  const other = DataLock.take(folder);
  await replaceLock(dataDir, join(folder, lockFile));
  expect(host.logged.join("")).toContain("Another host has taken");
  other.release();
});

test("a lock whose folder is moved away and back stays, and nothing is made in its place [O9]", async () => {
  const host = await startTestHost();
  const { dataDir } = host;
  renameSync(dataDir, `${dataDir}-away`);
  expect(existsSync(dataDir)).toBe(false);
  renameSync(`${dataDir}-away`, dataDir);

  await expect(startTestHost({ dataDir })).rejects.toThrow("in use by another host");
  expect(host.logged.join("")).not.toContain("lock.lost");
});
