import { describe, expect, test, vi } from "vitest";
import { fetchSafely, requireSafe } from "../../../convex/lib/signIn/openIdProvider.ts";
import { clientSecret, issuer } from "../../support/provider-client.ts";
import { setupSignIn } from "../../support/sign-in.ts";
import { claimsOf, foreignKeys, type StubProvider } from "../../support/stub-provider.ts";

async function setup() {
  const world = await setupSignIn();
  const emails = async () =>
    (await world.t.run((ctx) => ctx.db.query("users").take(9))).map(({ email }) => email);
  return { ...world, emails };
}

const minutes = (count: number) => Math.floor(Date.now() / 1000) + count * 60;

describe("an ID token", () => {
  test("that somebody else has signed is refused [OP-02]", async () => {
    const { signIn, provider, emails, siteUrl } = await setup();
    provider.signer = { alg: "RS256", key: (await foreignKeys).privateKey };

    const { location } = await signIn(claimsOf("ann@homes.test"));

    expect(location).toBe(`${siteUrl}/?signin=failed`);
    expect(await emails()).toEqual([]);
  });

  test("that is signed with what both sides know is refused [OP-02]", async () => {
    const { signIn, provider, emails } = await setup();
    provider.metadata = { id_token_signing_alg_values_supported: ["HS256"] };
    provider.signer = { alg: "HS256", key: new TextEncoder().encode(clientSecret) };

    const { location } = await signIn(claimsOf("ann@homes.test"));

    expect(location).toContain("signin=failed");
    expect(await emails()).toEqual([]);
  });

  test.each([
    { what: "without a subject", claims: { sub: "" } },
    { what: "with a subject of spaces", claims: { sub: " " } },
    { what: "of another issuer", claims: { iss: "https://evil.test" } },
    { what: "for another client", claims: { aud: "somebody else" } },
    { what: "issued in the future", claims: { iat: minutes(5) } },
    { what: "that has expired", claims: { exp: minutes(-5) } },
    { what: "not valid yet", claims: { nbf: minutes(5) } },
    { what: "for another sign-in", claims: { nonce: "another" } },
  ])("$what is refused [OP-02]", async ({ claims }) => {
    const { signIn, emails, siteUrl } = await setup();

    const { location } = await signIn(claimsOf("ann@homes.test", claims));

    expect(location).toBe(`${siteUrl}/?signin=failed`);
    expect(await emails()).toEqual([]);
  });

  test("of a clock that is half a minute ahead is fine [OP-02]", async () => {
    const { signIn, emails } = await setup();

    await signIn(claimsOf("ann@homes.test", { iat: Math.floor(Date.now() / 1000) + 30 }));

    expect(await emails()).toEqual(["ann@homes.test"]);
  });
});

/** Counts the requests to the provider by their path below the issuer. */
function countQuestions(provider: StubProvider) {
  const countByPath: Record<string, number> = {};
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const path = new Request(input, init).url.replace(issuer, "");
    countByPath[path] = (countByPath[path] ?? 0) + 1;
    return await provider.answer(input, init);
  });
  return countByPath;
}

