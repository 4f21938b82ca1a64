import { join } from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { expect, test } from "vitest";
import { bundleTexts, connect, type LiveHost, startTestHost } from "../../support/live-host.ts";
import { openSocket, type RawClient } from "../../support/raw-client.ts";
import { watch } from "../../support/watch.ts";

const megabyte = 1_000_000;
const functions = `
  import { mutationGeneric, queryGeneric } from "convex/server";
  export const large = queryGeneric((_ctx, { n }) => String(n).padEnd(${megabyte}, "x"));
  export const count = queryGeneric(async (ctx) => (await ctx.db.query("rows").collect()).length);
  export const add = mutationGeneric((ctx) => ctx.db.insert("rows", {}));
`;
const count = makeFunctionReference<"query", Record<string, never>, number>("app:count");
const add = makeFunctionReference<"mutation">("app:add");
const sign = makeFunctionReference<"action">("tokens:sign");

async function start(): Promise<LiveHost> {
  const fixture = (name: string) =>
    JSON.stringify(join(import.meta.dirname, "../../fixtures/convex-app", name));
  const appBundle = await bundleTexts({
    "app.ts": functions,
    "tokens.ts": `export { sign } from ${fixture("tokens.ts")};`,
    "auth.config.ts": `export { default } from ${fixture("auth.config.ts")};`,
  });
  return await startTestHost({ limits: { heapMb: 128 }, host: { appBundle } });
}

/** Opens a socket of one person and asks many short questions that have long answers. */
async function askMuch(host: LiveHost, at: number): Promise<RawClient> {
  const client = await openSocket(host.url);
  const value: unknown = await new ConvexHttpClient(host.url).action(sign, { subject: "eve" });
  client.send({ type: "Connect", sessionId: crypto.randomUUID(), connectionCount: 0 });
  client.send({ type: "Authenticate", baseVersion: 0, tokenType: "User", value });
  const modifications = Array.from({ length: 30 }, (_, queryId) => {
    const args = [{ n: 100 * at + queryId }];
    return { type: "Add", queryId, udfPath: "app:large", args };
  });
  client.send({ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications });
  return client;
}

test("long answers to short questions take the memory of nobody: who has most is sent away [B24] [B5]", async () => {
  const host = await start();
  const honest = connect(host.url);
  const seen = watch<number>(honest, count, {});
  expect(await seen.next()).toBe(0);

  for (let at = 0; at < 5; at += 1) {
    const eve = await askMuch(host, at);
    expect(await eve.closed).toMatchObject({ code: 1013 });
  }

  await honest.mutation(add, {});
  expect(await seen.next()).toBe(1);
  expect(host.logged.filter((line) => line.includes("function-thread.died"))).toEqual([]);
});
