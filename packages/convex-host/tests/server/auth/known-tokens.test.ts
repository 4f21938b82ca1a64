import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { expect, test, vi } from "vitest";
import { createTokenVerifier } from "../../../src/server/auth/verify-token.ts";

const siteUrl = "https://turns.test";
const beginMs = 1_750_000_000_000;
const ours = await generateKeyPair("EdDSA");
const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(ours.publicKey)), use: "sig" }] });
const providers = [{ domain: siteUrl, applicationID: "convex" }];

function tokenFor(seconds: number) {
  const iat = beginMs / 1000;
  return new SignJWT({ iss: siteUrl, aud: "convex", sub: "session-1", iat, exp: iat + seconds })
    .setProtectedHeader({ alg: "EdDSA" })
    .sign(ours.privateKey);
}

function setUp() {
  const state = { nowMs: beginMs, info: { authProviders: providers, jwks } };
  const verify = createTokenVerifier({ info: () => state.info, siteUrl, now: () => state.nowMs });
  const verified = vi.spyOn(crypto.subtle, "verify");
  return { state, verify, verified };
}

test("the signature of a token is verified once a minute [A7]", async () => {
  const { state, verify, verified } = setUp();
  const token = await tokenFor(600);
  const first = await verify(token);
  expect(first).toMatchObject({ ok: true, identity: { subject: "session-1" } });
  expect(await verify(token)).toEqual(first);
  expect(verified).toHaveBeenCalledTimes(1);
  state.nowMs += 60_000;
  expect(await verify(token)).toEqual(first);
  expect(verified).toHaveBeenCalledTimes(2);
});

test("a known token is refused after its end, changed, and when its provider is gone [A4] [A7]", async () => {
  const { state, verify } = setUp();
  const token = await tokenFor(30);
  expect(await verify(token)).toMatchObject({ ok: true });
  const end = token.at(-5) === "A" ? "B" : "A";
  expect(await verify(`${token.slice(0, -5)}${end}${token.slice(-4)}`)).toMatchObject({
    ok: false,
  });
  state.info = { authProviders: [], jwks };
  expect(await verify(token)).toMatchObject({ ok: false });
  state.info = { authProviders: providers, jwks };
  expect(await verify(token)).toMatchObject({ ok: true });
  state.nowMs += 30_000;
  expect(await verify(token)).toMatchObject({ ok: false });
});

test("however many tokens were verified, a thousand are known [A7]", async () => {
  const { verify, verified } = setUp();
  const tokens: string[] = [];
  for (let person = 0; person <= 1_000; person++) tokens.push(await tokenFor(600 + person));
  for (const token of tokens) await verify(token);
  verified.mockClear();
  await verify(tokens.at(-1)!);
  expect(verified).not.toHaveBeenCalled();
  await verify(tokens[0]!);
  expect(verified).toHaveBeenCalledTimes(1);
});
