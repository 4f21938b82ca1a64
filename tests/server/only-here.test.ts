import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type LiveHost,
  ownProvider,
  startSharedHost,
  startTestHost,
  temporaryFolder,
} from "../../packages/convex-host/tests/support/live-host.ts";

let host: LiveHost;
let stop: () => Promise<void>;

beforeAll(async () => {
  ({ host, stop } = await startSharedHost());
});
afterAll(() => stop());

/** The status and the message of an answer; `fetch` would not let us say for which host a request is. */
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
  ])("[OP-02] is refused to a request with %j, which says how to go on", async (headers) => {
    const { status, message } = await ask(path, headers);

    expect(status).toBe(403);
    expect(message).toMatch(
      /this machine only.*OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET/,
    );
  });
});

test.each(["localhost", "127.0.0.1:3000", "[::1]:3000", "turnboard.localhost:3000"])(
  "[OP-02] the demo provider answers at %s",
  async (name) => {
    expect((await ask(discovery, { Host: name })).status).toBe(200);
  },
);

test("[OP-02] other addresses are for everyone whom the host lets in", async () => {
  expect((await ask("/api/hello", { "X-Forwarded-For": "203.0.113.9" })).status).toBe(200);
});

test("[OP-02] with a provider of one's own a proxy is fine", async () => {
  const { url } = await startTestHost({ env: ownProvider });

  const response = await fetch(`${url}/api/login`, { headers: { "X-Forwarded-For": "::1" } });

  // The fixture app has no such route: what matters is who answered.
  expect(response.status).toBe(404);
});

test("[OP-02] data that was used with an own provider is closed to the demo provider", async () => {
  const dataDir = await temporaryFolder();
  await (await startTestHost({ dataDir, env: ownProvider })).stop();

  await expect(startTestHost({ dataDir })).rejects.toThrow(
    /was used with the identity provider https:\/\/id\.test.*OIDC_CLIENT_SECRET again, or set DATA_DIR/,
  );
  const again = await startTestHost({ dataDir, env: ownProvider });
  expect((await fetch(`${again.url}/api/hello`)).status).toBe(200);
});

test("[OP-02] data of the demo provider may go over to an own one", async () => {
  const dataDir = await temporaryFolder();
  await (await startTestHost({ dataDir })).stop();

  const { url } = await startTestHost({ dataDir, env: ownProvider });

  expect((await fetch(`${url}/api/hello`)).status).toBe(200);
});
