import { actionGeneric, mutationGeneric, queryGeneric } from "convex/server";
import { expect, test } from "vitest";
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
