import { actionGeneric, mutationGeneric, queryGeneric } from "convex/server";
import { v } from "convex/values";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findNodeEntries } from "../../../src/build/app-entries.ts";
import { loadApp } from "../../../src/functions/app/load-app.ts";
import { callOf, startEngine } from "../../support/started-engine.ts";

const textOfFailure = (text: string) => ({ ok: false, message: expect.stringContaining(text) });

const plain = queryGeneric(() => "plain");

test.each([
  ["transactionLimits", (ctx: Ctx) => ctx.runQuery("app:plain", {}, { transactionLimits: {} })],
  ["Calling components", (ctx: Ctx) => ctx.runQuery(componentFunction, {})],
  ["signJwt", (ctx: Ctx) => ctx.auth.signJwt({ expiresInSeconds: 1 })],
])("%s is refused by name [R22]", async (feature, use) => {
  const tryIt = mutationGeneric(async (ctx) => {
    await use(ctx as unknown as Ctx);
    return null;
  });
  const { engine } = await startEngine({ modules: { app: { tryIt, plain } } });

  expect(await engine.mutation(callOf("app:tryIt"))).toMatchObject(
    textOfFailure("not supported by the embedded host"),
  );
  expect(await engine.mutation(callOf("app:tryIt"))).toMatchObject(textOfFailure(feature));
});

type Ctx = {
  runQuery: (reference: unknown, args: object, options?: object) => Promise<unknown>;
  auth: { signJwt: (options: object) => Promise<string> };
};

const componentFunction = {
  [Symbol.for("toReferencePath")]: "_reference/childComponent/mail/send",
};

test("vector search is refused by name [R22]", async () => {
  const search = actionGeneric(async (ctx) => {
    await ctx.vectorSearch("notes", "by_vector" as never, { vector: [1] });
    return null;
  });
  const { engine } = await startEngine({ modules: { app: { search } } });

  expect(await engine.action(callOf("app:search"))).toMatchObject(textOfFailure("Vector search"));
});

test("an app with components or customJwt providers does not load [R22]", async () => {
  const jwt = { default: { providers: [{ type: "customJwt" }] } };

  await expect(loadApp({ "convex.config": () => Promise.resolve({}) })).rejects.toThrow(
    "Components",
  );
  await expect(loadApp({ "auth.config": () => Promise.resolve(jwt) })).rejects.toThrow("customJwt");
});

test("validators that Convex does not take are refused when the app loads [R15]", async () => {
  const odd = { args: v.union(v.object({ a: v.null() }), v.object({})) as never };
  const loaded = (functions: Record<string, unknown>) =>
    loadApp({ app: () => Promise.resolve(functions) });

  await expect(loaded({ ask: queryGeneric({ ...odd, handler: () => null }) })).rejects.toThrow(
    "The args validator of app:ask must be an object or any.",
  );
  const returns = v.object({ "a-b": v.null() });
  await expect(
    loaded({ ask: queryGeneric({ returns, handler: () => ({ "a-b": null }) }) }),
  ).rejects.toThrow('A validator of app:ask is none of Convex\'s: "a-b" is no field name');
});

test("a query or mutation in a file of Node is refused by name, and actions are not [R22]", async () => {
  const load = (functions: Record<string, unknown>) =>
    loadApp({ "dir/app": () => Promise.resolve(functions) }, ["dir/app"]);

  await expect(load({ plain })).rejects.toThrow(
    "plain defined in dir/app.js is a Query function. Only actions can be defined in Node.js.",
  );
  await expect(load({ change: mutationGeneric(() => null) })).rejects.toThrow(
    "a Mutation function",
  );
  expect((await load({ act: actionGeneric(() => null) })).functions.size).toBe(1);
});

test("the build tells which files are of Node [R22]", async () => {
  const folder = await mkdtemp(join(tmpdir(), "convex-"));
  const files = {
    "a.ts": '// A file.\n/* It says: */ "use node";\nexport const a = 1;\n',
    "b.ts": 'export const b = "use node";\n',
    "c.js": "'use node'\nexport const c = 1;\n",
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);

  expect(await findNodeEntries(folder, Object.keys(files))).toEqual(["a.ts", "c.js"]);
});

test("system calls outside of executions are refused in words [R23]", async () => {
  let stolen: { query(table: string): { first(): Promise<unknown> } } | undefined;
  const steal = queryGeneric((ctx) => {
    stolen = ctx.db;
    return null;
  });
  const { engine } = await startEngine({ modules: { app: { steal } } });
  await engine.query(callOf("app:steal"));

  const use = async () => await stolen?.query("notes").first();

  await expect(use()).rejects.toThrow("being used outside of a Convex function");
});

test("a module that does not load is named [R23]", async () => {
  const modules = { "jobs/broken": () => Promise.reject(new Error("no such import")) };

  await expect(loadApp(modules)).rejects.toThrow(
    "The module convex/jobs/broken does not load: no such import",
  );
});

test("a special module with the wrong default is named [R23]", async () => {
  const loaded = (name: string) => loadApp({ [name]: () => Promise.resolve({ default: {} }) });

  for (const name of ["schema", "http", "crons", "auth.config"]) {
    await expect(loaded(name)).rejects.toThrow(`convex/${name} must export`);
  }
});
