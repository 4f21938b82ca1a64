import { createHash, webcrypto } from "node:crypto";
import { actionGeneric, makeFunctionReference, mutationGeneric, queryGeneric } from "convex/server";
import { expect, test } from "vitest";
import { callOf, startEngine, valueOf } from "../../support/started-engine.ts";

// The functions under test print to this console; the test itself prints nothing.
const printed = globalThis.console;

const refusalOf = (name: string) =>
  `Can't use ${name} in queries and mutations. Please consider using an action. ` +
  "See https://docs.convex.dev/functions/actions for more details.";

/** Waits until the real clock has moved on. */
async function untilTimePasses(since: number): Promise<void> {
  while (performance.now() === since) await Promise.resolve();
}

test("time stands still in a mutation and what it calls, and runs in an action [R10]", async () => {
  let nowMs = 1_700_000_000_000;
  const clock = () => (nowMs += 5);
  const times = async () => {
    const [date, called, number, text] = [new Date(), Date(), Date.now(), performance.now()];
    await Promise.resolve();
    return [date.getTime(), Date.parse(called), number, text];
  };
  const nested = queryGeneric(times);
  const outer = mutationGeneric(async (ctx) => {
    const mine = await times();
    return [
      ...mine,
      ...((await ctx.runQuery(makeFunctionReference<"query">("app:nested"))) as number[]),
    ];
  });
  const moving = actionGeneric(async () => {
    const start = performance.now();
    await untilTimePasses(start);
    return performance.now() > start && Date.now() > 1_750_000_000_000;
  });
  const { engine } = await startEngine({ modules: { app: { outer, nested, moving } }, clock });

  const seen = valueOf(await engine.mutation(callOf("app:outer"))) as number[];

  const [at] = seen as [number];
  const second = Math.floor(at / 1000) * 1000;
  expect(seen).toEqual([at, second, at, 0, at, second, at, 0]);
  expect(at).toBeGreaterThan(1_700_000_000_000);
  expect(at).toBeLessThan(1_700_000_001_000);
  expect(valueOf(await engine.action(callOf("app:moving")))).toBe(true);
});

test("outside of executions the clock is the real one [R10]", async () => {
  await startEngine({ modules: {} });

  expect(Math.abs(new Date().getTime() - Date.now())).toBeLessThan(1000);
  expect(new Date()).toBeInstanceOf(Date);
  expect(new Date(0).toISOString()).toBe("1970-01-01T00:00:00.000Z");
});

const dice = () => ({
  random: [Math.random(), Math.random()],
  uuid: crypto.randomUUID(),
  bytes: [...crypto.getRandomValues(new Uint8Array(300))].map(Number),
});

test("two runs of a query at the same timestamp give equal text [R11]", async () => {
  const query = queryGeneric((_ctx, _args: { n: number }) => dice());
  const { engine } = await startEngine({ modules: { app: { query } }, clock: () => 1 });
  const snapshot = engine.database.snapshot();
  const run = (n: number) => engine.query(callOf("app:query", { n }), { at: snapshot });

  const [first, second, other] = [await run(1), await run(1), await run(2)];
  snapshot.close();

  expect(second).toEqual(first);
  expect(valueOf(other)).not.toEqual(valueOf(first));
  const { random, uuid, bytes } = valueOf(first) as ReturnType<typeof dice>;
  expect(random.every((number) => number >= 0 && number < 1)).toBe(true);
  expect(random[0]).not.toBe(random[1]);
  expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(bytes).size).toBeGreaterThan(100);
});

test("each mutation has its own seed, and nested functions continue it [R11]", async () => {
  const child = queryGeneric(() => Math.random());
  const reference = makeFunctionReference<"query">("app:child");
  const parent = mutationGeneric(async (ctx) => [
    Math.random(),
    (await ctx.runQuery(reference)) as number,
    (await ctx.runQuery(reference)) as number,
  ]);
  const { engine } = await startEngine({ modules: { app: { parent, child } } });

  const first = valueOf(await engine.mutation(callOf("app:parent"))) as number[];
  const second = valueOf(await engine.mutation(callOf("app:parent"))) as number[];

  expect(new Set([...first, ...second]).size).toBe(6);
});

const ecdsa = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const key = {} as CryptoKey;
const data = new Uint8Array(1);

test.each([
  ["fetch()", () => fetch("https://elsewhere.test")],
  ["setTimeout", () => setTimeout(() => undefined, 0)],
  ["setInterval", () => setInterval(() => undefined, 1)],
  ["setImmediate", () => setImmediate(() => undefined)],
  ["crypto.subtle.generateKey", () => crypto.subtle.generateKey(ecdsa, true, ["sign"])],
  ["crypto.subtle.sign with ECDSA", () => crypto.subtle.sign(ecdsa, key, data)],
  ["crypto.subtle.sign with RSA-PSS", () => crypto.subtle.sign("RSA-PSS", key, data)],
  ["crypto.subtle.encrypt with RSA-OAEP", () => crypto.subtle.encrypt("RSA-OAEP", key, data)],
])("%s is refused in queries and mutations [R12]", async (name, use) => {
  const handler = async () => {
    try {
      await use();
      return "allowed";
    } catch (error) {
      return (error as Error).message;
    }
  };
  const modules = { app: { query: queryGeneric(handler), mutation: mutationGeneric(handler) } };
  const { engine } = await startEngine({ modules });

  expect(valueOf(await engine.query(callOf("app:query")))).toBe(refusalOf(name));
  expect(valueOf(await engine.mutation(callOf("app:mutation")))).toBe(refusalOf(name));
});

