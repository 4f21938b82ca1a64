import { readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { makeAdminKey } from "../../src/operations/admin-key.ts";
import { ConvexCli } from "../support/convex-cli.ts";
import { app } from "../support/fixture-api.ts";
import { connect, type LiveHost, startTestHost } from "../support/live-host.ts";
import { until } from "../support/until.ts";
import { watch } from "../support/watch.ts";

// Each command starts its own process, which is slow on a busy machine.
const patience = 60_000;

const items = `
import { queryGeneric as query } from "convex/server";
import { v } from "convex/values";
export const list = query({
  args: { list: v.string() },
  handler: async (ctx) => ["pushed", (await ctx.db.query("items").collect()).length],
});
`;

test(
  "pushed code takes over while pages stay connected; code that does not load is refused [C11]",
  async () => {
    const host = await startTestHost();
    const client = connect(host.url);
    await client.mutation(app.add, { list: "a", text: "one" });
    const seen = watch<unknown[]>(client, app.list, { list: "a" });
    expect(await seen.next()).toEqual(["one"]);
    const cli = await ConvexCli.open(host.url, await makeAdminKey(host.dataDir));
    await symlink(
      join(import.meta.dirname, "../../../../node_modules"),
      join(cli.folder, "node_modules"),
    );
    const push = () => cli.run("dev", "--once", "--typecheck", "disable");

    await writeFile(join(cli.folder, "convex/items.ts"), items);
    const pushed = await push();
    expect(pushed).toMatchObject({ code: 0 });
    expect(await seen.until(([word]) => word === "pushed")).toEqual(["pushed", 1]);

    await writeFile(join(cli.folder, "convex/items.ts"), `${items}\nthrow new Error("not today");`);
    const refused = await push();
    expect(refused.code).toBe(1);
    expect(refused.err).toContain("not today");
    expect(await client.query(app.list, { list: "a" })).toEqual(["pushed", 1]);
  },
  patience,
);

const schema = `
import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
export default defineSchema({
  items: defineTable(v.any()).searchIndex("by_text", { searchField: "text", filterFields: ["list"] }),
});
`;

const found = `
import { queryGeneric as query } from "convex/server";
export const list = query(async (ctx, { list }) => {
  const rows = ctx.db
    .query("items")
    .withSearchIndex("by_text", (q) => q.search("text", "on").eq("list", list));
  return (await rows.collect()).map(({ text }) => text);
});
`;

test(
  "a search index that is pushed holds the data that was there [C11] [D30]",
  async () => {
    const host = await startTestHost();
    const client = connect(host.url);
    for (const text of ["one", "two"]) await client.mutation(app.add, { list: "a", text });
    const cli = await ConvexCli.open(host.url, await makeAdminKey(host.dataDir));
    const modules = join(import.meta.dirname, "../../../../node_modules");
    await symlink(modules, join(cli.folder, "node_modules"));
    await writeFile(join(cli.folder, "convex/schema.ts"), schema);
    await writeFile(join(cli.folder, "convex/items.ts"), found);

    const pushed = await cli.run("dev", "--once", "--typecheck", "disable");

    expect(pushed).toMatchObject({ code: 0 });
    expect(await client.query(app.list, { list: "a" })).toEqual(["one"]);
  },
  patience,
);

test(
  "convex deploy pushes code, and frames of its errors name the app's files [C11] [R17]",
  async () => {
    const host = await startTestHost();
    const cli = await ConvexCli.open(host.url, await makeAdminKey(host.dataDir));
    const modules = join(import.meta.dirname, "../../../../node_modules");
    await symlink(modules, join(cli.folder, "node_modules"));
    const source = [
      'import { queryGeneric as query } from "convex/server";',
      "export const broken = query(() => {",
      '  throw new Error("in the pushed code");',
      "});",
    ];
    await writeFile(join(cli.folder, "convex/items.ts"), source.join("\n"));

    expect(await cli.run("deploy", "--typecheck", "disable", "-y")).toMatchObject({ code: 0 });
    const { err } = await cli.run("run", "items:broken");
    expect(err).toContain("Uncaught Error: in the pushed code");
    expect(err).toMatch(/at \S+ \(\.\.\/convex\/items\.[jt]s:\d+:\d+\)/);
  },
  patience,
);

/** Sends one of the requests of a push without the command line. */
async function post(host: LiveHost, path: string, body: unknown) {
  const headers = {
    Authorization: `Convex ${await adminKeyOf(host)}`,
    "Content-Type": "application/json",
  };
  const url = `${host.url}/api/deploy2/${path}`;
  return await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
}

async function startPush(host: LiveHost, changedModules: { path: string; source: string }[]) {
  const push = { componentDefinitions: [], nodeDependencies: [] };
  return await post(host, "start_push", { ...push, appDefinition: { changedModules } });
}

const keyByHost = new Map<LiveHost, Promise<string>>();

/** The admin key of a host, made once: a second one would replace it. */
function adminKeyOf(host: LiveHost): Promise<string> {
  const key = keyByHost.get(host) ?? makeAdminKey(host.dataDir);
  keyByHost.set(host, key);
  return key;
}

/** Pushes one module without the command line, and returns the responses to both requests. */
async function pushModule(host: LiveHost, source: string) {
  const started = await startPush(host, [{ path: "pushed.js", source }]);
  const { schemaChange } = (await started.json()) as { schemaChange: { pushId: string } };
  const finish = async (pushId: string) => {
    const response = await post(host, "finish_push", { startPush: { schemaChange: { pushId } } });
    return { status: response.status, text: await response.text() };
  };
  return { pushId: schemaChange.pushId, finish };
}

test("of what was pushed the code that runs is kept; what is not there stops nothing [C11]", async () => {
  const host = await startTestHost();
  const kept = () => readdir(join(host.dataDir, "pushed"));
  const one = await pushModule(host, "export const one = 1;");
  expect(await one.finish(one.pushId)).toMatchObject({ status: 200 });
  const { pushId, finish } = await pushModule(host, "export const two = 2;");
  expect(await kept()).toHaveLength(2);

  expect(await finish(pushId)).toMatchObject({ status: 200 });
  expect(await kept()).toEqual([pushId]);
  const replace = vi.spyOn(host.thread, "replace");
  const refused = await finish(crypto.randomUUID());
  expect(refused).toMatchObject({
    status: 400,
    text: expect.stringContaining("UnknownPush") as string,
  });
  expect(replace).not.toHaveBeenCalled();
});

test("pushed code whose end does not come, or is refused, is removed; the code that runs stays [C11]", async () => {
  const host = await startTestHost({ limits: { pushMs: 1 } });
  const pushed = () => readdir(join(host.dataDir, "pushed"));
  await startPush(host, [{ path: "pushed.js", source: "export const one = 1;" }]);
  expect(await until(pushed, (names) => names.length === 0)).toEqual([]);

  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const { pushId, finish } = await pushModule(host, "export const one = 1;");
  const broken = await pushModule(host, 'throw new Error("not today");');
  vi.useRealTimers();
  expect(await finish(broken.pushId)).toMatchObject({ status: 400 });
  expect(await until(pushed, (names) => names.length === 1)).toEqual([pushId]);
  expect(await finish(pushId)).toMatchObject({ status: 200 });
  vi.spyOn(host.thread, "replace").mockRejectedValueOnce(new Error("not today"));
  expect(await finish(pushId)).toMatchObject({ status: 400 });
  const later = await startPush(host, [{ path: "pushed.js", source: "export const two = 2;" }]);
  expect(later.status).toBe(200);
  expect(await until(pushed, (names) => names.length === 1)).toEqual([pushId]);
});

test("of two pushes that are finished at once both take over, one after the other [C11]", async () => {
  const host = await startTestHost();
  const { pushId: one } = await pushModule(host, "export const one = 1;");
  const { pushId: two, finish } = await pushModule(host, "export const two = 2;");

  const finished = await Promise.all([finish(one), finish(two)]);

  expect(finished.map(({ status, text }) => (status === 200 ? status : text))).toEqual([200, 200]);
  expect(await readdir(join(host.dataDir, "pushed"))).toHaveLength(1);
});

test("a push that is finished twice at once stays: a start of its code needs it [C11]", async () => {
  const host = await startTestHost();
  const { pushId, finish } = await pushModule(host, "export const one = 1;");

  const finished = await Promise.all([finish(pushId), finish(pushId)]);

  expect(finished.map(({ status, text }) => (status === 200 ? status : text))).toEqual([200, 200]);
  expect(await readdir(join(host.dataDir, "pushed"))).toEqual([pushId]);
});

test("a push that is being written stays while another one takes over [C11]", async () => {
  const host = await startTestHost();
  const { pushId, finish } = await pushModule(host, "export const one = 1;");
  const pushed = () => readdir(join(host.dataDir, "pushed"));
  const modules = Array.from({ length: 3000 }, (_, at) => `module${at}.js`);
  const large = startPush(
    host,
    modules.map((path) => ({ path, source: "export const x = 1;" })),
  );
  await until(pushed, (found) => found.length === 2);

  expect(await finish(pushId)).toMatchObject({ status: 200 });

  expect((await large).status).toBe(200);
});

test("a push whose modules the disk does not take leaves none of them [C11] [O11]", async () => {
  const host = await startTestHost();
  const source = "export const x = 1;";

  // A folder cannot have the name of a file.
  const refused = await startPush(
    host,
    ["a.js", "a.js/b.js"].map((path) => ({ path, source })),
  );

  expect(refused.ok).toBe(false);
  expect(await readdir(join(host.dataDir, "pushed"))).toEqual([]);
});