describe("what a provider says of itself", () => {
  const description = "/.well-known/openid-configuration";

  test("is asked once for all who sign in, and its keys too [OP-03]", async () => {
    const { newBrowser, signIn, provider, emails, siteUrl } = await setup();
    const countByPath = countQuestions(provider);

    const strangers = Array.from({ length: 50 }, () =>
      newBrowser().request(`${siteUrl}/api/login`),
    );
    const left = (await Promise.all(strangers)).map(({ headers }) => headers.get("Location"));
    for (const name of ["ann", "ben"]) await signIn(claimsOf(`${name}@homes.test`));

    expect(left.filter((location) => location?.startsWith(`${issuer}/authorize`))).toHaveLength(50);
    expect(await emails()).toEqual(["ann@homes.test", "ben@homes.test"]);
    expect(countByPath).toEqual({ [description]: 1, "/keys": 1, "/token": 2 });
  });

  test("is asked at most once a second while it fails, and holds once it is there [OP-03]", async () => {
    const { newBrowser, provider, siteUrl } = await setup();
    vi.useFakeTimers({ toFake: ["Date"] });
    const countByPath = countQuestions(provider);
    const login = async () =>
      (await newBrowser().request(`${siteUrl}/api/login`)).headers.get("Location");

    provider.isUp = false;
    const failed = await Promise.all(Array.from({ length: 20 }, login));
    provider.isUp = true;
    const soon = await login();
    vi.setSystemTime(Date.now() + 1001);
    const later = await login();

    expect(new Set([...failed, soon])).toEqual(new Set([`${siteUrl}/?signin=failed`]));
    expect(later).toContain(`${issuer}/authorize`);
    expect(countByPath).toEqual({ [description]: 2 });
    vi.useRealTimers();
  });

  test("is asked anew after a minute, so that it can move its addresses [OP-03]", async () => {
    const { newBrowser, provider, siteUrl } = await setup();
    vi.useFakeTimers({ toFake: ["Date"] });
    const login = async () =>
      (await newBrowser().request(`${siteUrl}/api/login`)).headers.get("Location");
    await login();
    provider.metadata = { authorization_endpoint: `${issuer}/moved` };

    const soon = await login();
    vi.setSystemTime(Date.now() + 60_001);
    const later = await login();

    expect(soon).toContain(`${issuer}/authorize`);
    expect(later).toContain(`${issuer}/moved`);
    vi.useRealTimers();
  });

  test.each([
    { what: "names", names: ["old", "new"] },
    { what: "does not name", names: [undefined, undefined] },
    { what: "names alike", names: ["same", "same"] },
  ])("may change its keys at any time, which it $what [OP-03]", async ({ names }) => {
    const { signIn, provider, emails } = await setup();
    const countByPath = countQuestions(provider);
    provider.keyId = names[0];
    await signIn(claimsOf("ann@homes.test"));
    provider.keyId = names[1];
    provider.keys = foreignKeys;

    for (const name of ["ben", "cat"]) await signIn(claimsOf(`${name}@homes.test`));

    expect(await emails()).toEqual(["ann@homes.test", "ben@homes.test", "cat@homes.test"]);
    expect(countByPath).toEqual({ [description]: 1, "/keys": 2, "/token": 3 });
  });
});

describe("claims of two sources", () => {
  const told = ["email", "email_verified", "name"];

  test("about two subjects are refused [OP-02]", async () => {
    const { signIn, provider, emails, siteUrl } = await setup();
    provider.onlyInUserinfo = told;
    provider.userinfo = { sub: "somebody else" };

    const { location } = await signIn(claimsOf("ann@homes.test"));

    expect(location).toBe(`${siteUrl}/?signin=failed`);
    expect(await emails()).toEqual([]);
  });

  test("do not vouch for each other's address [OP-02]", async () => {
    const { signIn, provider, emails, siteUrl } = await setup();

    // The ID token confirms an email address that only the userinfo endpoint names.
    provider.onlyInUserinfo = ["email"];
    provider.userinfo = { email_verified: undefined };
    const confirmed = await signIn(claimsOf("ann@homes.test"));
    // The userinfo endpoint confirms an email address that only the ID token names.
    provider.onlyInUserinfo = ["email_verified"];
    provider.userinfo = {};
    const named = await signIn(claimsOf("ann@homes.test"));

    expect([confirmed.location, named.location]).toEqual(
      Array(2).fill(`${siteUrl}/?signin=unverified`),
    );
    expect(await emails()).toEqual([]);
  });

  test("from the userinfo address alone are fine [OP-02]", async () => {
    const { signIn, provider, emails } = await setup();
    provider.onlyInUserinfo = told;

    await signIn(claimsOf("ann@homes.test"));

    expect(await emails()).toEqual(["ann@homes.test"]);
  });
});

