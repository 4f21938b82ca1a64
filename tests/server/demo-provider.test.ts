import { createHash, randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { decodeJwt } from "jose";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createDemoProvider } from "../../server/demo-provider/demo-provider.ts";
import { CookieClient } from "../support/cookie-client.ts";

const clientId = "workspace";
const clientSecret = "not a secret";

let server: Server;
let siteUrl: string;

beforeEach(async () => {
  server = createServer((req, res) => {
    if (req.url?.startsWith("/idp")) provider.handle(req, res);
    else res.end("the workspace");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  siteUrl = `http://localhost:${(server.address() as AddressInfo).port}`;
  const provider = createDemoProvider({
    siteUrl,
    companyDomain: "homes.test",
    clientId,
    clientSecret,
  });
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

test("the demo provider describes itself as OpenID Connect asks for [OP-02]", async () => {
  const response = await fetch(`${siteUrl}/idp/.well-known/openid-configuration`);

  expect(await response.json()).toMatchObject({
    issuer: `${siteUrl}/idp`,
    authorization_endpoint: `${siteUrl}/idp/auth`,
    token_endpoint: `${siteUrl}/idp/token`,
    code_challenge_methods_supported: ["S256"],
  });
});

test("its page offers one person of each role and an outsider [OP-02]", async () => {
  const visit = await new CookieClient().navigate(authorization().address);
  const html = await visit.response.text();

  expect(visit.response.status).toBe(200);
  for (const email of [
    "admin@homes.test",
    "manager@homes.test",
    "supervisor@homes.test",
    "outsider@visitor.example",
  ])
    expect(html).toContain(`value="${email}"`);
});

test("its page asks for no password and loads nothing from elsewhere [AUTH-05]", async () => {
  const { response } = await new CookieClient().navigate(authorization().address);
  const html = await response.text();

  expect(html).not.toMatch(/type="?password/);
  expect(html.match(/(src|href)="(?!http:\/\/localhost|\/[^/])/g)).toBeNull();
  // Without the link, browsers request a missing /favicon.ico.
  expect(html).toContain(`<link rel="icon" href="/favicon.svg"`);
  expect(response.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
});

test("choosing a person on the page signs that person in [OP-02]", async () => {
  const browser = new CookieClient();
  const { address, verifier } = authorization();
  const page = await browser.navigate(address);

  const done = await browser.navigate(page.url, choice("supervisor@homes.test"));

  expect(done.url).toContain(`${siteUrl}/api/auth/callback/oidc?code=`);
  expect(new URL(done.url).searchParams.get("state")).toBe("the state");
  expect(await redeem(done.url, verifier)).toMatchObject({
    sub: "supervisor@homes.test",
    email: "supervisor@homes.test",
    email_verified: true,
    name: "Sam Okafor",
    given_name: "Sam",
    family_name: "Okafor",
    nonce: "the nonce",
  });
});

test("a login_hint signs that person in without a page [OP-02]", async () => {
  const { address, verifier } = authorization({ login_hint: "manager@homes.test" });

  const done = await new CookieClient().navigate(address);

  expect(await redeem(done.url, verifier)).toMatchObject({ email: "manager@homes.test" });
});

test("any other address becomes a person with a name made from it [OP-02]", async () => {
  const { address, verifier } = authorization({ login_hint: "Robin.van-dyke@elsewhere.test" });

  const done = await new CookieClient().navigate(address);

  expect(await redeem(done.url, verifier)).toMatchObject({
    email: "robin.van-dyke@elsewhere.test",
    given_name: "Robin",
    family_name: "Van Dyke",
  });
});

test("a hint that is no address leads to the page [OP-02]", async () => {
  const { address } = authorization({ login_hint: '"><script>' });

  const visit = await new CookieClient().navigate(address);

  expect(visit.response.status).toBe(200);
  expect(await visit.response.text()).not.toContain("<script>");
});

test("the same browser can sign in as one person after the other [OP-02]", async () => {
  const browser = new CookieClient();
  const first = authorization({ login_hint: "admin@homes.test" });
  const second = authorization({ login_hint: "manager@homes.test" });

  const asAdmin = await redeem((await browser.navigate(first.address)).url, first.verifier);
  const asManager = await redeem((await browser.navigate(second.address)).url, second.verifier);
  const third = await browser.navigate(authorization().address);

  expect([asAdmin.email, asManager.email]).toEqual(["admin@homes.test", "manager@homes.test"]);
  expect(await third.response.text()).toContain("Who is signing in?");
});

test("an authorization without PKCE is refused [OP-02]", async () => {
  const { address } = authorization({ code_challenge: undefined, login_hint: "admin@homes.test" });

  const done = await new CookieClient().navigate(address);

  expect(new URL(done.url).searchParams.get("error")).toBe("invalid_request");
});

test("a code is worth nothing without its verifier [OP-02]", async () => {
  const { address } = authorization({ login_hint: "admin@homes.test" });

  const done = await new CookieClient().navigate(address);

  expect(await redeem(done.url, randomBytes(32).toString("base64url"))).toEqual({
    error: "invalid_grant",
  });
});

test("nobody is sent to another site [OP-02]", async () => {
  const { address } = authorization({ redirect_uri: "https://elsewhere.test/callback" });

  const visit = await new CookieClient().navigate(address);

  expect(visit.response.status).toBe(400);
  expect(visit.addresses).toHaveLength(1);
});

test("the page of a sign-in that is over says so and offers to start again [OP-02]", async () => {
  const response = await fetch(`${siteUrl}/idp/sign-in/unknown`, choice("admin@homes.test"));

  expect(response.status).toBe(400);
  expect(await response.text()).toContain(`${siteUrl}/api/login/retry`);
});

test("a person's picture is drawn by the provider itself [OP-02]", async () => {
  const { address, verifier } = authorization({ login_hint: "admin@homes.test" });
  const claims = await redeem((await new CookieClient().navigate(address)).url, verifier);

  const response = await fetch(String(claims.picture));

  expect(response.headers.get("Content-Type")).toBe("image/svg+xml");
  expect(await response.text()).toContain(">AC</text>");
});

function authorization(changes: Record<string, string | undefined> = {}) {
  const verifier = randomBytes(32).toString("base64url");
  const params = {
    client_id: clientId,
    response_type: "code",
    redirect_uri: `${siteUrl}/api/auth/callback/oidc`,
    scope: "openid email profile",
    state: "the state",
    nonce: "the nonce",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    ...changes,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) if (value) query.set(name, value);
  return { address: `${siteUrl}/idp/auth?${query}`, verifier };
}

function choice(email: string): RequestInit {
  return { method: "POST", body: new URLSearchParams({ person: email }) };
}

async function redeem(returned: string, verifier: string): Promise<Record<string, unknown>> {
  const response = await fetch(`${siteUrl}/idp/token`, {
    method: "POST",
    headers: { Authorization: `Basic ${btoa(`${clientId}:${encodeURIComponent(clientSecret)}`)}` },
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code: new URL(returned).searchParams.get("code") ?? "",
      redirect_uri: `${siteUrl}/api/auth/callback/oidc`,
      code_verifier: verifier,
    }),
  });
  const body = (await response.json()) as { id_token?: string; error?: string };
  return body.id_token === undefined ? { error: body.error } : decodeJwt(body.id_token);
}
