import { exportJWK, generateKeyPair, type JWK, SignJWT, type JWTPayload } from "jose";
import { expect, test } from "vitest";
import { claimsToIdentity } from "../../../src/server/auth/token-identity.ts";
import {
  createTokenVerifier,
  type TokenVerifierOptions,
} from "../../../src/server/auth/verify-token.ts";

const siteUrl = "https://turns.test";
const elsewhere = "https://idp.test";
const nowMs = 1_750_000_000_000;
const now = () => nowMs;

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;

const ours = await generateKeyPair("RS256");
const older = await generateKeyPair("RS256");
const edwards = await generateKeyPair("EdDSA");
const theirs = await generateKeyPair("RS256");

async function jwksOf(...pairs: Pair[]): Promise<string> {
  const keys: JWK[] = await Promise.all(pairs.map(({ publicKey }) => exportJWK(publicKey)));
  return JSON.stringify({ keys: keys.map((key) => ({ ...key, use: "sig" })) });
}

async function verifierWith(more: Partial<TokenVerifierOptions> = {}, keys?: string) {
  const info = {
    authProviders: [
      { domain: `${siteUrl}/`, applicationID: "convex" },
      { domain: "idp.test", applicationID: "an-app" },
    ],
    jwks: keys ?? (await jwksOf(older, ours, edwards)),
  };
  const fetch = () => Promise.reject(new Error("no network here"));
  return createTokenVerifier({ info: () => info, siteUrl, now, fetch, ...more });
}

type TokenOptions = { claims?: JWTPayload; pair?: Pair; alg?: string; kid?: string };

async function tokenOf({ claims = {}, pair = ours, alg = "RS256", kid }: TokenOptions = {}) {
  const iat = nowMs / 1000;
  const base = { iss: siteUrl, aud: "convex", sub: "session-1", iat, exp: iat + 600 };
  const header = kid === undefined ? { alg } : { alg, kid };
  return await new SignJWT({ ...base, ...claims }).setProtectedHeader(header).sign(pair.privateKey);
}

test.each([
  ["by its issuer and audience", {}],
  ["with a slash behind the issuer", { iss: `${siteUrl}/` }],
  ["with one audience in a list", { aud: ["convex"] }],
])("a token is accepted %s [A1]", async (_, claims) => {
  const verify = await verifierWith();

  expect(await verify(await tokenOf({ claims }))).toMatchObject({
    ok: true,
    identity: { subject: "session-1" },
    expiresAtMs: nowMs + 600_000,
  });
});

test.each([
  ["another audience", { aud: "other" }, "audience other"],
  ["another issuer", { iss: "https://evil.test" }, "issuer https://evil.test"],
  ["no audience", { aud: undefined }, "audience none"],
  ["several audiences", { aud: ["convex", "other"] }, "several audiences"],
])("a token with %s is refused [A1]", async (_, claims, text) => {
  const verify = await verifierWith();

  const checked = await verify(await tokenOf({ claims: claims as JWTPayload }));

  expect(checked).toEqual({ ok: false, error: expect.stringContaining(text) });
});

test("our own tokens need no network [A2]", async () => {
  const verify = await verifierWith();

  expect(await verify(await tokenOf())).toMatchObject({ ok: true });
});

test("keys that the function thread gives anew are in force at once [A2]", async () => {
  const providers = { authProviders: [{ domain: siteUrl, applicationID: "convex" }] };
  let info = { ...providers, jwks: await jwksOf(older) };
  const verify = createTokenVerifier({ info: () => info, siteUrl, now });
  expect(await verify(await tokenOf())).toMatchObject({ ok: false });

  info = { ...providers, jwks: await jwksOf(ours) };

  expect(await verify(await tokenOf())).toMatchObject({ ok: true });
});

