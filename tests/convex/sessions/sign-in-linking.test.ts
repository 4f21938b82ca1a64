import { describe, expect, test, vi } from "vitest";
import type { Doc } from "../../../convex/_generated/dataModel.js";
import { issuer } from "../../support/provider-client.ts";
import { setupSignIn } from "../../support/sign-in.ts";
import { claimsOf } from "../../support/stub-provider.ts";

type Fields = Partial<Doc<"users">> & { email: string };

/** A company whose administrator, Boss, is signed in. */
async function setup() {
  const world = await setupSignIn();
  vi.stubEnv("ADMIN_EMAILS", "boss@homes.test");
  const { browser: boss } = await world.signIn(claimsOf("boss@homes.test"));
  const add = async (fields: Fields) =>
    await world.t.run((ctx) =>
      ctx.db.insert("users", { role: "project_supervisor", createdAt: 1, updatedAt: 1, ...fields }),
    );
  const users = async () => await world.t.run((ctx) => ctx.db.query("users").take(20));
  const send = async (method: string, path: string, body?: object) =>
    await boss.request(world.siteUrl + path, {
      method,
      headers: { Origin: world.siteUrl, "Content-Type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
  return { ...world, boss, add, users, send };
}

describe("an address", () => {
  test("links to an account that no identity of the provider uses [OP-03]", async () => {
    const { t, signIn, add, siteUrl } = await setup();
    const userId = await add({ email: "ann@homes.test" });
    await t.run((ctx) =>
      ctx.db.insert("authAccounts", {
        ...{ userId, provider: "oidc", providerAccountId: "https://earlier.test 42" },
      }),
    );

    expect((await signIn(claimsOf("ann@homes.test"))).location).toBe(`${siteUrl}/`);
  });

  test("does not open an account that another identity of the provider uses [OP-03]", async () => {
    const { t, signIn, users, siteUrl } = await setup();
    await signIn(claimsOf("ann@homes.test", { sub: "ann" }));

    const other = await signIn(claimsOf("ann@homes.test", { sub: "a new ann" }));

    expect(other.location).toBe(`${siteUrl}/?signin=linked`);
    expect(other.browser.cookieHeader(`${siteUrl}/`)).toBe("");
    expect(await users()).toHaveLength(2);
    expect(await t.run((ctx) => ctx.db.query("authAccounts").take(9))).toHaveLength(2);
    expect((await signIn(claimsOf("ann@homes.test", { sub: "ann" }))).location).toBe(`${siteUrl}/`);
  });

  test("opens it after an administrator has relinked it, and the identity before does not [OP-03]", async () => {
    const { signIn, getJson, users, send, siteUrl } = await setup();
    const first = await signIn(claimsOf("ann@homes.test", { sub: "ann" }));
    const ann = (await users()).find(({ email }) => email === "ann@homes.test");

    const relinked = await send("DELETE", `/api/users/${ann?._id ?? ""}/identity`);

    expect([relinked.status, await relinked.json()]).toEqual([200, { success: true }]);
    expect((await getJson(first.browser, "/api/auth/user")).status).toBe(401);
    const anew = await signIn(claimsOf("ann@homes.test", { sub: "a new ann" }));
    expect(anew.location).toBe(`${siteUrl}/`);
    expect((await getJson(anew.browser, "/api/auth/user")).body.id).toBe(ann?._id);
    const before = await signIn(claimsOf("ann@homes.test", { sub: "ann" }));
    expect(before.location).toBe(`${siteUrl}/?signin=linked`);
  });

  test("that would be refused now keeps the account that it was linked to before [OP-03]", async () => {
    const { t, signIn, add, siteUrl } = await setup();
    const userId = await add({ email: "ann,b@homes.test" });
    const providerAccountId = `${issuer} ann`;
    await t.run((ctx) =>
      ctx.db.insert("authAccounts", { userId, provider: "oidc", providerAccountId }),
    );

    const linked = await signIn(claimsOf("ann,b@homes.test", { sub: "ann" }));
    const other = await signIn(claimsOf("ann,b@homes.test", { sub: "another" }));

    expect([linked.location, other.location]).toEqual([`${siteUrl}/`, `${siteUrl}/?signin=linked`]);
  });

  test("that is added again after a removal is not the former person's any more [OP-03]", async () => {
    const { signIn, getJson, users, send, siteUrl } = await setup();
    await signIn(claimsOf("ann@homes.test", { sub: "former ann" }));
    const ann = (await users()).find(({ email }) => email === "ann@homes.test");
    await send("DELETE", `/api/users/${ann?._id ?? ""}`);
    const body = { email: "ann@homes.test", firstName: "Ann", lastName: "New" };
    expect((await send("POST", "/api/users", body)).status).toBe(201);

    const former = await signIn(claimsOf("ann@elsewhere.test", { sub: "former ann" }));
    const next = await signIn(claimsOf("ann@homes.test", { sub: "new ann" }));

    expect([former.location, next.location]).toEqual([`${siteUrl}/?signin=refused`, `${siteUrl}/`]);
    expect((await getJson(next.browser, "/api/auth/user")).body.id).toBe(ann?._id);
  });

  test("of the administrator's own account is not relinked from within [OP-03]", async () => {
    const { t, boss, users, send, getJson } = await setup();
    const [own] = await users();

    const refused = await send("DELETE", `/api/users/${own?._id ?? ""}/identity`);

    expect(refused.status).toBe(400);
    expect(await refused.json()).toEqual({ message: "You cannot relink your own account" });
    expect((await getJson(boss, "/api/auth/user")).status).toBe(200);
    expect(await t.run((ctx) => ctx.db.query("authAccounts").take(9))).toHaveLength(1);
  });

  test("is relinked by administrators alone, and the relinking is history [OP-03]", async () => {
    const { t, signIn, users, send, siteUrl } = await setup();
    const { browser } = await signIn(claimsOf("ann@homes.test"));
    const ann = (await users()).find(({ email }) => email === "ann@homes.test");
    const [boss] = await users();

    const refused = await browser.request(`${siteUrl}/api/users/${boss?._id ?? ""}/identity`, {
      method: "DELETE",
      headers: { Origin: siteUrl },
    });
    await send("DELETE", `/api/users/${ann?._id ?? ""}/identity`);

    expect(refused.status).toBe(403);
    const events = await t.run((ctx) => ctx.db.query("events").take(9));
    expect(events.at(-1)).toMatchObject({ kind: "user.relinked", subjectUserId: ann?._id });
  });
});

describe("the company domain", () => {
  test("is checked at each sign-in [OP-05]", async () => {
    const { signIn, siteUrl } = await setup();
    await signIn(claimsOf("ann@homes.test", { sub: "ann" }));

    const left = await signIn(claimsOf("ann@elsewhere.test", { sub: "ann" }));
    const back = await signIn(claimsOf("ann@homes.test", { sub: "ann" }));
    vi.stubEnv("COMPANY_DOMAIN", "new-homes.test");
    const renamed = await signIn(claimsOf("ann@homes.test", { sub: "ann" }));
    const named = await signIn(claimsOf("boss@homes.test"));

    expect([left, back, renamed, named].map(({ location }) => location)).toEqual([
      `${siteUrl}/?signin=refused`,
      `${siteUrl}/`,
      `${siteUrl}/?signin=refused`,
      `${siteUrl}/`,
    ]);
  });

  test("does not matter for accounts that were added by hand [OP-03]", async () => {
    const { signIn, send, siteUrl } = await setup();
    const body = { email: "carol@homes.test", firstName: "Carol", lastName: "Able" };
    expect((await send("POST", "/api/users", body)).status).toBe(201);
    await signIn(claimsOf("carol@homes.test", { sub: "carol" }));

    const moved = await signIn(claimsOf("carol@elsewhere.test", { sub: "carol" }));

    expect(moved.location).toBe(`${siteUrl}/`);
  });

  test("counts for accounts of earlier versions that came by themselves, and for no others [OP-03]", async () => {
    const { signIn, add, siteUrl } = await setup();
    await add({ email: "ann@homes.test" });
    await add({ email: "carol@elsewhere.test" });
    await signIn(claimsOf("ann@homes.test", { sub: "ann" }));

    const ann = await signIn(claimsOf("ann@elsewhere.test", { sub: "ann" }));
    const carol = await signIn(claimsOf("carol@elsewhere.test"));

    expect([ann.location, carol.location]).toEqual([`${siteUrl}/?signin=refused`, `${siteUrl}/`]);
  });
});

describe("newcomers of the company", () => {
  test.each([
    { role: "", becomes: "project_manager" },
    { role: "project_manager", becomes: "project_manager" },
    { role: "project_supervisor", becomes: "project_supervisor" },
  ])("with DEFAULT_ROLE '$role' become $becomes [OP-03]", async ({ role, becomes }) => {
    const { signIn, getJson } = await setup();
    vi.stubEnv("DEFAULT_ROLE", role);

    const { browser } = await signIn(claimsOf("ann@homes.test"));

    expect((await getJson(browser, "/api/auth/user")).body.role).toBe(becomes);
  });

  test.each(["none", "account_administrator"])(
    "with DEFAULT_ROLE '%s' ask an administrator, who adds them [OP-03]",
    async (role) => {
      const { signIn, users, send, siteUrl } = await setup();
      vi.stubEnv("DEFAULT_ROLE", role);

      const { location } = await signIn(claimsOf("ann@homes.test"));
      const foreign = await signIn(claimsOf("ann@elsewhere.test"));
      const body = { email: "ann@homes.test", firstName: "Ann", lastName: "Able" };
      await send("POST", "/api/users", body);

      expect(location).toBe(`${siteUrl}/?signin=uninvited`);
      expect(foreign.location).toBe(`${siteUrl}/?signin=refused`);
      expect((await signIn(claimsOf("ann@homes.test"))).location).toBe(`${siteUrl}/`);
      expect(await users()).toHaveLength(2);
    },
  );
});

test.each([1, 2, 3])("sign-ins of one person at once all succeed (%i) [AUTH-12]", async () => {
  const { newBrowser, provider, getJson, siteUrl } = await setup();
  const browsers = Array.from({ length: 3 }, newBrowser);
  const returns: string[] = [];
  for (const browser of browsers) {
    const login = await browser.request(`${siteUrl}/api/login`);
    const left = login.headers.get("Location") ?? "";
    returns.push(provider.authorize(left, claimsOf("ann@homes.test")));
  }

  const ends = await Promise.all(browsers.map((browser, at) => browser.request(returns[at] ?? "")));

  expect(ends.map((end) => end.headers.get("Location"))).toEqual(Array(3).fill(`${siteUrl}/`));
  for (const browser of browsers)
    expect((await getJson(browser, "/api/auth/user")).status).toBe(200);
});
