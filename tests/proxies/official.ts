import assert from "node:assert/strict";
import type { StandIn } from "./stand-ins.ts";

/** The paths that official Convex serves at a deployment's own URL; all others belong to its HTTP actions. */
const ofDeployment =
  /^\/api\/(([^/]+\/)?sync|query|mutation|action|function|query_batch|query_ts|query_at_ts|(run|storage)\/.+)$/;

/** Checks the work of a web server for official Convex beside passing requests on; throws at the first failure. */
export async function tryOfficial(origin: string): Promise<string[]> {
  const page = await fetch(`${origin}/projects/some/page`);
  assert.equal(page.status, 200);
  const html = await page.text();
  assert.match(html, /<title>/);
  assert.equal(page.headers.get("cache-control"), "no-cache");
  assertHeaders(page, /default-src 'self';/);

  const [asset = ""] = /\/assets\/[\w.-]+\.js/.exec(html) ?? [];
  const script = await fetch(origin + asset, { headers: { "Accept-Encoding": "gzip" } });
  assert.equal(script.headers.get("content-encoding"), "gzip");
  assert.match(script.headers.get("cache-control") ?? "", /immutable/);
  assertHeaders(script, /default-src 'self';/);
  assert.equal((await fetch(`${origin}/assets/none.js`)).status, 404);

  const call = await fetch(`${origin}/api/query`, {
    method: "POST",
    body: JSON.stringify({ path: "users:viewer", args: {}, format: "json" }),
  });
  assert.equal(((await call.json()) as { status: string }).status, "success");
  const keys = await fetch(`${origin}/.well-known/jwks.json`);
  assert.ok(((await keys.json()) as { keys: unknown[] }).keys.length > 0);
  const action = await fetch(`${origin}/api/health`);
  assert.equal(action.status, 200);
  assertHeaders(action, /default-src 'none'/);
  return ["pages, assets and headers from the web server", "function calls, keys and actions"];
}

/** Checks that each request went to the URL that serves it. */
export function assertSorted({ cloud, site }: { cloud: StandIn; site: StandIn }): string {
  assert.ok(cloud.asked.some((path) => path.endsWith("/sync")));
  assert.ok(site.asked.some((path) => path.startsWith("/.well-known/")));
  assert.deepEqual(
    cloud.asked.filter((path) => !ofDeployment.test(path)),
    [],
  );
  assert.deepEqual(
    site.asked.filter((path) => ofDeployment.test(path) || !/^\/(api|\.well-known)\//.test(path)),
    [],
  );
  return `${cloud.asked.length} requests for the deployment, ${site.asked.length} for its HTTP actions`;
}

function assertHeaders({ headers, url }: Response, policy: RegExp): void {
  assert.match(headers.get("content-security-policy") ?? "", policy, url);
  assert.match(headers.get("x-content-type-options") ?? "", /nosniff/);
  assert.match(headers.get("x-frame-options") ?? "", /DENY/);
  assert.match(headers.get("strict-transport-security") ?? "", /max-age=31536000/);
  assert.match(headers.get("cross-origin-resource-policy") ?? "", /same-origin/);
}