test.each([
  ["RS256 without a key id", { pair: ours }],
  ["an older key", { pair: older }],
  ["a key id that no key carries", { pair: ours, kid: "k1" }],
  ["EdDSA", { pair: edwards, alg: "EdDSA" }],
])("%s is accepted [A3]", async (_, options) => {
  const verify = await verifierWith();

  expect(await verify(await tokenOf(options))).toMatchObject({ ok: true });
});

test("other algorithms are refused, whatever they are signed with [A3]", async () => {
  const verify = await verifierWith();
  const payload = (await tokenOf()).split(".")[1] ?? "";
  const head = (alg: string) => Buffer.from(JSON.stringify({ alg })).toString("base64url");
  const es256 = await generateKeyPair("ES256");
  const hmac = await new SignJWT({ iss: siteUrl, aud: "convex", sub: "x" })
    .setProtectedHeader({ alg: "HS256" })
    .sign(new TextEncoder().encode(await jwksOf(ours)));

  const tokens = [
    `${head("none")}.${payload}.`,
    hmac,
    await tokenOf({ pair: es256, alg: "ES256" }),
  ];

  for (const token of tokens) {
    expect(await verify(token)).toEqual({
      ok: false,
      error: expect.stringContaining("not accepted"),
    });
  }
});

test.each<[string, () => Promise<string>]>([
  ["expired", () => tokenOf({ claims: { exp: nowMs / 1000 - 1 } })],
  ["never expiring", () => tokenOf({ claims: { exp: undefined } as unknown as JWTPayload })],
  ["signed by someone else", () => tokenOf({ pair: theirs })],
  ["without a subject", () => tokenOf({ claims: { sub: "" } })],
  ["not yet valid", () => tokenOf({ claims: { nbf: nowMs / 1000 + 60 } })],
  ["changed", async () => (await tokenOf()).replace(/\.[^.]+\./, `.${forgedPayload()}.`)],
  ["cut off", async () => (await tokenOf()).slice(0, -20)],
  ["no token", () => Promise.resolve("not a token")],
])("a token that is %s is refused [A4]", async (_, make) => {
  const verify = await verifierWith();

  expect(await verify(await make())).toMatchObject({ ok: false });
});

function forgedPayload(): string {
  const claims = { iss: siteUrl, aud: "convex", sub: "admin", exp: nowMs / 1000 + 600 };
  return Buffer.from(JSON.stringify(claims)).toString("base64url");
}

test("claims are given under Convex's names [A5]", () => {
  const identity = claimsToIdentity({
    iss: elsewhere,
    sub: "u1",
    aud: "an-app",
    exp: 2,
    iat: 1,
    jti: "passing",
    given_name: "Ann",
    picture: "https://idp.test/ann.png",
    email_verified: true,
    address: { formatted: "1 Main St", locality: "Town" },
    "https://idp.test/roles": ["manager"],
  });

  expect(identity).toEqual({
    tokenIdentifier: "https://idp.test|u1",
    issuer: elsewhere,
    subject: "u1",
    givenName: "Ann",
    pictureUrl: "https://idp.test/ann.png",
    emailVerified: true,
    address: "1 Main St",
    "https://idp.test/roles": ["manager"],
  });
});

test("a refreshed token gives an equal identity [A5]", async () => {
  const verify = await verifierWith();
  const identityFor = async (claims: JWTPayload) => {
    const checked = await verify(await tokenOf({ claims }));
    return checked.ok ? JSON.stringify(checked.identity) : checked.error;
  };
  const seconds = nowMs / 1000;

  const first = await identityFor({ name: "Ann", email: "ann@turns.test", jti: "1" });
  const second = await identityFor({
    jti: "2",
    iat: seconds - 5,
    exp: seconds + 900,
    email: "ann@turns.test",
    name: "Ann",
  });

  expect(second).toBe(first);
});

test("no claim can pose as issuer or subject [A5]", () => {
  const identity = claimsToIdentity({ iss: "i", sub: "s", tokenIdentifier: "x", subject: "admin" });

  expect(identity).toEqual({ tokenIdentifier: "i|s", issuer: "i", subject: "s" });
});

