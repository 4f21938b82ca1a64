import { afterEach, expect, test, vi } from "vitest";
import { internal } from "../../../convex/_generated/api.js";
import { sha256Hex } from "../../../convex/lib/hash.ts";
import { issuer } from "../../support/provider-client.ts";
import { setupSignIn } from "../../support/sign-in.ts";
import { claimsOf } from "../../support/stub-provider.ts";

const sessionCookie = "__Host-turnboard_session";

afterEach(() => {
  vi.useRealTimers();
});

test("signing in leads to the provider with state, PKCE and a nonce [AUTH-12]", async () => {
  const { newBrowser, siteUrl } = await setupSignIn();

  const response = await newBrowser().request(`${siteUrl}/api/login`);

  const location = new URL(response.headers.get("Location") ?? "");
  expect(response.status).toBe(302);
  expect(location.origin + location.pathname).toBe(`${issuer}/authorize`);
  expect(Object.fromEntries(location.searchParams)).toMatchObject({
    response_type: "code",
    redirect_uri: `${siteUrl}/api/auth/callback/oidc`,
    scope: "openid email profile",
    code_challenge_method: "S256",
    code_challenge: expect.stringMatching(/^.{43}$/),
    state: expect.stringMatching(/^.{43}$/),
    nonce: expect.stringMatching(/^.{43}$/),
  });
});

test("a login_hint is passed on to the provider [OP-02]", async () => {
  const { newBrowser, siteUrl } = await setupSignIn();

  const response = await newBrowser().request(`${siteUrl}/api/login?login_hint=ann@homes.test`);

  const location = new URL(response.headers.get("Location") ?? "");
  expect(location.searchParams.get("login_hint")).toBe("ann@homes.test");
});

test("the session is a cookie, and its row holds only a hash of it [AUTH-07]", async () => {
  const { t, signIn, getJson, siteUrl } = await setupSignIn();

  const { browser, location } = await signIn(claimsOf("ann@homes.test", { name: "Ann Able" }));

  expect(location).toBe(`${siteUrl}/`);
  const cookie = browser.cookiesFor(`${siteUrl}/`).find(({ name }) => name === sessionCookie);
  const [session] = await t.run((ctx) => ctx.db.query("sessions").take(2));
  expect(session?.sid).toBe(await sha256Hex(cookie?.value ?? ""));
  expect(await getJson(browser, "/api/auth/user")).toEqual({
    status: 200,
    body: {
      id: session?.userId,
      role: "account_administrator",
      firstName: "Ann",
      lastName: "Able",
      email: "ann@homes.test",
      profileImageUrl: null,
    },
  });
});

test("the cookie is HttpOnly, SameSite=Lax, Secure over https, and lasts 7 days [OP-06]", async () => {
  const { signIn, siteUrl } = await setupSignIn();

  const { browser } = await signIn(claimsOf("ann@homes.test"));

  const cookies = browser.cookiesFor(`${siteUrl}/projects`);
  const [cookie] = cookies;
  expect(cookies.map(({ name }) => name)).toEqual([sessionCookie]);
  expect(Object.fromEntries(cookie?.attributes ?? [])).toEqual({
    path: "/",
    "max-age": String(7 * 24 * 3600),
    httponly: "",
    samesite: "Lax",
    secure: "",
  });
});

test("over plain http the cookies work without Secure [OP-06]", async () => {
  const { signIn, getJson, siteUrl } = await setupSignIn({ siteUrl: "http://192.168.1.20:3000" });

  const { browser } = await signIn(claimsOf("ann@homes.test"));

  const [cookie] = browser.cookiesFor(`${siteUrl}/`);
  expect(cookie?.name).toBe("turnboard_session");
  expect(cookie?.attributes.has("secure")).toBe(false);
  expect((await getJson(browser, "/api/auth/user")).status).toBe(200);
});

test("no refresh token and no second session is left behind [AUTH-07]", async () => {
  const { t, signIn } = await setupSignIn();

  await signIn(claimsOf("ann@homes.test"));

  const left = await t.run(async (ctx) => [
    await ctx.db.query("authRefreshTokens").take(1),
    await ctx.db.query("authSessions").take(1),
    await ctx.db.query("authVerificationCodes").take(1),
    await ctx.db.query("authVerifiers").take(1),
  ]);
  expect(left).toEqual([[], [], [], []]);
});

