import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Route } from "../../../convex/rest/door/route.ts";
import { type DoorHost, startDoorHost } from "./door-host.ts";
import { brokenBodies, hostileId, hostileValue } from "./hostile-values.ts";
import { apiRoutes, nameOf, requestByRoute, sendTo, type Sent } from "./requests.ts";
import { newWorld, type World } from "./world.ts";

let host: DoorHost;
let world: World;
beforeAll(async () => {
  host = await startDoorHost();
  world = await newWorld(host);
});
afterAll(() => host.stop());

// Every refusal is quick; a request that hangs fails instead of blocking the whole run.
const patienceMs = 5000;
const runs = Number(process.env.DOOR_RUNS ?? 2);

/** Returns a seed that is fixed for a route and differs between routes. */
function seedOf(name: string): number {
  return [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7);
}

/** Returns the status of a response, after the checks that apply to all of them. */
async function answerOf(send: (signal: AbortSignal) => Promise<Response>): Promise<number> {
  const response = await send(AbortSignal.timeout(patienceMs));
  const text = await response.text();
  if (response.status < 400) return response.status;
  expect(response.status, text).toBeLessThan(500);
  expect(response.headers.get("set-cookie")).toBeNull();
  expect(response.headers.get("content-type")).toMatch(/^application\/json/);
  const body = JSON.parse(text) as { message: unknown; errors?: unknown };
  expect(body.message).toEqual(expect.any(String));
  expect(text).not.toMatch(/\bat .*\.[jt]s:\d+|node_modules|\/convex\/|SQLITE/);
  return response.status;
}

async function sendAsAdmin(route: Route, sent: Sent): Promise<number> {
  return await answerOf(
    async (signal) => await sendTo(host.url, route, { ...sent, ...world.admin, signal }),
  );
}

async function sendRaw(
  route: Route,
  { body, type }: { body: string | Uint8Array<ArrayBuffer>; type: string },
): Promise<number> {
  const url = host.url + route.path.replace(/:\w+/g, "none");
  const headers = { ...world.admin.headers, "Content-Type": type };
  return await answerOf(
    async (signal) => await fetch(url, { method: route.method, headers, body, signal }),
  );
}

const named = (route: Route) => [nameOf(route), route] as const;
const withBody = apiRoutes.filter(({ body }) => body?.type === "application/json").map(named);
const withParams = apiRoutes.filter(({ path }) => path.includes(":")).map(named);

function schemaOf({ body }: Route) {
  if (body === undefined || !("schema" in body)) throw new Error("The route takes fields.");
  return body.schema();
}

test("what the clock moves every quarter of an hour is not taken for a change [VALID-20]", async () => {
  const before = await host.everything();

  await host.runJob("jobs/today:advance");

  expect(await host.everything()).toBe(before);
});

describe("bodies", () => {
  test.each(withBody)(
    "%s answers 4xx to fields of any other kind and changes nothing [VALID-20]",
    async (name, route) => {
      const valid = requestByRoute[name]?.(world) ?? {};
      const schema = schemaOf(route);
      const fields = fc.constantFrom(...Object.keys(schema.shape));
      const before = await host.everything();

      await fc.assert(
        fc.asyncProperty(fields, hostileValue, async (field, value) => {
          const body = { ...(valid.body as object), [field]: value };
          // The next test covers bodies that match the schema: they name no record, or they are accepted.
          fc.pre(!schema.safeParse(body).success);
          expect(await sendAsAdmin(route, { ...valid, body })).toBe(400);
        }),
        { numRuns: runs, seed: seedOf(name) },
      );

      expect(await host.everything()).toBe(before);
    },
  );

  test.each(withBody)("%s does not break at whatever it is sent", async (name, route) => {
    const fields = Object.keys(schemaOf(route).shape);
    const entry = fc.tuple(fc.constantFrom(...fields, "__proto__", "id", "_id"), hostileValue);

    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 6 }), async (entries) => {
        await sendAsAdmin(route, { body: Object.fromEntries(entries) });
      }),
      { numRuns: runs, seed: seedOf(name) },
    );
  });

  test.each(withBody)("%s answers 400 to what is no JSON object [VALID-20]", async (_, route) => {
    const before = await host.everything();

    for (const body of brokenBodies)
      expect(await sendRaw(route, { body, type: "application/json" })).toBe(400);
    for (const type of ["text/plain", "text/html", "multipart/form-data", "application/xml", "x"])
      expect(await sendRaw(route, { body: "{}", type })).toBe(400);

    expect(await host.everything()).toBe(before);
  });

  test.each(withBody)(
    "%s answers 413 to a body that no form could send [OP-57]",
    async (_, route) => {
      const body = JSON.stringify({ name: "x".repeat(1_000_001) });

      expect(await sendRaw(route, { body, type: "application/json" })).toBe(413);
    },
  );
});

