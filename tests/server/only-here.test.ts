import { readdir } from "node:fs/promises";
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeAdminKey } from "convex-host";
import { type LiveHost, temporaryFolder } from "convex-host/test-support";
import { workspaceNames } from "../../server/workspace-options.ts";
import {
  ownProvider,
  startSharedWorkspaceHost,
  startWorkspaceHost,
} from "../support/live-workspace.ts";

let host: LiveHost;
let stop: () => Promise<void>;

beforeAll(async () => {
  ({ host, stop } = await startSharedWorkspaceHost());
});
afterAll(() => stop());

/** Returns the status and the message of a response. `fetch` cannot set the Host header. */
function ask(path: string, headers: Record<string, string>) {
  return new Promise<{ status: number; message: string }>((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port: host.port, path, headers }, (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => (text += chunk.toString()));
      response.on("end", () => {
        const isJson = response.headers["content-type"]?.includes("json") === true;
        const { message = "" } = isJson ? (JSON.parse(text) as { message?: string }) : {};
        resolve({ status: response.statusCode ?? 0, message });
      });
    });
    sent.on("error", reject);
    sent.end();
  });
}

const discovery = "/idp/.well-known/openid-configuration";

describe.each([
  discovery,
  "/idp/pictures/admin%40localhost.svg",
  "/api/login",
  "/api/login/retry",
  "/api/auth/callback/oidc",
])("%s", (path) => {
  test.each([
    { "X-Forwarded-For": "203.0.113.9" },
    { "X-Forwarded-For": "127.0.0.1" },
    { "X-Forwarded-Proto": "https" },
    { "X-Forwarded-Host": "localhost" },
    { Forwarded: "for=203.0.113.9" },
    { Via: "1.1 proxy" },
    { "X-Real-IP": "203.0.113.9" },
  ])("is refused to a request with %j, which says how to go on [OP-02]", async (headers) => {
    const { status, message } = await ask(path, headers);

    expect(status).toBe(403);
    expect(message).toMatch(
      /this machine only.*OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET/,
    );
  });
});

test.each(["localhost", "127.0.0.1:3000", "[::1]:3000", "turnboard.localhost:3000"])(
  "the demo provider answers at %s [OP-02]",
  async (name) => {
    expect((await ask(discovery, { Host: name })).status).toBe(200);
  },
);

test("other addresses are for everyone whom the host lets in [OP-02]", async () => {
  expect((await ask("/api/hello", { "X-Forwarded-For": "203.0.113.9" })).status).toBe(200);
});

test("with a provider of one's own a proxy is fine [OP-02]", async () => {
  const { url } = await startWorkspaceHost({ env: ownProvider });

  const response = await fetch(`${url}/api/login`, { headers: { "X-Forwarded-For": "::1" } });

  // The fixture app has no such route; only the sender of the response matters.
  expect(response.status).toBe(404);
});

test("data that was used with an own provider is closed to the demo provider [OP-02]", async () => {
  const dataDir = await temporaryFolder();
  await (await startWorkspaceHost({ dataDir, env: ownProvider })).stop();

  await expect(startWorkspaceHost({ dataDir })).rejects.toThrow(
    /was used with the identity provider https:\/\/id\.test.*OIDC_CLIENT_SECRET again, or set DATA_DIR/,
  );
  const again = await startWorkspaceHost({ dataDir, env: ownProvider });
  expect((await fetch(`${again.url}/api/hello`)).status).toBe(200);
});

test("data of the demo provider may go over to an own one [OP-02]", async () => {
  const dataDir = await temporaryFolder();
  await (await startWorkspaceHost({ dataDir })).stop();

  const { url } = await startWorkspaceHost({ dataDir, env: ownProvider });

  expect((await fetch(`${url}/api/hello`)).status).toBe(200);
});

test.each([discovery, "/idp/sign-in/gone"])(
  "the demo provider at %s is not sniffed and not framed, and runs nothing inline [OP-02] [H11]",
  async (path) => {
    const { headers } = await fetch(host.url + path);

    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-frame-options")).toBe("DENY");
  },
);

test("a sign-in that is under way is not in the log [OP-02]", async () => {
  const logged = host.logged.length;

  for (const path of ["/idp/sign-in/secret", "/%2e/idp/auth/secret"]) await ask(path, {});

  expect(host.logged.slice(logged).join("")).not.toContain("secret");
});

test("the file of the data and the keys of the command line have the names they always had [OP-02]", async () => {
  expect(await readdir(host.dataDir)).toContain("turnboard.sqlite");
  const { databaseFile, instanceName } = workspaceNames;
  expect([databaseFile, await makeAdminKey(host.dataDir, instanceName)]).toEqual([
    "turnboard.sqlite",
    expect.stringMatching(/^turnboard\|/),
  ]);
});
