import { errors, type JWTVerifyOptions, jwtVerify, type RemoteJWKSet } from "jose";
import type { OpenIdClaims } from "./openIdClaims.ts";

/** The facts that the identity provider publishes about itself, as far as they are used here. */
export type ProviderMetadata = {
  issuer: string;
  jwksUri: string;
  userinfoEndpoint: string | null;
  endSessionEndpoint: string | null;
};

/** Claims that the provider has signed for us. */
export type SignedClaims = OpenIdClaims & { iss: string; sub: string };

// Only keys that the provider alone holds: with a shared secret, or none, anybody's token would do.
const algorithms = [
  ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"],
  ...["ES256", "ES384", "ES512", "EdDSA", "Ed25519"],
];

/** The largest difference between the clocks of the provider and of this deployment. */
const skewSeconds = 60;

/** The time for one answer of the provider. */
export const patienceMs = 10_000;

/** The bytes of one answer of the provider; a description with many keys has a hundredth of it. */
const mostBytes = 1024 * 1024;

/** The address at which an issuer describes itself. */
export function descriptionAddress(issuer: string): string {
  return new URL(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`).href;
}

/** The issuer's own description, as it stands there and as it is used; refuses one that describes another issuer. */
export async function discoverProvider(
  issuer: string,
): Promise<{ description: string; metadata: ProviderMetadata }> {
  const address = descriptionAddress(issuer);
  const description = await fetchText(address);
  const found = parseObject(description);
  const textOf = (name: string) => (typeof found[name] === "string" ? found[name] : null);
  const [described, jwksUri] = [textOf("issuer"), textOf("jwks_uri")];
  if (described === null || new URL(described).href !== new URL(issuer).href)
    throw new Error(`${address} describes the issuer ${described ?? "nobody"}.`);
  if (jwksUri === null) throw new Error(`${address} names no keys (jwks_uri).`);
  const metadata = {
    issuer: described,
    jwksUri,
    userinfoEndpoint: textOf("userinfo_endpoint"),
    endSessionEndpoint: textOf("end_session_endpoint"),
  };
  return { description, metadata };
}

/** The claims of an ID token that the provider has signed for this client; refuses every other token. */
export async function verifyIdToken(
  idToken: string,
  { issuer, keys, clientId }: { issuer: string; keys: RemoteJWKSet; clientId: string },
): Promise<SignedClaims> {
  const { payload } = await verifySignature(idToken, keys, {
    ...{ issuer, audience: clientId, algorithms },
    clockTolerance: skewSeconds,
    requiredClaims: ["sub", "iat", "exp"],
  });
  const { iss, sub, iat = 0 } = payload;
  if (iss === undefined || typeof sub !== "string" || sub.trim() === "")
    throw new Error("The ID token names no subject.");
  if (iat > Date.now() / 1000 + skewSeconds)
    throw new Error("The ID token was issued in the future: are both clocks right?");
  return { ...(payload as OpenIdClaims), iss, sub };
}

/** Providers change their keys, and need not name them: then the signature alone shows that the known ones are old. */
async function verifySignature(idToken: string, keys: RemoteJWKSet, options: JWTVerifyOptions) {
  try {
    return await jwtVerify(idToken, keys, options);
  } catch (error) {
    if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
    await keys.reload();
    return await jwtVerify(idToken, keys, options);
  }
}

/** The claims of a subject from the provider's userinfo address; refuses an answer about another subject. */
export async function readUserinfo(
  endpoint: string,
  { accessToken, sub }: { accessToken: string; sub: string },
): Promise<OpenIdClaims> {
  const headers = { Authorization: `Bearer ${accessToken}` };
  const claims: OpenIdClaims = parseObject(await fetchText(endpoint, { headers }));
  // OpenID Connect Core 5.3.2: an answer about another subject must not be used.
  if (claims.sub !== sub) throw new Error("The userinfo address answered about another subject.");
  return claims;
}

/**
 * `fetch` for addresses of the provider: never over plain http, where whoever is on the way could answer, and not for longer than
 * somebody waits at a sign-in. Sign-ins that hang would take the turns of all who come from the same address, and an answer without
 * end the memory of everybody.
 */
export const fetchSafely: typeof fetch = async (input, init) => {
  const address = input instanceof Request ? input.url : String(input);
  requireSafe(address);
  const late = new AbortController();
  const giveUp = () => late.abort(new Error(`${new URL(address).host} did not answer in time.`));
  // Also for the body: it is read after this.
  setTimeout(giveUp, patienceMs);
  const response = await fetch(input, { ...init, signal: late.signal });
  const { body, status, statusText, headers } = response;
  if (body === null) return response;
  return new Response(body.pipeThrough(upToMostBytes(address)), { status, statusText, headers });
};

/** Passes the bytes of an answer on, as far as they are unpacked, and fails above the bound. */
function upToMostBytes(address: string): TransformStream<Uint8Array, Uint8Array> {
  let left = mostBytes;
  return new TransformStream({
    transform: (piece, controller) => {
      left -= piece.length;
      if (left < 0) throw new Error(`${new URL(address).host} answers with more than 1 MB.`);
      controller.enqueue(piece);
    },
  });
}

/** Refuses addresses of a provider that are not https; on this machine nobody is on the way. */
export function requireSafe(address: string): void {
  const { protocol, hostname } = new URL(address);
  if (protocol === "https:" || (protocol === "http:" && isLoopbackName(hostname))) return;
  throw new Error(
    `${address} is not https: whoever is on the way could sign in as anyone. Set OIDC_ISSUER to an https address, of a ` +
      "provider whose own addresses are https.",
  );
}

/** Host names of addresses that only this machine can reach. */
export function isLoopbackName(hostname: string): boolean {
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  );
}

async function fetchText(url: string, init: RequestInit = {}): Promise<string> {
  const response = await fetchSafely(url, { ...init, redirect: "manual" });
  if (!response.ok) throw new Error(`${new URL(url).host} answered ${response.status}`);
  return await response.text();
}

function parseObject(text: string): Record<string, unknown> {
  return JSON.parse(text) as Record<string, unknown>;
}