describe("an address of the provider over plain http", () => {
  test.each(["authorization_endpoint", "token_endpoint", "jwks_uri", "userinfo_endpoint"])(
    "is not used: %s [OP-02]",
    async (name) => {
      const { newBrowser, provider, emails, siteUrl } = await setup();
      provider.metadata = { [name]: "http://id.test/plain" };
      provider.onlyInUserinfo = name === "userinfo_endpoint" ? ["email", "email_verified"] : [];
      const browser = newBrowser();
      const asked: string[] = [];
      vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
        const request = new Request(input, init);
        asked.push(request.url);
        return await provider.answer(input, init);
      });

      const login = await browser.request(`${siteUrl}/api/login`);
      const left = login.headers.get("Location") ?? "";
      const ended = left.startsWith(issuer)
        ? await browser.request(provider.authorize(left, claimsOf("ann@homes.test")))
        : login;

      expect(ended.headers.get("Location")).toBe(`${siteUrl}/?signin=failed`);
      expect(asked.filter((address) => address.startsWith("http:"))).toEqual([]);
      expect(await emails()).toEqual([]);
    },
  );

  test.each([
    "http://id.test",
    "http://localhost.id.test",
    "http://127.0.0.1.id.test",
    "ftp://id.test",
  ])("is told by name: %s [OP-02]", (address) => {
    expect(() => requireSafe(address)).toThrow(`${address} is not https`);
  });

  test.each([
    "https://id.test",
    "http://localhost:3000/idp",
    "http://127.0.0.1",
    "http://[::1]:80",
  ])("is fine on this machine, and over https: %s [OP-02]", (address) => {
    expect(() => requireSafe(address)).not.toThrow();
  });

  test("that describes another issuer is refused [OP-02]", async () => {
    const { newBrowser, provider, siteUrl } = await setup();
    provider.metadata = { issuer: "https://evil.test" };

    const login = await newBrowser().request(`${siteUrl}/api/login`);

    expect(login.headers.get("Location")).toBe(`${siteUrl}/?signin=failed`);
  });
});

test.each([
  { where: "https://id.test", seconds: 10 },
  { where: "http://localhost:3000/idp", seconds: 60 },
])("$where has $seconds s for a whole answer [OP-03]", async ({ where, seconds }) => {
  vi.useFakeTimers();
  const neverThere = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error));
    });
  vi.stubGlobal("fetch", async (address: string, { signal }: { signal: AbortSignal }) => {
    if (address.endsWith("silent")) return await neverThere(signal);
    const broken = (controller: ReadableStreamDefaultController) =>
      signal.addEventListener("abort", () => controller.error(signal.reason));
    return new Response(new ReadableStream({ start: broken }));
  });
  const silent = fetchSafely(`${where}/silent`);
  const endless = (await fetchSafely(`${where}/endless`)).json();
  const given = Promise.allSettled([silent, endless]);

  await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
  expect(await Promise.race([given, Promise.resolve("waiting")])).toBe("waiting");
  await vi.advanceTimersByTimeAsync(1);

  const why = { message: `${new URL(where).host} did not answer in time.` };
  expect(await given).toMatchObject([{ reason: why }, { reason: why }]);
  vi.useRealTimers();
});

test("an answer of the provider has a megabyte at most, and nothing more of it is read [OP-03]", async () => {
  let pieces = 0;
  const endless = () =>
    new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pieces += 1;
        controller.enqueue(new Uint8Array(100_000).fill(32));
        if (pieces === 100) controller.close();
      },
    });
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(endless())));

  const response = await fetchSafely(`${issuer}/keys`);

  await expect(response.text()).rejects.toThrow("answers with more than 1 MB");
  expect(pieces).toBeLessThan(20);
});

test("a sign-in at a provider that describes itself without end has failed [OP-03]", async () => {
  const { newBrowser, provider, siteUrl } = await setup();
  provider.metadata = { more: "x".repeat(2_000_000) };

  const login = await newBrowser().request(`${siteUrl}/api/login`);

  expect(login.headers.get("Location")).toBe(`${siteUrl}/?signin=failed`);
});
