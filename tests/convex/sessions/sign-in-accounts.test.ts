import { expect, test, vi } from "vitest";
import type { Doc } from "../../../convex/_generated/dataModel.js";
import { setupSignIn } from "../../support/sign-in.ts";
import { claimsOf } from "../../support/stub-provider.ts";

type Fields = Partial<Doc<"users">> & { email: string };

async function setup() {
  const world = await setupSignIn();
  const { t } = world;
  const addByHand = async (fields: Fields) =>
    await t.run((ctx) =>
      ctx.db.insert("users", { role: "project_supervisor", createdAt: 1, updatedAt: 1, ...fields }),
    );
  const accounts = async () => await t.run((ctx) => ctx.db.query("users").take(20));
  const roles = async () => (await accounts()).map(({ email, role }) => [email, role]);
  return { ...world, addByHand, accounts, roles };
}

test("where only misspelt administrators are named, the first comer is none [OP-03]", async () => {
  const { signIn, roles } = await setup();
  vi.stubEnv("ADMIN_EMAILS", "boss at homes.test, ");

  await signIn(claimsOf("ann@homes.test"));

  expect(await roles()).toEqual([["ann@homes.test", "project_manager"]]);
});

test("the first account ever created administers, later ones manage projects [OP-03]", async () => {
  const { signIn, roles } = await setup();

  await signIn(claimsOf("ann@homes.test"));
  await signIn(claimsOf("ben@homes.test"));

  expect(await roles()).toEqual([
    ["ann@homes.test", "account_administrator"],
    ["ben@homes.test", "project_manager"],
  ]);
});

test("where administrators are named, they are and nobody else [OP-03]", async () => {
  const { signIn, roles } = await setup();
  vi.stubEnv("ADMIN_EMAILS", "boss@homes.test, Chief@Partner.test");

  await signIn(claimsOf("ann@homes.test"));
  await signIn(claimsOf("Boss@Homes.test"));
  await signIn(claimsOf("chief@partner.test"));

  expect(await roles()).toEqual([
    ["ann@homes.test", "project_manager"],
    ["boss@homes.test", "account_administrator"],
    ["chief@partner.test", "account_administrator"],
  ]);
});

test.each(["ann@homes.test", "ann@HOMES.Test", "ann@north.homes.test"])(
  "%s belongs to the company homes.test [OP-05]",
  async (email) => {
    const { signIn, accounts, siteUrl } = await setup();

    const { location } = await signIn(claimsOf(email));

    expect(location).toBe(`${siteUrl}/`);
    expect(await accounts()).toHaveLength(1);
  },
);

test.each([
  "ann@elsewhere.test",
  "ann@evilhomes.test",
  "ann@homes.test.evil.test",
  "homes.test@evil.test",
  "ann@homes.test@evil.test",
  "ann@est",
])("%s does not, and is refused with a reason [OP-05]", async (email) => {
  const { signIn, accounts, siteUrl } = await setup();

  const { location, browser } = await signIn(claimsOf(email));

  expect(location).toBe(`${siteUrl}/?signin=refused`);
  expect(await accounts()).toEqual([]);
  expect(browser.cookieHeader(`${siteUrl}/api/auth/callback/oidc`)).toBe("");
});

test.each([false, undefined, "false", 1, null])(
  "an address with email_verified %j is refused [OP-02]",
  async (verified) => {
    const { signIn, accounts, siteUrl } = await setup();

    const { location } = await signIn(claimsOf("ann@homes.test", { email_verified: verified }));

    expect(location).toBe(`${siteUrl}/?signin=unverified`);
    expect(await accounts()).toEqual([]);
  },
);

test("a provider that writes email_verified as text is understood [OP-02]", async () => {
  const { signIn, siteUrl } = await setup();

  const { location } = await signIn(claimsOf("ann@homes.test", { email_verified: "true" }));

  expect(location).toBe(`${siteUrl}/`);
});

test("an address told only at the userinfo address is found there [OP-02]", async () => {
  const { signIn, accounts, provider } = await setup();
  provider.onlyInUserinfo = ["email", "email_verified", "name"];

  await signIn(claimsOf("ann@homes.test", { name: "Ann Able" }));

  expect(await accounts()).toMatchObject([{ email: "ann@homes.test", firstName: "Ann" }]);
});

