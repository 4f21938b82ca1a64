import { makeFunctionReference, mutationGeneric, queryGeneric } from "convex/server";
import { expect, test } from "vitest";
import { callOf, startEngine, valueOf } from "../../support/started-engine.ts";

const never = () => new Promise<null>(() => undefined);
const neverText = "Returned promise will never resolve";
const limits = { stalledMs: 40 };

const endless = mutationGeneric(async (ctx) => {
  await ctx.db.insert("notes", { text: "lost" });
  return await never();
});
const add = mutationGeneric(async (ctx) => void (await ctx.db.insert("notes", { text: "kept" })));
const list = queryGeneric(async (ctx) =>
  (await ctx.db.query("notes").collect()).map((row) => row["text"] as string),
);

test("a mutation that nothing can settle fails by name, and the next one goes on [R30]", async () => {
  const { engine } = await startEngine({ modules: { app: { endless, add, list } }, limits });

  const stalled = engine.mutation(callOf("app:endless"));
  const next = engine.mutation(callOf("app:add"));

  expect(await stalled).toMatchObject({ ok: false, message: expect.stringContaining(neverText) });
  expect((await next).ok).toBe(true);
  expect(valueOf(await engine.query(callOf("app:list")))).toEqual(["kept"]);
});

test("queries that stall side by side fail each, and the next one is looked at as well [R30]", async () => {
  const { engine } = await startEngine({
    modules: { app: { waits: queryGeneric(never), list } },
    limits,
  });
  const failure = { ok: false, isStalled: true, message: expect.stringContaining(neverText) };

  const both = [engine.query(callOf("app:waits")), engine.query(callOf("app:waits"))];
  expect(await Promise.all(both)).toEqual([
    expect.objectContaining(failure),
    expect.objectContaining(failure),
  ]);
  // After this time the host has stopped checking for stalled queries.
  await new Promise((resolve) => setTimeout(resolve, 2 * limits.stalledMs));
  expect(await engine.query(callOf("app:waits"))).toMatchObject(failure);
});

test("so does a query, and one that called such a query [R30]", async () => {
  const inner = queryGeneric(never);
  const outer = queryGeneric(
    async (ctx) => (await ctx.runQuery(makeFunctionReference<"query">("app:inner"))) as null,
  );
  const { engine } = await startEngine({ modules: { app: { inner, outer } }, limits });

  for (const path of ["app:inner", "app:outer"])
    expect(await engine.query(callOf(path))).toMatchObject({
      ok: false,
      isStalled: true,
      message: expect.stringContaining(neverText),
    });
});

test("one that waits for its turn or for the engine's own work is not taken for one [R30]", async () => {
  let isReleased = false;
  const busy = mutationGeneric(async (ctx) => {
    while (!isReleased) await ctx.auth.getUserIdentity();
    return "released";
  });
  const hashing = mutationGeneric(async () => {
    const password = new TextEncoder().encode("secret");
    const key = await crypto.subtle.importKey("raw", password, "PBKDF2", false, ["deriveBits"]);
    const algorithm = { name: "PBKDF2", hash: "SHA-512", salt: password, iterations: 500_000 };
    return (await crypto.subtle.deriveBits(algorithm, key, 256)).byteLength;
  });
  const { engine } = await startEngine({
    modules: { app: { busy, hashing } },
    limits: { stalledMs: 4 },
  });

  const long = engine.mutation(callOf("app:busy"));
  // The call lasts for several checks, while the event loop has other turns.
  for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  isReleased = true;

  expect(valueOf(await long)).toBe("released");
  expect(valueOf(await engine.mutation(callOf("app:hashing")))).toBe(32);
});
