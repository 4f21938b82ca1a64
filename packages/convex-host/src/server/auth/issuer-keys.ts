import { importJWK, type JWK } from "jose";
import { withoutEndSlashes } from "./end-slashes.ts";

/** The public keys of one issuer, ready to verify with. */
export type IssuerKey = { kid: string | undefined; alg: string; key: CryptoKey | Uint8Array };

export type KeySource = {
  /** `refresh` asks again for keys that a token may have been signed with since. */
  keys(options?: { refresh: boolean }): Promise<IssuerKey[]>;
};

/** The algorithms tokens may be signed with, by the kind of key. */
const algorithmByKeyType: Readonly<Record<string, string>> = { RSA: "RS256", OKP: "EdDSA" };

const freshMs = 10 * 60 * 1000;
/** Unknown keys are asked for at most this often, so that forged tokens cause no traffic. */
const cooldownMs = 30 * 1000;

/** Keys from a JWKS text that changes only with the process, such as the environment's own. */
export function fixedKeys(jwksText: string): KeySource {
  const keys = importKeys(JSON.parse(jwksText) as { keys?: JWK[] });
  // Reported by the first verification.
  keys.catch(() => undefined);
  return { keys: () => keys };
}

/** Keys by the issuer's discovery document, kept for a while, and for longer while the issuer cannot be reached. */
export function discoveredKeys(
  issuer: string,
  { fetch, clock }: { fetch: typeof globalThis.fetch; clock: () => number },
): KeySource {
  let known: { keys: Promise<IssuerKey[]>; atMs: number } | null = null;
  return {
    keys: (options) => {
      const age = known === null ? Infinity : clock() - known.atMs;
      if (known !== null && age <= (options?.refresh === true ? cooldownMs : freshMs))
        return known.keys;
      const before = known?.keys;
      const asked = discover(issuer, fetch);
      const keys = before === undefined ? asked : asked.catch(() => before);
      const current = { keys, atMs: clock() };
      known = current;
      keys.catch(() => {
        if (known === current) known = null;
      });
      return keys;
    },
  };
}

async function discover(issuer: string, fetch: typeof globalThis.fetch): Promise<IssuerKey[]> {
  const base = withoutEndSlashes(issuer);
  const configuration = (await getJson(`${base}/.well-known/openid-configuration`, fetch)) as {
    issuer?: string;
    jwks_uri?: string;
  };
  if (withoutEndSlashes(configuration.issuer ?? "") !== base) {
    throw new Error(`The discovery document of ${issuer} names another issuer.`);
  }
  if (typeof configuration.jwks_uri !== "string") {
    throw new Error(`The discovery document of ${issuer} names no keys.`);
  }
  return await importKeys((await getJson(configuration.jwks_uri, fetch)) as { keys?: JWK[] });
}

async function getJson(url: string, fetch: typeof globalThis.fetch): Promise<unknown> {
  const response = await fetch(url, {
    headers: { Accept: "application/json" },
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`${url} answered with ${response.status}.`);
  return await response.json();
}

async function importKeys(set: { keys?: JWK[] }): Promise<IssuerKey[]> {
  const keys: IssuerKey[] = [];
  for (const jwk of set.keys ?? []) {
    const alg = algorithmByKeyType[jwk.kty ?? ""];
    const isUsable = (jwk.use ?? "sig") === "sig" && (jwk.alg === undefined || jwk.alg === alg);
    if (alg === undefined || !isUsable) continue;
    keys.push({ kid: jwk.kid, alg, key: await importJWK(jwk, alg) });
  }
  return keys;
}