test("a person without any address is refused [OP-02]", async () => {
  const { signIn, siteUrl } = await setup();

  const { location } = await signIn({ sub: "somebody", email_verified: true });

  expect(location).toBe(`${siteUrl}/?signin=unverified`);
});

test("an account added by hand is met by its address and keeps id and role [OP-03]", async () => {
  const { signIn, addByHand, accounts, getJson } = await setup();
  const id = await addByHand({ email: "carol@elsewhere.test", firstName: "Carol" });

  const { browser } = await signIn(claimsOf("Carol@Elsewhere.test", { name: "C. Elsewhere" }));

  expect((await getJson(browser, "/api/auth/user")).body).toMatchObject({
    id,
    role: "project_supervisor",
    firstName: "Carol",
    lastName: null,
  });
  expect(await accounts()).toHaveLength(1);
});

test("an account without a name takes it and the picture from the provider [OP-03]", async () => {
  const { signIn, addByHand, accounts } = await setup();
  await addByHand({ email: "carol@homes.test" });

  await signIn(
    claimsOf("carol@homes.test", {
      given_name: "Carol",
      family_name: "van Dyke",
      picture: "https://id.test/carol.png",
    }),
  );

  expect(await accounts()).toMatchObject([
    { firstName: "Carol", lastName: "van Dyke", profileImageUrl: "https://id.test/carol.png" },
  ]);
});

test("names of any length and with halves of characters are cut, and keep nobody out [OP-03]", async () => {
  const { signIn, accounts } = await setup();
  const long = "x".repeat(99);

  await signIn(
    claimsOf("carol@homes.test", { given_name: `${long}😀`, family_name: "\ud83dDyke" }),
  );
  await signIn(claimsOf("dora@homes.test", { name: "D".repeat(5000) }));

  expect(await accounts()).toMatchObject([
    { firstName: long, lastName: "Dyke" },
    { firstName: "D".repeat(100) },
  ]);
});

test("names in which nothing is visible are none: the address stands for them [OP-03]", async () => {
  const { signIn, accounts } = await setup();

  await signIn(claimsOf("carol@homes.test", { given_name: "\u{3164}", family_name: "\u{200B}" }));

  const [account] = await accounts();
  expect(account).toMatchObject({ email: "carol@homes.test" });
  expect([account?.firstName, account?.lastName]).toEqual([undefined, undefined]);
});

test("a picture that is no web address is left out [OP-03]", async () => {
  const { signIn, getJson } = await setup();

  const { browser } = await signIn(claimsOf("ann@homes.test", { picture: "javascript:alert(1)" }));

  expect((await getJson(browser, "/api/auth/user")).body.profileImageUrl).toBeNull();
});

test("someone whose address changed at the provider keeps the account [OP-03]", async () => {
  const { signIn, accounts } = await setup();
  await signIn(claimsOf("ann@homes.test", { sub: "42" }));

  await signIn(claimsOf("ann.married@homes.test", { sub: "42" }));

  expect(await accounts()).toHaveLength(1);
});

test("a removed account is refused, by its identity and by its address [OP-04]", async () => {
  const { t, signIn, accounts, siteUrl } = await setup();
  await signIn(claimsOf("ann@homes.test"));
  const [ann] = await accounts();
  await t.run(async (ctx) => {
    if (ann) await ctx.db.patch("users", ann._id, { removedAt: Date.now() });
  });

  const byIdentity = await signIn(claimsOf("ann@homes.test"));
  const byAddress = await signIn(claimsOf("Ann@homes.test", { sub: "another identity" }));

  expect(byIdentity.location).toBe(`${siteUrl}/?signin=refused`);
  expect(byAddress.location).toBe(`${siteUrl}/?signin=refused`);
  expect(await accounts()).toHaveLength(1);
});

test("joining is written into history [OP-03]", async () => {
  const { t, signIn } = await setup();

  await signIn(claimsOf("ann@homes.test"));
  await signIn(claimsOf("ann@homes.test"));

  const events = await t.run((ctx) => ctx.db.query("events").take(9));
  expect(events.map(({ kind }) => kind)).toEqual(["user.joined"]);
});
