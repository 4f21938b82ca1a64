import {
  actionGeneric,
  internalMutationGeneric,
  makeFunctionReference,
  mutationGeneric,
  queryGeneric,
} from "convex/server";
import { ConvexError, v } from "convex/values";
import { expect, test } from "vitest";
import { callOf, personOf, startEngine, valueOf } from "../../support/started-engine.ts";
import type { Failure } from "../../../src/wire/failure.ts";

// The functions under test print to this console; the test itself prints nothing.
const printed = globalThis.console;
const request = { requestId: "r1", ip: null, userAgent: null };
const textOfFailure = (text: string) => ({ ok: false, message: expect.stringContaining(text) });

const typed = queryGeneric({
  args: { count: v.number(), note: v.optional(v.id("notes")) },
  returns: v.string(),
  handler: (_ctx, { count }) => (count > 1 ? (count as unknown as string) : "one"),
});

test("arguments are checked before and results after the handler [R15]", async () => {
  const { engine } = await startEngine({ modules: { app: { typed } } });
  const run = (args: Record<string, string | number>) => engine.query(callOf("app:typed", args));

  expect(valueOf(await run({ count: 1 }))).toBe("one");
  expect(await run({ count: "1" })).toMatchObject(
    textOfFailure(
      "Server Error\nArgumentValidationError: Value does not match validator.\nPath: .count",
    ),
  );
  expect(await run({ count: 1, note: "no id" })).toMatchObject(textOfFailure("Path: .note"));
  expect(await run({ count: 2 })).toMatchObject(
    textOfFailure("Server Error\nReturnsValidationError: Value does not match validator."),
  );
});

test("a mutation whose result does not fit is undone [R15]", async () => {
  const wrong = mutationGeneric({
    args: {},
    returns: v.null(),
    handler: async (ctx) => (await ctx.db.insert("notes", { text: "lost" })) as unknown as null,
  });
  const count = queryGeneric(async (ctx) => (await ctx.db.query("notes").collect()).length);
  const { engine } = await startEngine({ modules: { app: { wrong, count } } });

  expect(await engine.mutation(callOf("app:wrong"))).toMatchObject(
    textOfFailure("ReturnsValidationError"),
  );
  expect(valueOf(await engine.query(callOf("app:count")))).toBe(0);
});

test("results are canonical text, and bounded like arguments [R15]", async () => {
  const echo = queryGeneric(
    (_ctx, args: Record<string, unknown>) => ({ ...args, z: 1, a: -0 }) as never,
  );
  const limits = { argumentBytes: 100, resultBytes: 80 };
  const { engine } = await startEngine({ modules: { app: { echo } }, limits });

  const small = await engine.query(callOf("app:echo", { m: "x" }));
  expect(small).toMatchObject({ value: '{"a":{"$float":"AAAAAAAAAIA="},"m":"x","z":1}' });
  expect(await engine.query(callOf("app:echo", { m: "x".repeat(50) }))).toMatchObject(
    textOfFailure("Function return value is too large"),
  );
  expect(await engine.query(callOf("app:echo", { m: "x".repeat(100) }))).toMatchObject(
    textOfFailure("Function arguments are too large"),
  );
  // Bytes are counted, not characters.
  expect(await engine.query(callOf("app:echo", { m: "€".repeat(15) }))).toMatchObject(
    textOfFailure("Function return value is too large"),
  );
  expect(await engine.query(callOf("app:echo", { m: "€".repeat(35) }))).toMatchObject(
    textOfFailure("Function arguments are too large"),
  );
});

test("a query object that was not read is no result [R15]", async () => {
  const forgot = queryGeneric((ctx) => ctx.db.query("notes") as never);
  const { engine } = await startEngine({ modules: { app: { forgot } } });

  expect(await engine.query(callOf("app:forgot"))).toMatchObject(
    textOfFailure("Return value is a Query."),
  );
});

const secret = internalMutationGeneric(() => "secret");
const plain = queryGeneric(() => "plain");

test.each(["dir/mod:plain", "dir/mod.js:plain"])("%s names the function [R16]", async (path) => {
  const { engine } = await startEngine({ modules: { "dir/mod": { plain, default: secret } } });

  expect(valueOf(await engine.query(callOf(path)))).toBe("plain");
  expect(engine.kindOf(path, "public")).toBe("query");
});

test.each([
  ...["", ":plain", "dir/mod:", "dir/mod:plain:x", "dir/mod:plain#body", "dir/mod:plain\n"],
  ...[
    "admin\ndir/mod:plain",
    " dir/mod:plain",
    "dir/mod:plain\0",
    "/dir/mod:plain",
    "dir//mod:plain",
  ],
  ...[
    "dir/../dir/mod:plain",
    "dir/mod:pla\u0131n",
    "dir/mod.ts:plain",
    `dir/mod:plain${" ".repeat(900)}`,
  ],
])("%j names nothing, for whomever [R16]", async (path) => {
  const { engine } = await startEngine({ modules: { "dir/mod": { plain } } });

  for (const caller of ["public", "internal"] as const) {
    expect(engine.kindOf(path, caller)).toBeNull();
    const { message } = (await engine.query(callOf(path, {}, { caller }))) as Failure;
    expect(message).toMatch(/Invalid function path|Could not find (public )?function/);
    expect(message.length).toBeLessThan(700);
  }
});

test.each(["my-file", "dir/na\u0131ve"])(
  "a file whose name no path can have is refused by name: %s [R16]",
  async (module) => {
    await expect(startEngine({ modules: { [module]: { plain } } })).rejects.toThrow(module);
  },
);

