import { importJWK, type JWK } from "jose";
import { withoutEndSlashes } from "./end-slashes.ts";

/** One public key of an issuer, ready to verify with. */
export type IssuerKey = { kid: string | undefined; alg: string; key: CryptoKey | Uint8Array };

export type KeySource = {
  /** `refresh` fetches the keys again, because a token may be signed with a newer one. */
  keys(options?: { refresh: boolean }): Promise<IssuerKey[]>;
};

/** The algorithm of tokens, by the type of the key. */
const algorithmByKeyType: Readonly<Record<string, string>> = { RSA: "RS256", OKP: "EdDSA" };

const freshMs = 10 * 60 * 1000;
/** The shortest time in milliseconds between two fetches for unknown keys, so that forged tokens cause no traffic. */
const cooldownMs = 30 * 1000;
/** Milliseconds for which an issuer that failed is not asked again, so that tokens which name it do not flood it. */
const failedMs = 1000;
/** The most bytes of an answer that are read. A set of keys has a few kilobytes. */
const mostBytes = 1024 * 1024;

/** Keys from a JWKS text that changes only with the process, such as the environment's own. */
export function fixedKeys(jwksText: string): KeySource {
  const keys = importKeys(JSON.parse(jwksText) as { keys?: JWK[] });
  // The first verification reports the error.
  keys.catch(() => undefined);
  return { keys: () => keys };
}

/**
 * Keys found by the issuer's discovery document. They are cached, and kept for longer while the issuer cannot be
 * reached.
 */
export function discoveredKeys(
  issuer: string,
  { fetch, clock }: { fetch: typeof globalThis.fetch; clock: () => number },
): KeySource {
  let known: { keys: Promise<IssuerKey[]>; atMs: number; isFailed: boolean } | null = null;
  return {
    keys: (options) => {
      // A clock that was set back does not make old keys fresh.
      const age = known === null ? Infinity : Math.abs(clock() - known.atMs);
      const keptMs = options?.refresh === true ? cooldownMs : freshMs;
      if (known !== null && age <= (known.isFailed ? failedMs : keptMs)) return known.keys;
      const before = known?.isFailed === true ? undefined : known?.keys;
      const asked = discover(issuer, fetch);
      const keys = before === undefined ? asked : asked.catch(() => before);
      const current = { keys, atMs: clock(), isFailed: false };
      known = current;
      keys.catch(() => (current.isFailed = true));
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
  return JSON.parse(await readText(response, url));
}

async function readText({ body }: Response, url: string): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body ?? []) {
    bytes += piece.length;
    if (bytes > mostBytes) throw new Error(`${url} answers with more than 1 MB.`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
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
