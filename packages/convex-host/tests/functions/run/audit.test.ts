import {
  internalMutationGeneric,
  log as convexLog,
  mutationGeneric,
  queryGeneric,
} from "convex/server";
import { expect, test } from "vitest";
import { AuditKeeper } from "../../../src/functions/run/audit-keeper.ts";
import { AuditLines } from "../../../src/functions/run/audit-lines.ts";
import type { JsonObject } from "../../../src/values/json.ts";
import { callOf, startEngine, valueOf } from "../../support/started-engine.ts";
import { until } from "../../support/until.ts";

type Line = { event: string; fields: Record<string, unknown> };

/** Starts an app that refuses requests, with a function that keeps the refusals. */
async function startAuditedEngine(options: { auditPath?: string } = { auditPath: "app:keep" }) {
  const lines: Line[] = [];
  const write = (event: string, fields: Record<string, unknown> = {}) => {
    lines.push({ event, fields });
  };
  const refuse = async () => {
    const { vars } = convexLog;
    await convexLog.audit({
      ...{ kind: "refused", address: vars.ip },
      details: { requestId: vars.requestId, now: vars.now },
    });
    throw new Error("Not for you");
  };
  const app = {
    refusedQuery: queryGeneric(refuse),
    refusedMutation: mutationGeneric(refuse),
    allowed: mutationGeneric(async (ctx) => {
      await ctx.db.insert("kept", { entry: "its own" });
      await convexLog.audit({ kind: "allowed" });
    }),
    huge: mutationGeneric(async () => {
      await convexLog.audit({ kind: "x".repeat(10_000) });
    }),
    keep: internalMutationGeneric(async (ctx, { entries }: { entries: unknown[] }) => {
      for (const entry of entries) await ctx.db.insert("kept", { entry });
    }),
    list: queryGeneric(async (ctx) => {
      const rows = await ctx.db.query("kept").collect();
      return rows.map(({ entry }) => entry as unknown);
    }),
  };
  const logger = { debug: write, info: write, warn: write, error: write };
  const { engine } = await startEngine({ modules: { app }, log: logger, ...options });
  const kept = async () => valueOf(await engine.query(callOf("app:list"))) as unknown[];
  const auditLines = () => lines.filter(({ event }) => event === "audit");
  return { engine, kept, auditLines };
}

const request = { requestId: "r1", ip: "192.0.2.7", userAgent: null };

test("a refused call says its audit line with the caller's address, and the app keeps the entry [R31]", async () => {
  const { engine, kept, auditLines } = await startAuditedEngine();

  await engine.query(callOf("app:refusedQuery", {}, { request }));
  await engine.mutation(callOf("app:refusedMutation", {}, { request }));

  const details = { requestId: "r1", now: expect.any(Number) as number };
  const entry = { kind: "refused", address: "192.0.2.7", details };
  expect(await until(kept, ({ length }) => length === 2)).toEqual([entry, entry]);
  const fields = {
    ...{ kind: "refused", address: "192.0.2.7" },
    ...{ "details.requestId": "r1", "details.now": expect.any(Number) as number },
  };
  expect(auditLines()).toEqual([
    { event: "audit", fields },
    { event: "audit", fields },
  ]);
});

test("a call that stores what it did keeps its own entry, and only its line is told [R31]", async () => {
  const { engine, kept, auditLines } = await startAuditedEngine();

  await engine.mutation(callOf("app:allowed"));
  await engine.query(callOf("app:refusedQuery", {}, { request }));

  const [first] = await until(kept, ({ length }) => length === 2);
  expect(first).toBe("its own");
  expect(auditLines().map(({ fields }) => fields["kind"])).toEqual(["allowed", "refused"]);
});

test("where the app keeps nothing, the line is told all the same [R31]", async () => {
  const { engine, kept, auditLines } = await startAuditedEngine({});

  await engine.query(callOf("app:refusedQuery"));

  expect(auditLines()).toHaveLength(1);
  expect(await kept()).toEqual([]);
});

/** Makes a keeper that stores a batch only when the test tells it to. */
function heldKeeper() {
  const batches: JsonObject[][] = [];
  let finish: () => void = () => undefined;
  const keeper = new AuditKeeper((entries) => {
    batches.push(entries);
    return new Promise<void>((resolve) => (finish = resolve));
  });
  const keepAll = async () => {
    for (let known = -1; known !== batches.length;) {
      known = batches.length;
      finish();
      for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    }
  };
  return { keeper, batches, keepAll };
}

test("lines that come faster than they are kept are bounded, go in batches one after another, and the rest is counted [R31]", async () => {
  const { keeper, batches, keepAll } = heldKeeper();

  for (let line = 0; line < 600; line++)
    keeper.add([{ kind: "refused", address: `192.0.2.${line % 100}`, nobody: null }]);
  expect(batches).toEqual([[{ kind: "refused", address: "192.0.2.0" }]]);
  await keepAll();
  keeper.add([{ kind: "refused", address: "192.0.2.1" }]);

  expect(batches.map(({ length }) => length)).toEqual([1, 51, 50, 50, 50, 1]);
  expect(batches[1]?.at(-1)).toEqual({ kind: "refused", details: { more: 399, addresses: 100 } });
});

test("who is refused without pause keeps nobody else's line from being kept [R31]", async () => {
  const { keeper, batches, keepAll } = heldKeeper();

  for (let line = 0; line < 600; line++) keeper.add([{ kind: "refused", userId: "eve", line }]);
  keeper.add([{ kind: "refused", userId: "ann" }]);
  await keepAll();

  expect(batches.flat()).toContainEqual({ kind: "refused", userId: "ann" });
  expect(batches.flat()).toContainEqual({ kind: "refused", details: { more: 549, addresses: 0 } });
});

test("of a call that says more lines than are taken the rest is counted [R31]", () => {
  const audit = new AuditLines();

  for (let line = 0; line < 40; line++) audit.add({ kind: "refused", line }, { request, now: 0 });

  expect(audit.lines).toHaveLength(33);
  expect(audit.lines.at(-1)).toEqual({ kind: "refused", details: { more: 8, addresses: 0 } });
});

test("an audit line that is too long is refused [R31]", async () => {
  const { engine } = await startAuditedEngine();

  expect(await engine.mutation(callOf("app:huge"))).toMatchObject({
    message: expect.stringContaining("An audit log body has at most 8192 characters.") as string,
  });
});
