import { expect, test } from "vitest";
import { app } from "../../support/fixture-api.ts";
import { bundleTexts, connect, startTestHost } from "../../support/live-host.ts";

const limits = { blockedThreadMs: 600 };

test("calls that each take less than a function may end the thread in no number [B5]", async () => {
  const appBundle = await bundleTexts({
    "http.ts": `
      import { httpActionGeneric, httpRouter } from "convex/server";
      const http = httpRouter();
      http.route({
        path: "/api/work", method: "GET",
        handler: httpActionGeneric(async () => {
          for (const end = performance.now() + 100; performance.now() < end; );
          return new Response("done");
        }),
      });
      export default http;
    `,
  });
  const host = await startTestHost({ limits: { blockedThreadMs: 1200 }, host: { appBundle } });

  const calls = Array.from({ length: 24 }, () => fetch(`${host.url}/api/work`));
  const statuses = (await Promise.all(calls)).map(({ status }) => status);

  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(host.logged.filter((line) => line.includes("function-thread.blocked"))).toEqual([]);
});

test("a mutation that holds the thread for long but gets on is left alone [B5]", async () => {
  const host = await startTestHost({ limits });

  const client = connect(host.url);

  // Double the work until it takes well over the limit on this machine.
  let rounds = 1_000;
  let took = 0;
  while (took <= 2 * limits.blockedThreadMs) {
    rounds *= 2;
    const startedAt = performance.now();
    expect(await client.mutation(app.work, { rounds })).toBe(rounds);
    took = performance.now() - startedAt;
  }

  expect(host.logged.join("")).not.toContain("function-thread.blocked");
});
