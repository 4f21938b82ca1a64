import { expect, test, vi } from "vitest";
import type { ActionCtx } from "../../../convex/_generated/server.js";
import { healthRoute } from "../../../convex/rest/description/health.ts";
import { openApiRoute } from "../../../convex/rest/description/openApi.ts";

test("the description is made once, however often strangers ask for it [API-54]", async () => {
  vi.stubEnv("SITE_URL", "https://turnboard.test");
  let reads = 0;
  const counted = {
    ...healthRoute,
    get summary() {
      reads += 1;
      return "How it is";
    },
  };
  const { handler } = openApiRoute([counted]);
  const ask = async () =>
    await (await handler({} as ActionCtx, new Request("https://turnboard.test"), {})).text();

  const first = await ask();
  const readsOfOne = reads;

  expect(readsOfOne).toBeGreaterThan(0);
  expect([await ask(), await ask()]).toEqual([first, first]);
  expect(reads).toBe(readsOfOne);
});
