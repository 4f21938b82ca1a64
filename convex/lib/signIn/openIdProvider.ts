import { errors, type JWTVerifyOptions, jwtVerify, type RemoteJWKSet } from "jose";
import type { OpenIdClaims } from "./openIdClaims.ts";

/** The used part of a provider's description of itself. */
export type ProviderMetadata = {
  issuer: string;
  jwksUri: string;
  userinfoEndpoint: string | null;
  endSessionEndpoint: string | null;
};

/** The claims of an ID token whose signature is verified. */
export type SignedClaims = OpenIdClaims & { iss: string; sub: string };

// Asymmetric algorithms only. With a shared secret or without a signature, others than the provider could make valid
// tokens.
const algorithms = [
  ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"],
  ...["ES256", "ES384", "ES512", "EdDSA", "Ed25519"],
];

/** The maximum difference between the clocks of the provider and of this deployment, in seconds. */
const skewSeconds = 60;

/**
 * The timeout for one answer of a provider, in milliseconds. A provider on this machine shares its processors: when all
 * are busy, the demo provider needs more than ten seconds to load.
 */
export function patienceMs(address: string): number {
  return isLoopbackName(new URL(address).hostname) ? 60_000 : 10_000;
}

/**
 * The maximum size of one answer of the provider, in bytes. A description with many keys has about a hundredth of it.
 */
const mostBytes = 1024 * 1024;

/** The address of an issuer's description (OpenID Connect Discovery). */
export function descriptionAddress(issuer: string): string {
  return new URL(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`).href;
}

/** The issuer's description, as text and parsed; throws when it describes another issuer. */
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

/** The claims of an ID token that the provider has signed for this client; throws for any other token. */
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

/**
 * Providers may change their keys without naming them in tokens. A failed signature is then the only sign that the
 * cached keys are old.
 */
async function verifySignature(idToken: string, keys: RemoteJWKSet, options: JWTVerifyOptions) {
  try {
    return await jwtVerify(idToken, keys, options);
  } catch (error) {
    if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
    await keys.reload();
    return await jwtVerify(idToken, keys, options);
  }
}

/**
 * The claims about a subject from the provider's userinfo endpoint; throws when the answer is about another subject.
 */
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
 * A `fetch` for addresses of the provider that refuses plain http and bounds the time and size of an answer. Over plain
 * http anyone on the network path could answer. Sign-ins that hang would use up the turns of all people behind the same
 * address, and an endless answer would fill the memory of the process.
 */
export const fetchSafely: typeof fetch = async (input, init) => {
  const address = input instanceof Request ? input.url : String(input);
  requireSafe(address);
  const late = new AbortController();
  const giveUp = () => late.abort(new Error(`${new URL(address).host} did not answer in time.`));
  // The timer also covers the body, which is read after this function has returned.
  setTimeout(giveUp, patienceMs(address));
  const response = await fetch(input, { ...init, signal: late.signal });
  const { body, status, statusText, headers } = response;
  if (body === null) return response;
  return new Response(body.pipeThrough(upToMostBytes(address)), { status, statusText, headers });
};

/** Passes the decompressed bytes of an answer on, and fails when there are more than `mostBytes`. */
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

/**
 * Throws for an address of a provider that is not https. Loopback addresses may be http, because no network lies
 * between.
 */
export function requireSafe(address: string): void {
  const { protocol, hostname } = new URL(address);
  if (protocol === "https:" || (protocol === "http:" && isLoopbackName(hostname))) return;
  throw new Error(
    `${address} is not https: whoever is on the way could sign in as anyone. Set OIDC_ISSUER to an https address, of a ` +
      "provider whose own addresses are https.",
  );
}

/** True for host names that only this machine can reach. */
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