test("an internal function exists for the host only, also as a module's default [R16]", async () => {
  const { engine } = await startEngine({ modules: { mod: { default: secret } } });
  const run = (caller: "public" | "internal") => engine.mutation(callOf("mod", {}, { caller }));

  expect(valueOf(await run("internal"))).toBe("secret");
  expect(await run("public")).toMatchObject(
    textOfFailure("Could not find public function for 'mod'."),
  );
  expect(engine.kindOf("mod", "public")).toBeNull();
  expect(engine.kindOf("mod:default", "internal")).toBe("mutation");
  expect(engine.kindOf("", "internal")).toBeNull();
});

test("a wrong kind is named [R16]", async () => {
  const { engine } = await startEngine({ modules: { app: { plain } } });

  expect(await engine.mutation(callOf("app:plain"))).toMatchObject(
    textOfFailure("Trying to execute app:plain as Mutation, but it is defined as Query."),
  );
});

const throwError = queryGeneric(() => {
  throw new TypeError("secret detail");
});
const throwConvexError = queryGeneric(() => {
  printed.log("before");
  throw new ConvexError({ code: "invalid", big: 1n });
});
const throwText = queryGeneric(() => {
  AbortSignal.abort("just text").throwIfAborted();
  return null;
});

test("a failure's text has the request id and the error [R17]", async () => {
  const { engine } = await startEngine({ modules: { app: { throwError, throwText } } });
  const failure = async (path: string) => await engine.query(callOf(path, {}, { request }));

  const outcome = await failure("app:throwError");

  expect(outcome).toMatchObject({
    ok: false,
    message: "[Request ID: r1] Server Error\nUncaught TypeError: secret detail",
  });
  expect(outcome).not.toHaveProperty("data");
  expect(await failure("app:throwText")).toMatchObject(textOfFailure("Uncaught just text"));
});

test.each([false, true])("a ConvexError keeps its data (redacted: %s) [R17]", async (redact) => {
  const { engine } = await startEngine({ modules: { app: { throwConvexError } }, redact });

  const outcome = await engine.query(callOf("app:throwConvexError", {}, { request }));

  expect(outcome).toMatchObject({
    ok: false,
    data: { big: { $integer: "AQAAAAAAAAA=" }, code: "invalid" },
    message: redact
      ? "[Request ID: r1] Server Error"
      : expect.stringContaining("Uncaught ConvexError: "),
    logLines: redact ? [] : ["[LOG] 'before'"],
  });
});

test("redacted, neither message nor log lines leave the host [R17]", async () => {
  const chatty = mutationGeneric(() => {
    printed.log("inside");
    return null;
  });
  const modules = { app: { throwError, chatty } };
  const { engine } = await startEngine({ modules, redact: true });

  expect(await engine.query(callOf("app:throwError", {}, { request }))).toMatchObject({
    message: "[Request ID: r1] Server Error",
  });
  expect((await engine.mutation(callOf("app:chatty"))).logLines).toEqual([]);
});

test("an error object that the app throws twice has its data twice [R17]", async () => {
  const known = new ConvexError({ code: "conflict" });
  const again = queryGeneric(() => {
    throw known;
  });
  const { engine } = await startEngine({ modules: { app: { again } } });

  const outcomes = [
    await engine.query(callOf("app:again")),
    await engine.query(callOf("app:again")),
  ];

  for (const outcome of outcomes) expect(outcome).toMatchObject({ data: { code: "conflict" } });
});

test("errors cross calls with Convex's text of them, and with their data [R18]", async () => {
  const names = ["throwError", "throwConvexError"] as const;
  const parent = actionGeneric(async (ctx) => {
    const caught: unknown[] = [];
    for (const name of names) {
      await ctx.runQuery(makeFunctionReference<"query">(`app:${name}`)).catch((error: unknown) => {
        const { message, data } = error as ConvexError<{ code: string }>;
        caught.push(error instanceof ConvexError ? data.code : message);
      });
    }
    return caught as string[];
  });
  const modules = { app: { parent, throwError, throwConvexError } };
  const { engine } = await startEngine({ modules, redact: true });

  const [text, data] = valueOf(await engine.action(callOf("app:parent"))) as string[];
  expect(text).toMatch(/^Uncaught TypeError: secret detail(\n {4}at .*)*$/);
  expect(data).toBe("invalid");
});

test("an outcome says whether the identity was read, in nested functions too [R24]", async () => {
  const who = queryGeneric(async (ctx) => (await ctx.auth.getUserIdentity())?.subject ?? null);
  const outer = queryGeneric(
    async (ctx) => (await ctx.runQuery(makeFunctionReference<"query">("app:who"))) as string,
  );
  const { engine } = await startEngine({ modules: { app: { who, outer, plain } } });
  const run = (path: string) => engine.query(callOf(path, {}, { identity: personOf("ann") }));

  expect(await run("app:who")).toMatchObject({ readIdentity: true, value: '"ann"' });
  expect(await run("app:outer")).toMatchObject({ readIdentity: true, value: '"ann"' });
  expect(await run("app:plain")).toMatchObject({ readIdentity: false });
});

test("a failed query too has what it read [R24]", async () => {
  const failing = queryGeneric(async (ctx) => {
    await ctx.db.query("notes").first();
    throw new Error("no");
  });
  const insert = mutationGeneric(async (ctx) => await ctx.db.insert("notes", { text: "a" }));
  const { engine } = await startEngine({ modules: { app: { failing, insert } } });
  await engine.mutation(callOf("app:insert"));

  const { reads, ok } = await engine.query(callOf("app:failing"));

  expect(ok).toBe(false);
  expect(reads.ranges).toHaveLength(1);
});