describe("addresses", () => {
  test.each(withParams)(
    "%s answers 404 to ids of nothing and changes nothing [VALID-21] [OP-49]",
    async (name, route) => {
      const valid = requestByRoute[name]?.(world) ?? {};
      const before = await host.everything();
      const send = async (id: string) => {
        const params = Object.keys(valid.params ?? {}).map((key) => [key, id]);
        return await sendAsAdmin(route, { ...valid, params: Object.fromEntries(params) });
      };

      await fc.assert(
        fc.asyncProperty(hostileId, async (id) => {
          // Browsers and clients normalize these two segments themselves.
          fc.pre(id !== "." && id !== "..");
          expect(await send(id)).toBe(404);
        }),
        { numRuns: runs, seed: seedOf(name) },
      );
      const ofAnotherKind = name.includes("/photos/") ? world.noteId : world.photoId;
      expect(await send(ofAnotherKind)).toBe(404);

      expect(await host.everything()).toBe(before);
    },
  );

  test.each(apiRoutes.filter(({ query }) => query !== undefined).map(named))(
    "%s does not break at any search parameters",
    async (name, route) => {
      const valid = requestByRoute[name]?.(world) ?? {};
      const keys = fc.constantFrom(...Object.keys(route.query?.shape ?? {}), "__proto__", "");

      await fc.assert(
        fc.asyncProperty(keys, hostileId, async (key, value) => {
          await sendAsAdmin(route, { ...valid, query: { ...valid.query, [key]: value } });
        }),
        { numRuns: runs, seed: seedOf(name) },
      );
    },
  );

  test.each(apiRoutes.map(named))("%s takes no other method [OP-57]", async (_, { path }) => {
    const taken = apiRoutes.filter((route) => isSameForm(route.path, path)).map((r) => r.method);
    const others = ["GET", "POST", "PUT", "PATCH", "DELETE"].filter(
      (method) => !(taken as string[]).includes(method),
    );
    const url = host.url + path.replace(/:\w+/g, "none");

    for (const method of others) {
      const { headers } = world.admin;
      const status = await answerOf(
        async (signal) => await fetch(url, { method, headers, signal }),
      );
      expect([method, status]).toEqual([method, 405]);
    }
    const options = await fetch(url, { method: "OPTIONS" });
    expect([options.status, await options.text()]).toEqual([204, ""]);
    for (const method of taken) expect(options.headers.get("allow")).toContain(method);
    expect(options.headers.get("access-control-allow-origin")).toBeNull();
  });

  test.each(["/api", "/api/", "/api/nothing", "/api/projects/", "/api/projects/a/b/c", "/api//x"])(
    "%s answers 404 to every method [OP-57]",
    async (path) => {
      for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "SEARCH"]) {
        const { status } = await fetch(host.url + path, { method, headers: world.admin.headers });
        expect([method, status]).toEqual([method, 404]);
      }
    },
  );
});

function isSameForm(a: string, b: string): boolean {
  return a.replace(/:\w+/g, ":") === b.replace(/:\w+/g, ":");
}
