import { describe, expect, test } from "vitest";
import { internal } from "../../../convex/_generated/api.js";
import { forgetProviders } from "../../../convex/lib/signIn/knownProvider.ts";
import { testWithFullDisk } from "../../support/full-disk.ts";
import { clientId, issuer } from "../../support/provider-client.ts";
import { setupSignIn } from "../../support/sign-in.ts";
import { claimsOf } from "../../support/stub-provider.ts";

const endAddress = `${issuer}/logout?tenant=1`;

async function setup(claims = claimsOf("ann@homes.test")) {
  const world = await setupSignIn();
  world.provider.metadata = { end_session_endpoint: endAddress };
  const signedIn = await world.signIn(claims);
  const signOut = async (headers = {}) =>
    await signedIn.browser.request(`${world.siteUrl}/api/logout`, { headers });
  return { ...world, ...signedIn, signOut };
}

describe("signing out [AUTH-13]", () => {
  test("ends the session at the provider as well, and comes back to the landing page", async () => {
    const { signOut, getJson, browser, siteUrl } = await setup();

    const response = await signOut();

    const location = new URL(response.headers.get("Location") ?? "");
    const { id_token_hint: hint = "", ...rest } = Object.fromEntries(location.searchParams);
    expect([response.status, location.origin + location.pathname]).toEqual([
      302,
      `${issuer}/logout`,
    ]);
    expect(rest).toEqual({
      tenant: "1",
      client_id: clientId,
      post_logout_redirect_uri: `${siteUrl}/`,
    });
    expect(JSON.parse(atob(hint.split(".")[1] ?? ""))).toMatchObject({ iss: issuer });
    expect((await getJson(browser, "/api/auth/user")).status).toBe(401);
  });

  test("keeps nothing for it in the browser, and nothing on the server afterwards", async () => {
    const { t, browser, signOut, siteUrl } = await setup();
    const [session] = await t.run((ctx) => ctx.db.query("sessions").take(1));
    const { idToken } = (session!.sess as { provider: { idToken: string } }).provider;

    expect(idToken.split(".")).toHaveLength(3);
    expect(browser.cookieHeader(`${siteUrl}/`)).not.toContain(idToken);
    await signOut();

    expect(await t.run((ctx) => ctx.db.query("sessions").take(1))).toEqual([]);
  });

  test("sends no token that is too long for an address", async () => {
    const { signOut } = await setup(claimsOf("ann@homes.test", { groups: "g".repeat(4000) }));

    const location = new URL((await signOut()).headers.get("Location") ?? "");

    expect(location.searchParams.get("client_id")).toBe(clientId);
    expect(location.searchParams.has("id_token_hint")).toBe(false);
  });

  test("leads home where the provider has no such address, and where nobody is signed in", async () => {
    const { provider, signIn, siteUrl, newBrowser, t } = await setup();
    provider.metadata = {};
    forgetProviders();
    const { browser } = await signIn(claimsOf("ben@homes.test"));
    const [, row] = await t.run((ctx) => ctx.db.query("sessions").take(2));

    const own = await browser.request(`${siteUrl}/api/logout`);
    const nobody = await newBrowser().request(`${siteUrl}/api/logout`);

    // A token that is not needed is not stored.
    expect(row?.sess).toEqual({ startedAt: expect.any(Number) });
    expect([own, nobody].map((answer) => answer.headers.get("Location"))).toEqual([
      `${siteUrl}/`,
      `${siteUrl}/`,
    ]);
  });

  test("makes the browser forget the pictures it has kept, but not for a link on another site", async () => {
    const { signOut, browser, getJson } = await setup();

    const foreign = await signOut({ "Sec-Fetch-Site": "cross-site" });
    const still = await getJson(browser, "/api/auth/user");
    const own = await signOut();

    expect([foreign.headers.get("Clear-Site-Data"), still.status]).toEqual([null, 200]);
    expect(own.headers.get("Clear-Site-Data")).toBe('"cache"');
  });

  test("does not send the browser to a provider's address over plain http", async () => {
    const world = await setupSignIn();
    world.provider.metadata = { end_session_endpoint: "http://id.test/logout" };

    expect((await world.signIn(claimsOf("ann@homes.test"))).location).toContain("signin=failed");
  });
});

test("a token names another session after each sign-in of a browser [AUTH-13]", async () => {
  const { t, browser, signIn } = await setup();
  const before = await t.run((ctx) => ctx.db.query("sessions").take(9));

  await signIn(claimsOf("ann@homes.test"), { browser });

  const after = await t.run((ctx) => ctx.db.query("sessions").take(9));
  expect(after).toHaveLength(1);
  expect(after[0]?.sess).not.toEqual(before[0]?.sess);
});

test("an operator relinks the account of an administrator who is locked out [OP-03]", async () => {
  const { t, signIn, siteUrl } = await setup();
  const other = claimsOf("ann@homes.test", { sub: "a new ann" });
  expect((await signIn(other)).location).toBe(`${siteUrl}/?signin=linked`);

  await t.mutation(internal.jobs.accounts.relink, { email: "Ann@homes.test" });

  expect((await signIn(other)).location).toBe(`${siteUrl}/`);
  expect(await t.run((ctx) => ctx.db.query("sessions").take(9))).toHaveLength(1);
});

test("refused sign-ins are in the audit log, with their address and reason [OP-03]", async () => {
  const { t, signIn } = await setup();

  await signIn(claimsOf("eve@elsewhere.test"));

  const entries = await t.run((ctx) => ctx.db.query("auditEntries").take(9));
  expect(entries.at(-1)).toMatchObject({
    ...{ kind: "auth.refused", email: "eve@elsewhere.test", details: { reason: "refused" } },
  });
});

testWithFullDisk(
  "a sign-out that the disk does not take signs the browser out, also at the provider, and says that the session goes on [AUTH-13]",
  async (fill) => {
    const { signOut, browser, siteUrl } = await setup();
    fill();

    const { status, headers } = await signOut();

    const end = new URL(headers.get("Location") ?? "");
    expect([status, end.origin + end.pathname]).toEqual([302, `${issuer}/logout`]);
    expect(Object.fromEntries(end.searchParams)).toMatchObject({
      ...{ post_logout_redirect_uri: `${siteUrl}/`, state: "unended" },
      id_token_hint: expect.stringMatching(/\./) as string,
    });
    expect(browser.cookieHeader(`${siteUrl}/`)).toBe("");
  },
);

testWithFullDisk(
  "such a sign-out says so at once where the provider has no sign-out [AUTH-13]",
  async (fill) => {
    const { signIn, siteUrl } = await setupSignIn();
    const { browser } = await signIn(claimsOf("ann@homes.test"));
    fill();

    const { status, headers } = await browser.request(`${siteUrl}/api/logout`);

    expect([status, headers.get("Location")]).toEqual([302, `${siteUrl}/?signin=unended`]);
    expect(browser.cookieHeader(`${siteUrl}/`)).toBe("");
  },
);
