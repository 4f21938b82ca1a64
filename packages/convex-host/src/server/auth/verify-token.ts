import { decodeJwt, decodeProtectedHeader, errors, jwtVerify, type JWTPayload } from "jose";
import type { JsonObject } from "../../values/json.ts";
import { claimsToIdentity } from "./token-identity.ts";
import { discoveredKeys, fixedKeys, type IssuerKey, type KeySource } from "./issuer-keys.ts";
import { withoutEndSlashes } from "./end-slashes.ts";
import { KnownTokens } from "./known-tokens.ts";
import type { Identity } from "../../wire/caller.ts";

/** The identity and the end of a token, or the reason of its refusal, in words fit for the client. */
export type CheckedToken =
  | {
      ok: true;
      identity: Identity;
      expiresAtMs: number;
    }
  | { ok: false; error: string };

export type TokenVerifierOptions = {
  /** The providers of `auth.config` and the host's own public keys, both as the function thread last gave them. */
  info: () => { authProviders: readonly JsonObject[]; jwks: string };
  /** The host's own issuer. It is never asked over the network, where it may not be reachable from here. */
  siteUrl: string;
  now?: () => number;
  fetch?: typeof globalThis.fetch;
};

/** Checks the tokens of clients against the app's identity providers (SPEC section A). Never rejects. */
export function createTokenVerifier(
  options: TokenVerifierOptions,
): (token: string) => Promise<CheckedToken> {
  let current: { info: unknown; verifier: TokenVerifier } | null = null;
  return async (token) => {
    try {
      const info = options.info();
      if (current?.info !== info) current = { info, verifier: new TokenVerifier(options) };
      return await current.verifier.verify(token);
    } catch (error) {
      // Only the message of a `TokenError` is for the client; other messages are about the host's own code.
      const isTold = error instanceof TokenError;
      return { ok: false, error: isTold ? error.message : "The token could not be checked." };
    }
  };
}

type Provider = { issuer: string; audience: string; source: KeySource };

class TokenVerifier {
  readonly #providers: readonly Provider[];
  readonly #now: () => number;
  readonly #known: KnownTokens;

  constructor({ info, siteUrl, now = () => Date.now(), fetch }: TokenVerifierOptions) {
    const { authProviders, jwks } = info();
    const network = { fetch: fetch ?? globalThis.fetch, clock: now };
    this.#now = now;
    this.#known = new KnownTokens(now);
    this.#providers = authProviders.map(({ domain, applicationID }) => {
      const issuer = normalizeIssuer(domain as string);
      const isOwn = normalizeIssuer(siteUrl) === issuer;
      const source = isOwn ? fixedKeys(jwks) : discoveredKeys(issuer, network);
      return { issuer, audience: applicationID as string, source };
    });
  }

  async verify(token: string): Promise<CheckedToken> {
    const known = this.#known.find(token);
    if (known !== null) return known;
    const { claims, header } = decode(token);
    const provider = this.#providerFor(claims);
    const payload = await this.#verifyBy(provider, token, header);
    if (payload.exp === undefined) throw new TokenError("The token never expires.");
    const identity = claimsToIdentity(payload);
    const accepted = { ok: true as const, identity, expiresAtMs: payload.exp * 1000 };
    this.#known.add(token, accepted);
    return accepted;
  }

  #providerFor(claims: JWTPayload): Provider {
    const audiences = [claims.aud ?? []].flat();
    // The claims of an unverified token may be of any type.
    if (![claims.iss ?? "", ...audiences].every((claim) => typeof claim === "string"))
      throw new TokenError("The token's issuer and audience must be text.");
    if (audiences.length > 1) throw new TokenError("The token is meant for several audiences.");
    const issuer = normalizeIssuer(claims.iss ?? "");
    const found = this.#providers.find(
      (provider) => provider.issuer === issuer && provider.audience === audiences[0],
    );
    if (found !== undefined) return found;
    throw new TokenError(
      `No auth provider found matching the given token (issuer ${claims.iss ?? "none"}, audience ${audiences.join(", ") || "none"}).`,
    );
  }

  async #verifyBy(provider: Provider, token: string, header: TokenHeader): Promise<JWTPayload> {
    const known = candidates(await keysOf(provider.source), header);
    const verified = await this.#tryKeys(known, token);
    if (verified !== null) return verified;
    const refreshed = candidates(await keysOf(provider.source, { refresh: true }), header);
    const verifiedLater = await this.#tryKeys(refreshed, token);
    if (verifiedLater !== null) return verifiedLater;
    throw new TokenError("The token's signature fits no key of its issuer.");
  }

  /** Tries every key of the kind, because a token may have no key id. */
  async #tryKeys(keys: readonly IssuerKey[], token: string): Promise<JWTPayload | null> {
    for (const { key, alg } of keys) {
      try {
        const currentDate = new Date(this.#now());
        const { payload } = await jwtVerify(token, key, { algorithms: [alg], currentDate });
        return payload;
      } catch (error) {
        if (error instanceof errors.JWSSignatureVerificationFailed) continue;
        throw new TokenError(`Could not verify the token: ${(error as Error).message}.`);
      }
    }
    return null;
  }
}

type TokenHeader = { alg: string; kid: string | undefined };

function decode(token: string): { claims: JWTPayload; header: TokenHeader } {
  try {
    const { alg, kid } = decodeProtectedHeader(token);
    if (alg !== "RS256" && alg !== "EdDSA") {
      throw new TokenError(`Tokens signed by ${String(alg)} are not accepted.`);
    }
    return { claims: decodeJwt(token), header: { alg, kid } };
  } catch (error) {
    if (error instanceof TokenError) throw error;
    throw new TokenError("Could not parse the token as JWT.");
  }
}

function candidates(keys: readonly IssuerKey[], { alg, kid }: TokenHeader): IssuerKey[] {
  const ofKind = keys.filter((key) => key.alg === alg);
  if (kid === undefined) return ofKind;
  return ofKind.filter((key) => key.kid === undefined || key.kid === kid);
}

async function keysOf(source: KeySource, options?: { refresh: boolean }): Promise<IssuerKey[]> {
  try {
    return await source.keys(options);
  } catch (error) {
    throw new TokenError(`The issuer's keys could not be read: ${(error as Error).message}`);
  }
}

function normalizeIssuer(issuer: string): string {
  const withScheme = /^https?:\/\//.test(issuer) ? issuer : `https://${issuer}`;
  return withoutEndSlashes(withScheme);
}

/** A refusal of a token. The message is for the client. */
class TokenError extends Error {}
