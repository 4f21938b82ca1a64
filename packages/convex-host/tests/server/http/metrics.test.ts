import { expect, test } from "vitest";
import { noKnownPaths } from "../../../src/server/http/known-paths.ts";
import { app } from "../../support/fixture-api.ts";
import { connect, startTestHost } from "../../support/live-host.ts";
import { watch } from "../../support/watch.ts";

const token = "a token of metrics";

/** Returns the value of a series, or 0 if it has none yet. */
function valueOf(text: string, series: string): number {
  const line = text.split("\n").find((candidate) => candidate.startsWith(`${series} `));
  return Number(line?.slice(series.length) ?? 0);
}

async function readMetrics(url: string): Promise<string> {
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/api/metrics`, { headers });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toContain("text/plain; version=0.0.4");
  return await response.text();
}

test("metrics tell of requests, calls, connections, queries and the process [O10]", async () => {
  const { url } = await startTestHost({ settings: { metricsToken: token } });
  const client = connect(url);
  await watch(client, app.list, { list: "a" }).next();
  await watch(client, app.list, { list: "b" }).next();
  await client.mutation(app.add, { list: "a", text: "one" });
  await expect(client.mutation(app.fail, {})).rejects.toThrow();
  await fetch(`${url}/instance_name`);

  const text = await readMetrics(url);

  const calls = (outcome: string) =>
    valueOf(text, `convex_call_seconds_count{kind="mutation",outcome="${outcome}"}`);
  expect([calls("ok"), calls("failed")]).toEqual([1, 1]);
  expect(valueOf(text, "convex_live_connections")).toBe(1);
  expect(valueOf(text, "convex_live_queries")).toBe(2);
  expect(valueOf(text, "convex_database_log_bytes")).toBeGreaterThan(0);
  expect(text).toContain('convex_function_thread_lost_total{reason="blocked"} 0');
  const pages = `convex_http_request_seconds_count{method="GET",status="200",place="pages"}`;
  expect(valueOf(text, pages)).toBe(1);
  expect(valueOf(text, "process_resident_memory_bytes")).toBeGreaterThan(1_000_000);
});

test("a program names its series and its addresses [O10]", async () => {
  const placeOf = (path: string) => (path.startsWith("/lists/") ? "lists" : null);
  const { url } = await startTestHost({
    settings: { metricsToken: token },
    host: { instanceName: "shop", paths: { ...noKnownPaths, placeOf } },
  });
  for (const path of ["/lists/a", "/api/none"]) await fetch(url + path);

  const text = await readMetrics(url);

  for (const place of ["lists", "api"])
    expect(text).toMatch(new RegExp(`shop_http_request_seconds_count{.*place="${place}"} 1`));
});

test("a lost function thread is counted by its reason [O10]", async () => {
  const { url } = await startTestHost({
    settings: { metricsToken: token },
    limits: { blockedThreadMs: 300 },
  });
  await expect(connect(url).mutation(app.loopInMutation, {})).rejects.toThrow();

  const text = await readMetrics(url);

  expect(valueOf(text, 'convex_function_thread_lost_total{reason="blocked"}')).toBe(1);
});

test.each([
  { what: "no token", headers: {} },
  { what: "another token", headers: { Authorization: "Bearer a token of metricz" } },
  { what: "a longer token", headers: { Authorization: `Bearer ${token} and more` } },
])("metrics are not shown to $what [O10]", async ({ headers }) => {
  const { url } = await startTestHost({ settings: { metricsToken: token } });

  const response = await fetch(`${url}/api/metrics`, { headers });

  expect(response.status).toBe(401);
  expect(await response.text()).not.toContain("convex_");
});

test("without a token in the settings there are no metrics [O10]", async () => {
  const { url } = await startTestHost();

  const response = await fetch(`${url}/api/metrics`, { headers: { Authorization: "Bearer " } });

  expect(response.status).toBe(404);
});
