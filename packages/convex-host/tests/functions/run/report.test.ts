import { actionGeneric, makeFunctionReference, mutationGeneric, queryGeneric } from "convex/server";
import { ConvexError } from "convex/values";
import { rename } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { StorageError } from "../../../src/database/sqlite/driver.ts";
import type { LogFields } from "../../../src/log.ts";
import { disk } from "../../database/refusing-disk.ts";
import { callOf, startEngine, valueOf } from "../../support/started-engine.ts";

const printed = globalThis.console;

test("the operator's log has everything, also when callers see nothing [R26]", async () => {
  const entries: [string, string, LogFields | undefined][] = [];
  const writer = (level: string) => (event: string, fields?: LogFields) => {
    entries.push([level, event, fields]);
  };
  const log = {
    debug: writer("debug"),
    info: writer("info"),
    warn: writer("warn"),
    error: writer("error"),
  };
  const chatty = queryGeneric(() => {
    printed.log("hello");
    return null;
  });
  const broken = mutationGeneric(() => {
    throw new Error("secret detail");
  });
  const refusing = queryGeneric(() => {
    throw new ConvexError({ code: "forbidden" });
  });
  const modules = { app: { chatty, broken, refusing } };
  const { engine } = await startEngine({ modules, redact: true, log });
  const request = { requestId: "r1", ip: null, userAgent: null };

  await engine.query(callOf("app:chatty", {}, { request }));
  await engine.mutation(callOf("app:broken", {}, { request }));
  await engine.query(callOf("app:refusing", {}, { request }));
  await engine.query(callOf("app:nothing", {}, { request }));

  const { requestId } = request;
  expect(entries).toEqual([
    ["info", "function.printed", { path: "app:chatty", requestId, line: "[LOG] 'hello'" }],
    ["warn", "function.failed", textFor("app:broken", "Uncaught Error: secret detail")],
    ["debug", "function.refused", textFor("app:refusing", "Uncaught ConvexError")],
    ["debug", "function.refused", textFor("app:nothing", "Could not find public function")],
  ]);
});

function textFor(path: string, text: string) {
  return { path, requestId: "r1", error: expect.stringContaining(text) };
}

test("what cannot be stored while the data is away is refused in words, and the operator is told why [O11] [R26]", async () => {
  const entries: [string, LogFields | undefined][] = [];
  const ignore = () => undefined;
  const error = (event: string, fields?: LogFields) => void entries.push([event, fields]);
  const log = { debug: ignore, info: ignore, warn: ignore, error };
  const add = mutationGeneric((ctx) => ctx.db.insert("items", {}));
  const count = queryGeneric(async (ctx) => (await ctx.db.query("items").collect()).length);
  const adding = makeFunctionReference<"mutation">("app:add");
  const caught = (attempt: () => Promise<unknown>) =>
    attempt().then(String, (thrown: { data: unknown }) => thrown.data as never);
  const throughAction = actionGeneric((ctx) => caught(() => ctx.runMutation(adding, {})));
  const store = actionGeneric((ctx) => caught(() => ctx.storage.store(new Blob(["bytes"]))));
  const modules = { app: { add, count, throughAction, store } };
  const { engine, folder } = await startEngine({ modules, redact: true, log });
  const run = (name: "add" | "count" | "throughAction" | "store") =>
    engine[name === "add" ? "mutation" : name === "count" ? "query" : "action"](
      callOf(`app:${name}`),
    );
  expect((await run("add")).ok).toBe(true);
  // Readers are opened when they are needed.
  expect(valueOf(await run("count"))).toBe(1);

  await rename(folder, `${folder}-away`);
  const refusal = (what: string) => ({
    code: "NotStored",
    message: `The server could not store the ${what}: its disk is full, or takes nothing just now. Nothing was changed.`,
  });
  expect(await run("add")).toMatchObject({ ok: false, data: refusal("changes") });
  expect(valueOf(await run("throughAction"))).toEqual(refusal("changes"));
  expect(valueOf(await run("store"))).toEqual(refusal("file"));
  expect(valueOf(await run("count"))).toBe(1);
  const gone = { error: expect.stringContaining("data.sqlite was removed or moved") as string };
  expect(entries).toMatchObject([
    ["function.not-stored", { path: "app:add", ...gone }],
    ["function.not-stored", { path: "app:add", ...gone }],
    ["file.not-stored", { error: expect.stringContaining("ENOENT") as string }],
  ]);

  await rename(`${folder}-away`, folder);
  expect((await run("add")).ok).toBe(true);
  expect(valueOf(await run("store"))).toEqual(expect.any(String));
  expect(valueOf(await run("count"))).toBe(2);
});

test("a call that stood on a commit which the disk refused is told the same, and not as a failure of the app [O11]", async () => {
  const write = mutationGeneric(async (ctx) => {
    // The commits before this one are flushed meanwhile.
    await nextTurn();
    const ticks = await ctx.db.query("ticks").collect();
    await ctx.db.insert("ticks", { at: ticks.length });
    return null;
  });
  const failed: string[] = [];
  const ignore = () => undefined;
  const warn = (event: string) => failed.push(event);
  const log = { debug: ignore, info: ignore, error: ignore, warn };
  const { engine } = await startEngine({ modules: { app: { write } }, redact: true, log });
  await engine.mutation(callOf("app:write"));
  onTestFinished(() => void (disk.look = null));
  disk.look = (sql) => {
    if (/^(BEGIN|COMMIT)/.test(sql)) throw new StorageError("disk is full", "SQLITE_FULL");
  };
  const ends = await Promise.all(
    Array.from({ length: 6 }, () => engine.mutation(callOf("app:write"))),
  );
  expect(ends).toEqual(
    ends.map(() =>
      expect.objectContaining({ ok: false, data: expect.objectContaining({ code: "NotStored" }) }),
    ),
  );
  expect(failed).toEqual([]);

  disk.look = null;
  expect(await engine.mutation(callOf("app:write"))).toMatchObject({ ok: true });
});
