import { createRemoteJWKSet, customFetch, type RemoteJWKSet } from "jose";
import {
  descriptionAddress,
  discoverProvider,
  fetchSafely,
  patienceMs,
  type ProviderMetadata,
} from "./openIdProvider.ts";

/** An identity provider: its description and its keys. The keys are fetched when the first token is checked. */
export type KnownProvider = { description: string; metadata: ProviderMetadata; keys: RemoteJWKSet };

/** The times for which a description and a failed request stay in the cache, in milliseconds. */
const [freshMs, failedMs] = [60_000, 1000];

type Kept = { provider: Promise<KnownProvider>; atMs: number; forMs: number };
const keptByIssuer = new Map<string, Kept>();

/**
 * The identity provider of an issuer, from a cache. Concurrent sign-ins share one request. Otherwise strangers with
 * many addresses could make this deployment flood the provider, because anyone may begin a sign-in.
 */
export async function knownProvider(issuer: string): Promise<KnownProvider> {
  const kept = keptByIssuer.get(issuer);
  // An entry from the future, after the clock was set back, is as stale as one from the past.
  if (kept !== undefined && Math.abs(Date.now() - kept.atMs) < kept.forMs)
    return await kept.provider;
  const asked: Kept = { provider: askProvider(issuer), atMs: Date.now(), forMs: Infinity };
  keptByIssuer.set(issuer, asked);
  const keepFor = (forMs: number) => Object.assign(asked, { forMs, atMs: Date.now() });
  try {
    const provider = await asked.provider;
    keepFor(freshMs);
    return provider;
  } catch (error) {
    keepFor(failedMs);
    throw error;
  }
}

/** Empties the cache; a new process begins the same way. */
export function forgetProviders(): void {
  keptByIssuer.clear();
}

/**
 * The `fetch` of the sign-in library. It answers the library's requests for the description, one at each step, from the
 * cache.
 */
export function fetchFor(issuer: string): typeof fetch {
  return async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    if (address !== descriptionAddress(issuer)) return await fetchSafely(input, init);
    const { description } = await knownProvider(issuer);
    return new Response(description, { headers: { "Content-Type": "application/json" } });
  };
}

async function askProvider(issuer: string): Promise<KnownProvider> {
  const { description, metadata } = await discoverProvider(issuer);
  const keys = createRemoteJWKSet(new URL(metadata.jwksUri), {
    [customFetch]: fetchSafely,
    timeoutDuration: patienceMs(metadata.jwksUri),
    // An unknown key id triggers a request at once. That is no risk, because the provider itself has just issued the
    // token.
    cooldownDuration: 0,
  });
  return { description, metadata, keys };
}