function issuerWith(keys: () => string) {
  const requests: string[] = [];
  const fetch = (url: string) => {
    requests.push(url);
    const body = url.endsWith("openid-configuration")
      ? JSON.stringify({ issuer: elsewhere, jwks_uri: `${elsewhere}/keys` })
      : keys();
    return Promise.resolve(new Response(body));
  };
  return { requests, fetch: fetch as unknown as typeof globalThis.fetch };
}

const foreign = { iss: elsewhere, aud: "an-app", sub: "u1" };

test("another issuer's keys are discovered once and kept [A6]", async () => {
  const keys = await jwksOf(theirs);
  const { requests, fetch } = issuerWith(() => keys);
  const verify = await verifierWith({ fetch });
  const token = await tokenOf({ claims: foreign, pair: theirs });

  expect(await verify(token)).toMatchObject({ ok: true });
  expect(await verify(token)).toMatchObject({ ok: true });

  expect(requests).toEqual([`${elsewhere}/.well-known/openid-configuration`, `${elsewhere}/keys`]);
});

test("an unknown signature asks again once, at most every 30 seconds [A6]", async () => {
  const [oldKeys, newKeys] = [await jwksOf(older), await jwksOf(theirs)];
  let current = oldKeys;
  let time = nowMs;
  const { requests, fetch } = issuerWith(() => current);
  const verify = await verifierWith({ fetch, now: () => time });
  const token = await tokenOf({ claims: foreign, pair: theirs });

  expect(await verify(token)).toMatchObject({ ok: false });
  expect(await verify(token)).toMatchObject({ ok: false });
  expect(requests).toHaveLength(2);

  current = newKeys;
  time += 31_000;
  expect(await verify(token)).toMatchObject({ ok: true });
  expect(requests).toHaveLength(4);
});

test("an issuer that cannot be reached, or poses as another, refuses its tokens [A6]", async () => {
  const poser = (() =>
    Promise.resolve(Response.json({ issuer: siteUrl, jwks_uri: "x" }))) as typeof globalThis.fetch;
  const token = await tokenOf({ claims: foreign, pair: theirs });

  expect(await (await verifierWith())(token)).toEqual({
    ok: false,
    error: expect.stringContaining("no network here"),
  });
  expect(await (await verifierWith({ fetch: poser }))(token)).toEqual({
    ok: false,
    error: expect.stringContaining("names another issuer"),
  });
});

test("the keys that are known stay good while their issuer cannot be reached [A6]", async () => {
  const keys = await jwksOf(theirs);
  const { fetch } = issuerWith(() => keys);
  let time = nowMs;
  let isReachable = true;
  const verify = await verifierWith({
    now: () => time,
    fetch: (...args) => (isReachable ? fetch(...args) : Promise.reject(new Error("no network"))),
  });
  const token = await tokenOf({ claims: foreign, pair: theirs });
  expect(await verify(token)).toMatchObject({ ok: true });

  isReachable = false;
  time += 60_000;
  expect(await verify(await tokenOf({ claims: foreign, pair: older }))).toMatchObject({
    ok: false,
  });
  expect(await verify(token)).toMatchObject({ ok: true });
  time += 500_000;
  expect(await verify(token)).toMatchObject({ ok: true });
});

test("an issuer of slashes is refused as fast as other issuers: its sender stops nobody [A1] [B22]", async () => {
  const verify = await verifierWith();
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const iss = `https://${"/".repeat(46_000)}x`;
  const token = `${part({ alg: "EdDSA" })}.${part({ iss, aud: "convex" })}.AAAA`;

  // In quadratic time each token would take two seconds, and all of them longer than the test's limit.
  for (let times = 0; times < 100; times += 1)
    expect(await verify(token)).toMatchObject({ ok: false });
});
