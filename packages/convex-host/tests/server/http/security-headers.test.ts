import { connect } from "node:net";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { securityHeaders } from "../../../src/server/http/security-headers.ts";
import { type LiveHost, startSharedHost, startTestHost } from "../../support/live-host.ts";

let host: LiveHost;
let stop: () => Promise<void>;
let frontEnd: string;
beforeAll(async () => {
  frontEnd = await mkdtemp(join(tmpdir(), "front-end-"));
  await writeFile(join(frontEnd, "index.html"), "<!doctype html><title>page</title>");
  ({ host, stop } = await startSharedHost({ host: { frontEnd: { folder: frontEnd } } }));
});
afterAll(async () => {
  await stop();
  await rm(frontEnd, { recursive: true });
});

test.each([
  { what: "a page", path: "/" },
  { what: "a page of the app", path: "/lists/abc" },
  { what: "an HTTP action", path: "/api/hello" },
  { what: "an HTTP action that fails", path: "/api/broken" },
  { what: "the function API", path: "/api/query" },
  { what: "a file that is not there", path: "/api/storage/x" },
  { what: "an unknown address", path: "/api/nothing" },
  { what: "a malformed address", path: "/%" },
])(
  "$what is not sniffed, not framed, runs nothing inline and tells nobody [H11]",
  async ({ path }) => {
    const { headers } = await fetch(host.url + path);

    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toMatch(/default-src '(none|self)'/);
    expect(policy).not.toMatch(/script-src[^;]*unsafe|default-src[^;]*unsafe/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("referrer-policy")).toMatch(/^(same-origin|no-referrer)$/);
    expect(headers.get("permissions-policy")).toContain("camera=(self)");
    expect(headers.get("strict-transport-security")).toBeNull();
  },
);

test("what is not even HTTP is answered in the same way [H11]", async () => {
  const text = await sendRaw(host.port, "nonsense\r\n\r\n");

  expect(text).toMatch(/^HTTP\/1\.1 400 /);
  expect(text).toContain("X-Content-Type-Options: nosniff");
  expect(text).toContain('{"code":"BadRequest"');
});

test("a site that is served over https stays there [H11]", async () => {
  const secure = await startTestHost({ settings: { siteUrl: "https://site.example.com" } });

  const { headers } = await fetch(`http://localhost:${secure.port}/api/hello`);

  expect(headers.get("strict-transport-security")).toBe("max-age=31536000");
  expect(securityHeaders("http://localhost:3000")).not.toHaveProperty("Strict-Transport-Security");
});

function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let received = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    socket.on("data", (data) => (received += data.toString()));
    socket.on("close", () => resolve(received));
  });
}
