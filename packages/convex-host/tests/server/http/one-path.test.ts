import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { KnownPaths } from "../../../src/server/http/known-paths.ts";
import { type LiveHost, startSharedHost } from "../../support/live-host.ts";

const paths: KnownPaths = {
  isSignIn: (path) => /^\/api\/(login|auth\/callback)(\/|$)/.test(path),
  isOfSession: () => false,
  isLong: () => false,
  secretPrefixes: ["/doors/secret/"],
  placeOf: () => null,
};

let host: LiveHost;
let stop: () => Promise<void>;

beforeAll(async () => {
  // The only sign-in of the minute is used up, so the status tells if the host takes a path for another sign-in.
  ({ host, stop } = await startSharedHost({ settings: { signInsPerMinute: 1 }, host: { paths } }));
  await ask(host.port, "/api/login");
});
afterAll(() => stop());

/** Requests the exact path: `fetch` would normalize it. */
function ask(port: number, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode ?? 0));
    });
    sent.on("error", reject);
    sent.end();
  });
}

test.each([
  "//api/login",
  "///api//../login",
  "/api/./login",
  "/./api/login",
  "/api/x/../login",
  "/api/%2e/login",
  "/api/%2E%2e/api/login",
  "/api\\login",
  "/api/login/",
  "/api/login/.",
  "/api/./auth/callback/oidc?code=1",
])("%s counts as a sign-in [H12]", async (path) => {
  expect(await ask(host.port, path)).toBe(429);
});

test.each(["/API/login", "/api//login", "/api/lo%67in", "/x/api/login"])(
  "%s is no sign-in, for the limit and for the routes [H12]",
  async (path) => {
    expect(await ask(host.port, path)).toBe(404);
  },
);

test.each(["/api/./hello", "//api/hello", "/api/x/%2e%2e/hello"])(
  "%s is answered by the route of /api/hello, and logged under its name [H3]",
  async (path) => {
    const logged = host.logged.length;

    expect(await ask(host.port, `${path}?name=1`)).toBe(200);
    expect(lastPath(logged)).toBe("/api/hello");
  },
);

test.each(["//api/storage/secret", "/api/./storage/secret", "/%2e/doors/secret/key"])(
  "%s does not bring a secret into the log [H9]",
  async (path) => {
    const logged = host.logged.length;

    await ask(host.port, path);

    expect(host.logged.slice(logged).join("")).not.toMatch(/storage.secret|key/);
  },
);

test("a target that is no path is refused [H2]", async () => {
  expect(await ask(host.port, "nonsense")).toBe(400);
  expect(await ask(host.port, "\\api\\hello")).toBe(400);
  expect(await ask(host.port, "ftp://elsewhere.test/api/hello")).toBe(400);
});

function lastPath(from: number): unknown {
  const lines = host.logged.slice(from).map((line) => JSON.parse(line) as { path?: string });
  return lines.find(({ path }) => path !== undefined)?.path;
}