test("signing in returns to the page first asked for [OP-06]", async () => {
  const { signIn, siteUrl } = await setupSignIn();
  const query = `?returnTo=${encodeURIComponent("/projects/p1/units?unit=u1&tab=notes#top")}`;

  const { location } = await signIn(claimsOf("ann@homes.test"), { query });

  expect(location).toBe(`${siteUrl}/projects/p1/units?unit=u1&tab=notes#top`);
});

test("signing in does not lead to another site [OP-06]", async () => {
  const { signIn, siteUrl } = await setupSignIn();

  const { location } = await signIn(claimsOf("ann@homes.test"), {
    query: `?returnTo=${encodeURIComponent("//evil.test")}`,
  });

  expect(location).toBe(`${siteUrl}/`);
});

test("signing in again changes the secret and ends the session before [OP-06]", async () => {
  const { t, signIn, siteUrl } = await setupSignIn();
  const { browser } = await signIn(claimsOf("ann@homes.test"));
  const before = browser.cookieHeader(`${siteUrl}/`);

  await signIn(claimsOf("ann@homes.test"), { browser });

  expect(browser.cookieHeader(`${siteUrl}/`)).not.toBe(before);
  expect(await t.run((ctx) => ctx.db.query("sessions").take(9))).toHaveLength(1);
  const old = await t.fetch("/api/auth/user", { headers: { Cookie: before } });
  expect(old.status).toBe(401);
});

test("a session that a stranger planted is not taken over by signing in [OP-06]", async () => {
  const { t, signIn, newBrowser, siteUrl } = await setupSignIn();
  const planted = "a secret the stranger knows";
  const browser = newBrowser();
  browser.plant(`${siteUrl}/`, `${sessionCookie}=${planted}; Path=/`);

  await signIn(claimsOf("ann@homes.test"), { browser });

  const headers = { Cookie: `${sessionCookie}=${planted}` };
  expect((await t.fetch("/api/auth/user", { headers })).status).toBe(401);
  expect(browser.cookieHeader(`${siteUrl}/`)).not.toContain(planted);
});

test("a finished sign-in cannot be finished again [AUTH-14]", async () => {
  const { t, signIn, siteUrl } = await setupSignIn();
  const { browser, returned } = await signIn(claimsOf("ann@homes.test"));
  await browser.request(`${siteUrl}/api/logout`);

  const again = await browser.request(returned);

  expect(again.headers.get("Location")).toBe(`${siteUrl}/?signin=failed`);
  expect(await t.run((ctx) => ctx.db.query("sessions").take(1))).toEqual([]);
});

test("the answer to one browser's sign-in is worth nothing in another [OP-06]", async () => {
  const { newBrowser, provider, siteUrl } = await setupSignIn();
  const login = await newBrowser().request(`${siteUrl}/api/login`);
  const returned = provider.authorize(
    login.headers.get("Location") ?? "",
    claimsOf("attacker@homes.test"),
  );
  const victim = newBrowser();
  await victim.request(`${siteUrl}/api/login`);

  const response = await victim.request(returned);

  expect(response.headers.get("Location")).toBe(`${siteUrl}/?signin=failed`);
  expect(victim.cookieHeader(`${siteUrl}/`)).not.toContain(sessionCookie);
});

test("several tabs of one browser can sign in at once [AUTH-12]", async () => {
  const { newBrowser, provider, siteUrl } = await setupSignIn();
  const browser = newBrowser();
  const first = await browser.request(`${siteUrl}/api/login?returnTo=/first`);
  const second = await browser.request(`${siteUrl}/api/login?returnTo=/second`);
  const arrive = async (login: Response) => {
    const returned = provider.authorize(
      login.headers.get("Location") ?? "",
      claimsOf("ann@homes.test"),
    );
    return (await browser.request(returned)).headers.get("Location");
  };

  expect([await arrive(first), await arrive(second)]).toEqual([
    `${siteUrl}/first`,
    `${siteUrl}/second`,
  ]);
});