test("a mutation may hash and sign where no randomness is needed [R12]", async () => {
  const { privateKey } = (await webcrypto.subtle.generateKey("Ed25519", false, [
    "sign",
    "verify",
  ])) as CryptoKeyPair;
  const sign = mutationGeneric(async (ctx) => {
    const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode("text"));
    const signature = await crypto.subtle.sign("Ed25519", privateKey, hash);
    await ctx.db.insert("signatures", { length: signature.byteLength });
    return { hash, rows: (await ctx.db.query("signatures").collect()).length };
  });
  const { engine } = await startEngine({ modules: { app: { sign } } });

  const { hash, rows } = valueOf(await engine.mutation(callOf("app:sign"))) as {
    hash: ArrayBuffer;
    rows: number;
  };

  expect(Buffer.from(hash)).toEqual(createHash("sha256").update("text").digest());
  expect(rows).toBe(1);
});

test("actions may wait and generate keys [R12]", async () => {
  const action = actionGeneric(async () => {
    await new Promise((resolve) => setTimeout(resolve, 0));
    const made = await crypto.subtle.generateKey(ecdsa, true, ["sign", "verify"]);
    return made.privateKey.type;
  });
  const { engine } = await startEngine({ modules: { app: { action } } });

  expect(valueOf(await engine.action(callOf("app:action")))).toBe("private");
});

test("console lines come in the official format, those of nested functions among them [R13]", async () => {
  const child = queryGeneric(() => {
    printed.warn("from the child");
    return null;
  });
  const parent = mutationGeneric(async (ctx) => {
    printed.log("hello", { a: 1 }, 2n);
    await ctx.runQuery(makeFunctionReference<"query">("app:child"));
    printed.error(new Error("bad").message);
    printed.info([1]);
    printed.debug(null);
    return null;
  });
  const { engine } = await startEngine({ modules: { app: { parent, child } } });

  const { logLines } = await engine.mutation(callOf("app:parent"));

  expect(logLines).toEqual([
    "[LOG] 'hello' { a: 1 } 2n",
    "[WARN] 'from the child'",
    "[ERROR] 'bad'",
    "[INFO] [ 1 ]",
    "[DEBUG] null",
  ]);
});

test("log lines are bounded in number and length [R13]", async () => {
  const chatty = queryGeneric(() => {
    for (let line = 0; line < 1000; line++) printed.log("x".repeat(line === 0 ? 100_000 : 1));
    return null;
  });
  const { engine } = await startEngine({ modules: { app: { chatty } } });

  const { logLines } = await engine.query(callOf("app:chatty"));

  expect(logLines).toHaveLength(257);
  expect(logLines[0]).toHaveLength(32_768);
  expect(logLines.at(-1)).toBe("[ERROR] Log overflow (maximum 256). Remaining log lines omitted.");
});

test("functions see the app's environment and nothing of the process [R14]", async () => {
  const look = queryGeneric(() => ({
    site: process.env["SITE_URL"] ?? null,
    names: Object.keys(process.env),
  }));
  const environment = { SITE_URL: "https://turns.test" };
  const { engine } = await startEngine({ modules: { app: { look } }, environment });

  expect(valueOf(await engine.query(callOf("app:look")))).toEqual({
    site: "https://turns.test",
    names: ["SITE_URL"],
  });
  expect(process.env["PATH"]).toBeDefined();
});

test("the timers of console are log lines too [R13]", async () => {
  const measure = actionGeneric(async () => {
    printed.time("work");
    printed.time("work");
    await new Promise((resolve) => setTimeout(resolve, 2));
    printed.timeLog("work", { half: true });
    printed.timeEnd("work");
    printed.timeEnd("work");
    printed.time();
    printed.timeEnd();
  });
  const { engine } = await startEngine({ modules: { app: { measure } } });

  const { logLines } = await engine.action(callOf("app:measure"));

  expect(logLines.map((line) => line.replace(/: [\d.]+ms/, ": <time>"))).toEqual([
    "[WARN] \"Timer 'work' already exists\"",
    "[INFO] 'work: <time>' { half: true }",
    "[INFO] 'work: <time>'",
    "[WARN] \"Timer 'work' does not exist\"",
    "[INFO] 'default: <time>'",
  ]);
});

test("what a module keeps for itself stays from one execution to the next [R32]", async () => {
  let calls = 0;
  const count = queryGeneric(() => (calls += 1));
  const { engine } = await startEngine({ modules: { app: { count } } });

  expect(valueOf(await engine.query(callOf("app:count")))).toBe(1);
  expect(valueOf(await engine.query(callOf("app:count")))).toBe(2);
});
