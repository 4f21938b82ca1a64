import { rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeFunctionReference } from "convex/server";
import { afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { Pulse } from "../../../src/wire/pulse.ts";
import { Watchdog } from "../../../src/server/keeper/watchdog.ts";
import {
  bundleOwnThread,
  bundleTexts,
  connect,
  type LiveHost,
  startTestHost,
} from "../../support/live-host.ts";
import { connectRaw, mutation } from "../../support/raw-client.ts";
import { until } from "../../support/until.ts";

const functions = `
  import { mutationGeneric, queryGeneric } from "convex/server";
  import { v } from "convex/values";
  export const add = mutationGeneric({
    args: { count: v.number() },
    handler: async (ctx, { count }) => {
      for (let at = 0; at < count; at += 1) await ctx.db.insert("items", { at });
      return count;
    },
  });
  export const count = queryGeneric({ args: {}, handler: async (ctx) => (await ctx.db.query("items").collect()).length });
`;
const count = makeFunctionReference<"query", Record<string, never>, number>("app:count");
/** The limit is long enough for the function itself on a busy machine: only the disk may be late. */
const blockedThreadMs = 1500;
/** The group is so large that its rows are stored before the function's turn is over. */
const largeGroup = 2_000;
let threadEntry = "";
let appBundle = "";

beforeAll(async () => {
  threadEntry = await bundleOwnThread(join(import.meta.dirname, "slow-disk-child.ts"));
  appBundle = await bundleTexts({ "app.ts": functions });
});

afterEach(() => ["slow", "stuck"].forEach(unmark));

const start = () =>
  startTestHost({ limits: { blockedThreadMs }, host: { threadEntry, appBundle } });
const markPath = (name: string) => join(dirname(threadEntry), name);
const mark = (name: string) => writeFileSync(markPath(name), "");
const unmark = (name: string) => rmSync(markPath(name), { force: true });
const logsOf = ({ logged }: LiveHost, event: string) =>
  logged.filter((line) => line.includes(`"${event}"`));

test("nobody is blamed for a flush that takes longer than a function may, and nothing is stored twice [B10]", async () => {
  const host = await start();
  const client = await connectRaw(host.url);
  mark("slow");

  client.send(mutation(0, "app:add", { count: largeGroup }));
  // The host logs a slow disk after the time that a function may take.
  await until(
    () => logsOf(host, "disk.slow"),
    (lines) => lines.length > 0,
  );
  unmark("slow");
  const answer = await client.next("MutationResponse");

  expect(answer).toMatchObject({ success: true, result: largeGroup });
  expect(await connect(host.url).query(count, {})).toBe(largeGroup);
  expect(logsOf(host, "function-thread.blocked")).toEqual([]);
});

test("a request whose thread is lost after it was stored gets its first answer [B11]", async () => {
  const host = await start();
  const client = await connectRaw(host.url);
  mark("stuck");

  client.send(mutation(0, "app:add", { count: largeGroup }));
  const answer = await client.next("MutationResponse");

  expect(logsOf(host, "function-thread.blocked")).toHaveLength(1);
  expect(answer).toMatchObject({ success: true, result: largeGroup });
  expect(await connect(host.url).query(count, {})).toBe(largeGroup);
});

test("a wait for the disk is told when it is long, and each time that it has doubled [B10]", () => {
  const told: (number | string)[] = [];
  const watchdog = new Watchdog({
    limitMs: 400,
    slowDiskMs: 400,
    onBlocked: () => told.push("blocked"),
    onSlowDisk: (ms) => told.push(ms),
  });
  const pulse = new Pulse();
  watchdog.watch(pulse);
  onTestFinished(() => watchdog.stop());
  const look = (times: number) => {
    for (let time = 0; time < times; time += 1) watchdog.check();
  };
  look(1);

  pulse.onDisk(() => look(10));
  pulse.onDisk(() => look(3));
  expect(told).toEqual([400, 800, 1600, 400]);

  look(3);
  expect(told.at(-1)).toBe("blocked");
});
