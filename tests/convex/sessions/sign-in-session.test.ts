import { decodeJwt, jwtVerify } from "jose";
import { afterEach, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import { testWithFullDisk } from "../../support/full-disk.ts";
import { setupSignIn } from "../../support/sign-in.ts";
import { claimsOf } from "../../support/stub-provider.ts";

const day = 24 * 60 * 60_000;

afterEach(() => {
  vi.useRealTimers();
});

test("GET /api/auth/user answers 401 to someone who is not signed in [API-04]", async () => {
  const { newBrowser, getJson } = await setupSignIn();

  expect(await getJson(newBrowser(), "/api/auth/user")).toEqual({
    status: 401,
    body: { message: "You are not signed in." },
  });
});

test("signing out ends the session on the server and goes to the landing page [AUTH-13]", async () => {
  const { t, signIn, siteUrl } = await setupSignIn();
  const { browser } = await signIn(claimsOf("ann@homes.test"));
  const Cookie = browser.cookieHeader(`${siteUrl}/`);

  const response = await browser.request(`${siteUrl}/api/logout`);

  expect(response.status).toBe(302);
  expect(response.headers.get("Location")).toBe(`${siteUrl}/`);
  expect(browser.cookieHeader(`${siteUrl}/`)).toBe("");
  expect((await t.fetch("/api/auth/user", { headers: { Cookie } })).status).toBe(401);
});

test("signing out without a session goes to the landing page as well [AUTH-13]", async () => {
  const { newBrowser, siteUrl } = await setupSignIn();

  const response = await newBrowser().request(`${siteUrl}/api/logout`);

  expect(response.headers.get("Location")).toBe(`${siteUrl}/`);
});

test.each<[string, Record<string, string>]>([
  ["a link on another site", { "Sec-Fetch-Site": "cross-site" }],
  ["a page of another origin in an older browser", { Origin: "https://elsewhere.example" }],
  ["a page that hides its origin", { Origin: "null" }],
])("%s does not sign anyone out [OP-06]", async (_what, headers) => {
  const { signIn, getJson, siteUrl } = await setupSignIn();
  const { browser } = await signIn(claimsOf("ann@homes.test"));

  await browser.request(`${siteUrl}/api/logout`, { headers });

  expect((await getJson(browser, "/api/auth/user")).status).toBe(200);
});

// A browser refuses a cookie of a sister site whose name begins with "__Host-". It takes one whose name begins with such a blank.
test.each(["\u00a0", "\u000b", "\u000c"])(
  "a cookie whose name has %j before it is not the session's [AUTH-07]",
  async (blank) => {
    const { signIn, siteUrl, t } = await setupSignIn();
    const { browser } = await signIn(claimsOf("ann@homes.test"));
    const Cookie = `a=b; ${blank}${browser.cookieHeader(`${siteUrl}/`)}`;

    const answer = await t.fetch("/api/auth/user", { headers: { Cookie } });

    expect(answer.status).toBe(401);
  },
);

test("a session past its expiry is refused, and its row removed [DATA-04]", async () => {
  vi.stubEnv("SESSION_IDLE_HOURS", "0");
  const { t, signIn, siteUrl } = await setupSignIn();
  const { browser } = await signIn(claimsOf("ann@homes.test"));
  const headers = { Cookie: browser.cookieHeader(`${siteUrl}/`) };
  const statusAt = async (time: number) => {
    vi.setSystemTime(time);
    return (await t.fetch("/api/auth/user", { headers })).status;
  };
  const start = Date.now();

  const statuses = [
    await statusAt(start + 7 * day - 60_000),
    await statusAt(start + 7 * day + 1000),
  ];
  await t.mutation(internal.jobs.cleanup.run, {});

  expect(statuses).toEqual([200, 401]);
  expect(await t.run((ctx) => ctx.db.query("sessions").take(1))).toEqual([]);
});

test("the session of a removed account is refused [USER-10]", async () => {
  const { t, signIn, getJson } = await setupSignIn();
  const { browser } = await signIn(claimsOf("ann@homes.test"));
  await t.run(async (ctx) => {
    const [ann] = await ctx.db.query("users").take(1);
    if (ann) await ctx.db.patch("users", ann._id, { removedAt: Date.now() });
  });

  const statuses = [
    (await getJson(browser, "/api/auth/user")).status,
    (await getJson(browser, "/api/auth/token")).status,
  ];

  expect(statuses).toEqual([401, 401]);
});

test("a new role is answered without a new sign-in [SHELL-31]", async () => {
  const { t, signIn, getJson } = await setupSignIn();
  const { browser } = await signIn(claimsOf("ann@homes.test"));
  await t.run(async (ctx) => {
    const [ann] = await ctx.db.query("users").take(1);
    if (ann) await ctx.db.patch("users", ann._id, { role: "project_supervisor" });
  });

  expect((await getJson(browser, "/api/auth/user")).body.role).toBe("project_supervisor");
});

test("the debug information of a visitor [API-06]", async () => {
  const { newBrowser, getJson } = await setupSignIn();

  const headers = { "User-Agent": "Browser of a test", Host: "turnboard.test" };

  expect(await getJson(newBrowser(), "/api/auth/debug", { headers })).toEqual({
    status: 200,
    body: {
      isAuthenticated: false,
      sessionID: null,
      user: null,
      cookies: null,
      headers: { userAgent: "Browser of a test", host: "turnboard.test" },
    },
  });
});

test("the debug information of someone signed in holds nothing to sign in with [DATA-43]", async () => {
  const { t, signIn, getJson, siteUrl } = await setupSignIn();
  const { browser } = await signIn(claimsOf("ann@homes.test"));
  browser.plant(`${siteUrl}/`, "theme=dark; Path=/");

  const { body } = await getJson(browser, "/api/auth/debug");

  const [session] = await t.run((ctx) => ctx.db.query("sessions").take(1));
  expect(body).toMatchObject({
    isAuthenticated: true,
    sessionID: `${session?.sid.slice(0, 8)}…`,
    user: { email: "ann@homes.test", id: session?.userId },
    cookies: "__Host-turnboard_session=***; theme=***",
  });
  const secret = browser.cookiesFor(`${siteUrl}/`)[0]?.value ?? "no secret";
  expect(JSON.stringify(body)).not.toContain(secret);
});

test("the debug information of a half-finished sign-in holds none of its secrets [OP-53]", async () => {
  const { newBrowser, getJson, siteUrl } = await setupSignIn();
  const browser = newBrowser();
  const login = await browser.request(`${siteUrl}/api/login`);

  const { body } = await getJson(browser, "/api/auth/debug");

  const address = new URL(login.headers.get("Location") ?? "");
  expect(body.cookies).toMatch(/^__Host-turnboard_signin_[0-9a-f]{16}=\*\*\*$/);
  expect(JSON.stringify(body)).not.toContain(address.searchParams.get("state"));
});

test("the token for the live door names the session and lasts ten minutes [AUTH-07]", async () => {
  const { t, signIn, getJson, keySet, siteUrl } = await setupSignIn();
  const { browser } = await signIn(claimsOf("ann@homes.test"));

  const { body } = await getJson(browser, "/api/auth/token");

  const [session] = await t.run((ctx) => ctx.db.query("sessions").take(1));
  const { payload, protectedHeader } = await jwtVerify(String(body.token), keySet, {
    issuer: siteUrl,
    audience: "convex",
  });
  expect(protectedHeader.alg).toBe("RS256");
  expect(payload.sub).toBe(session?._id);
  expect(payload.userId).toBe(session?.userId);
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(600);
});

test("the live door knows the person by the session its token names, while it lasts [AUTH-07]", async () => {
  const { t, signIn, getJson } = await setupSignIn();
  const { browser } = await signIn(claimsOf("ann@homes.test"));
  const { body } = await getJson(browser, "/api/auth/token");
  const { sub = "", sessionKey } = decodeJwt(String(body.token));
  const live = t.withIdentity({ subject: sub, sessionKey: sessionKey as string });
  const [session] = await t.run((ctx) => ctx.db.query("sessions").take(1));

  const before = await live.query(api.users.viewer, {});
  await t.run(async (ctx) => {
    if (session) await ctx.db.delete("sessions", session._id);
  });
  const after = await live.query(api.users.viewer, {});

  expect(before?.email).toBe("ann@homes.test");
  expect(after).toBeNull();
});

test("a token outlives neither its session nor ten minutes [AUTH-07]", async () => {
  const { t, signIn, getJson, keySet } = await setupSignIn();
  const { browser } = await signIn(claimsOf("ann@homes.test"));
  const expire = Math.floor(Date.now() / 1000) + 60;
  await t.run(async (ctx) => {
    const [session] = await ctx.db.query("sessions").take(1);
    if (session) await ctx.db.patch("sessions", session._id, { expire: expire * 1000 });
  });

  const { body } = await getJson(browser, "/api/auth/token");

  expect((await jwtVerify(String(body.token), keySet)).payload.exp).toBe(expire);
});

test.each([
  { headers: { "Sec-Fetch-Site": "same-origin" }, status: 200 },
  { headers: { "Sec-Fetch-Site": "cross-site" }, status: 403 },
  { headers: { "Sec-Fetch-Site": "same-site" }, status: 403 },
  { headers: { "Sec-Fetch-Site": "none" }, status: 403 },
  { headers: { Origin: "https://evil.test" }, status: 403 },
  { headers: { Origin: "null" }, status: 403 },
])("the token is for our own pages: $headers answers $status [AUTH-07]", async (row) => {
  const { signIn, getJson } = await setupSignIn();
  const { browser } = await signIn(claimsOf("ann@homes.test"));

  const { status } = await getJson(browser, "/api/auth/token", { headers: row.headers });

  expect(status).toBe(row.status);
});

test("without a session there is no token [AUTH-07]", async () => {
  const { newBrowser, getJson } = await setupSignIn();

  expect((await getJson(newBrowser(), "/api/auth/token")).status).toBe(401);
});

test("the deployment publishes what its tokens are checked with [AUTH-07]", async () => {
  const { t, siteUrl } = await setupSignIn();

  const configuration = await t.fetch("/.well-known/openid-configuration");
  const jwks = await t.fetch("/.well-known/jwks.json");

  expect(await configuration.json()).toMatchObject({
    issuer: siteUrl,
    jwks_uri: `${siteUrl}/.well-known/jwks.json`,
  });
  const { keys } = (await jwks.json()) as { keys: Record<string, unknown>[] };
  expect(keys[0]).toMatchObject({ kty: "RSA", use: "sig" });
  expect(keys[0]).not.toHaveProperty("d");
});

test("clients can neither sign in nor get tokens past the HTTP door [AUTH-07]", async () => {
  const auth: Record<string, unknown> = await import("../../../convex/auth.ts");

  const isPublic = (value: unknown) =>
    typeof value === "function" && "isPublic" in value && value.isPublic === true;

  expect(Object.values(auth).filter(isPublic)).toEqual([]);
});

testWithFullDisk(
  "a sign-in that the disk does not take ends on the landing page, at its start and at its end [OP-02]",
  async (fill) => {
    const { newBrowser, provider, siteUrl } = await setupSignIn();
    const browser = newBrowser();
    const login = await browser.request(`${siteUrl}/api/login`);
    const returned = provider.authorize(
      login.headers.get("Location") ?? "",
      claimsOf("ann@homes.test"),
    );
    fill();

    const answers = [
      await browser.request(returned),
      await browser.request(`${siteUrl}/api/login`),
      await browser.request(`${siteUrl}/api/login/retry`),
    ];

    const landing = `${siteUrl}/?signin=failed`;
    expect(answers.map(({ headers }) => headers.get("Location"))).toEqual([
      landing,
      landing,
      landing,
    ]);
    expect(answers.map(({ status }) => status)).toEqual([302, 302, 302]);
  },
);
