import { expect, test } from "vitest";
import { noKnownPaths } from "../../../src/server/http/known-paths.ts";
import { SignInLimit } from "../../../src/server/http/sign-in-limit.ts";
import { startTestHost } from "../../support/live-host.ts";
import { rawExchange } from "../../support/raw-http.ts";

const isSignIn = (path: string) => /^\/api\/(login|auth\/callback)(\/|$)/.test(path);
const paths = { ...noKnownPaths, isSignIn };

test("an address that starts more sign-ins than allowed waits, others and other requests do not [H12]", async () => {
  const settings = { signInsPerMinute: 3, trustedProxies: 1 };
  const host = await startTestHost({ settings, host: { paths } });
  const get = async (path: string, from = "192.0.2.1") =>
    await fetch(host.url + path, { redirect: "manual", headers: { "X-Forwarded-For": from } });

  const statuses: number[] = [];
  for (const path of ["/api/login", "/api/login/retry", "/api/auth/callback/oidc?code=x"])
    statuses.push((await get(path)).status);
  const refused = await get("/api/login?login_hint=a");

  expect(statuses).not.toContain(429);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({
    message: expect.stringMatching(/^Too many sign-ins from your address\. Try again in \d+ sec/),
  });
  expect((await get("/api/login", "192.0.2.2")).status).not.toBe(429);
  expect((await get("/api/hello")).status).toBe(200);
});

/** Returns true for each sender whose sign-in is refused, in order. An address may start one sign-in a minute. */
async function refusals(trustedProxies: number, senders: readonly string[]): Promise<boolean[]> {
  const settings = { signInsPerMinute: 1, trustedProxies };
  const host = await startTestHost({ settings, host: { paths } });
  const refused: boolean[] = [];
  for (const from of senders) {
    const headers = { "X-Forwarded-For": from };
    refused.push((await fetch(`${host.url}/api/login`, { headers })).status === 429);
  }
  return refused;
}

test("what a sender says of itself in front of the proxies makes no new address [H12]", async () => {
  const senders = ["10.0.0.1, 192.0.2.1", "10.0.0.2, 192.0.2.1"];
  expect(await refusals(1, senders)).toEqual([false, true]);
});

test("a port that a proxy adds to an address makes no new address [H12]", async () => {
  const senders = ["192.0.2.1:5000", "192.0.2.1:5001", "[2001:db8::1]:5000", "2001:db8::1"];
  expect(await refusals(1, senders)).toEqual([false, true, false, true]);
});

test("a sender who comes around the outer proxy is known by the inner one, and no other text is an address [H12]", async () => {
  const senders = ["192.0.2.1", "192.0.2.1", "192.0.2.2", "x, 192.0.2.3", "y, 192.0.2.3"];
  expect(await refusals(2, senders)).toEqual([false, true, false, false, true]);
});

test("no number of headers that a sender puts in front hides those of the proxies [H12]", async () => {
  const settings = { signInsPerMinute: 1, trustedProxies: 1 };
  const host = await startTestHost({ settings, host: { paths } });
  const refused: boolean[] = [];
  for (const sender of ["192.0.2.1", "192.0.2.2", "192.0.2.1"]) {
    const head = `GET /api/login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n`;
    const added = `X-Forwarded-For: ${sender}\r\n`;
    const answer = await rawExchange(host.port, `${head}${"a:\r\n".repeat(5_000)}${added}\r\n`);
    refused.push(answer.startsWith("HTTP/1.1 429 "));
  }
  expect(refused).toEqual([false, false, true]);
});

test("without a proxy the header says nothing [H12]", async () => {
  expect(await refusals(0, ["192.0.2.1", "192.0.2.2"])).toEqual([false, true]);
});

test("0 is no limit, and an office of 200 people can sign in at once [H12]", async () => {
  const none = new SignInLimit(0, isSignIn);
  const usual = new SignInLimit(600, isSignIn);

  for (let request = 0; request < 600; request++) {
    expect(await none.secondsToWait("/api/login", "192.0.2.1")).toBeNull();
    expect(await usual.secondsToWait("/api/login", "192.0.2.1")).toBeNull();
  }
  expect(await usual.secondsToWait("/api/login", "192.0.2.1")).toBeGreaterThan(0);
});

test("addresses of one IPv6 network count as one [H12]", async () => {
  const limit = new SignInLimit(1, isSignIn);

  await limit.secondsToWait("/api/login", "2001:db8:1:2:3:4:5:6");

  expect(await limit.secondsToWait("/api/login", "2001:db8:1:2:aaaa::1")).not.toBeNull();
  expect(await limit.secondsToWait("/api/login", "2001:db8:1:3::1")).toBeNull();
});
