import { makeFunctionReference } from "convex/server";
import { expect, test } from "vitest";
import { bundleTexts, connect, startTestHost } from "../../support/live-host.ts";
import { watch } from "../../support/watch.ts";

const functions = `
  import { mutationGeneric, queryGeneric } from "convex/server";
  export const texts = queryGeneric({ args: {}, handler: async (ctx) => (await ctx.db.query("items").collect()).length });
  export const never = queryGeneric({
    args: {},
    handler: async (ctx) => { await ctx.db.query("items").collect(); return await new Promise(() => {}); },
  });
  export const add = mutationGeneric({ args: {}, handler: async (ctx) => void await ctx.db.insert("items", {}) });
`;
const query = (path: string) => makeFunctionReference<"query", Record<string, never>, number>(path);
const add = makeFunctionReference<"mutation", Record<string, never>, null>("app:add");

test("a live query that nothing can settle fails its watchers alone, and not anew with each commit [R30] [B6]", async () => {
  const host = await startTestHost({
    host: { appBundle: await bundleTexts({ "app.ts": functions }) },
  });
  const [ann, bob] = [connect(host.url), connect(host.url)];
  const counted = watch<number>(bob, query("app:texts"), {});
  const stalled = watch<number>(ann, query("app:never"), {});
  await expect(stalled.next()).rejects.toThrow();

  for (let count = 1; count <= 3; count += 1) {
    await bob.mutation(add, {});
    expect(await counted.until((seen) => seen === count)).toBe(count);
  }

  const failures = host.logged.filter((line) => line.includes("will never resolve"));
  expect(failures).toHaveLength(1);
});