test("sign-ins that nobody finishes do not pile up in the browser [AUTH-12]", async () => {
  const { t, newBrowser, siteUrl } = await setupSignIn();
  const browser = newBrowser();

  for (let attempt = 0; attempt < 9; attempt++) await browser.request(`${siteUrl}/api/login`);

  expect(browser.cookiesFor(`${siteUrl}/api`).length).toBeLessThanOrEqual(4);
  const stored = await t.run((ctx) => ctx.db.query("authVerifiers").take(20));
  expect(stored).toHaveLength(browser.cookiesFor(`${siteUrl}/api`).length);
});

test("the longest page to return to fits into the cookie [OP-06]", async () => {
  const { newBrowser, siteUrl } = await setupSignIn();
  const returnTo = `/units?filter=${"é".repeat(80)}`.slice(0, 500);

  const response = await newBrowser().request(
    `${siteUrl}/api/login?returnTo=${encodeURIComponent(returnTo)}`,
  );

  const [cookie = ""] = response.headers.getSetCookie();
  expect(decodeURIComponent(cookie)).toContain("%C3%A9%C3%A9");
  expect(cookie.length).toBeLessThan(4096);
});

test("retry forgets half-finished sign-ins and starts a new one [AUTH-14]", async () => {
  const { t, newBrowser, provider, siteUrl } = await setupSignIn();
  const browser = newBrowser();
  const login = await browser.request(`${siteUrl}/api/login`);
  const returned = provider.authorize(
    login.headers.get("Location") ?? "",
    claimsOf("ann@homes.test"),
  );

  const retry = await browser.request(`${siteUrl}/api/login/retry`);

  expect(retry.status).toBe(302);
  expect(retry.headers.get("Location")).toContain(`${issuer}/authorize`);
  expect(browser.cookiesFor(`${siteUrl}/api/auth/callback/oidc`)).toHaveLength(1);
  expect(await t.run((ctx) => ctx.db.query("authVerifiers").take(9))).toHaveLength(1);
  expect((await browser.request(returned)).headers.get("Location")).toContain("signin=failed");
});

test("a half-finished sign-in expires, in the browser and on the server [AUTH-14]", async () => {
  const { t, newBrowser, provider, siteUrl } = await setupSignIn();
  const browser = newBrowser();
  const login = await browser.request(`${siteUrl}/api/login`);
  const returned = provider.authorize(
    login.headers.get("Location") ?? "",
    claimsOf("ann@homes.test"),
  );
  const [pending] = browser.cookiesFor(`${siteUrl}/api`);

  vi.setSystemTime(Date.now() + 15 * 60_000 + 1);
  await t.mutation(internal.jobs.cleanup.run, {});
  const late = await t.fetch(returned.slice(siteUrl.length), {
    headers: { Cookie: `${pending?.name}=${pending?.value}` },
  });

  expect(pending?.attributes.get("max-age")).toBe("900");
  expect(late.headers.get("Location")).toBe(`${siteUrl}/?signin=failed`);
});

test("turning back at the provider ends on the landing page [AUTH-12]", async () => {
  const { newBrowser, provider, siteUrl } = await setupSignIn();
  const browser = newBrowser();
  const login = await browser.request(`${siteUrl}/api/login`);

  const response = await browser.request(provider.deny(login.headers.get("Location") ?? ""));

  expect(response.headers.get("Location")).toBe(`${siteUrl}/?signin=failed`);
});

test("a provider that cannot be reached ends on the landing page [AUTH-12]", async () => {
  const { newBrowser, provider, siteUrl } = await setupSignIn();
  provider.isUp = false;

  const response = await newBrowser().request(`${siteUrl}/api/login`);

  expect(response.headers.get("Location")).toBe(`${siteUrl}/?signin=failed`);
});

test("the name a proxy gave the request does not matter [AUTH-12]", async () => {
  const { t, siteUrl } = await setupSignIn({ siteUrl: "http://localhost:3000" });

  // The requests of these tests name another host.
  const response = await t.fetch("/api/login");

  const location = new URL(response.headers.get("Location") ?? "");
  expect(location.searchParams.get("redirect_uri")).toBe(`${siteUrl}/api/auth/callback/oidc`);
});
