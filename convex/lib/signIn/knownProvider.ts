import { createRemoteJWKSet, customFetch, type RemoteJWKSet } from "jose";
import {
  descriptionAddress,
  discoverProvider,
  fetchSafely,
  patienceMs,
  type ProviderMetadata,
} from "./openIdProvider.ts";

/** An identity provider as it describes itself, and its keys, which are read when the first token is checked. */
export type KnownProvider = { description: string; metadata: ProviderMetadata; keys: RemoteJWKSet };

/** The time in which a description is not asked for again, and that in which a failure is not. */
const [freshMs, failedMs] = [60_000, 1000];

type Kept = { provider: Promise<KnownProvider>; atMs: number; forMs: number };
const keptByIssuer = new Map<string, Kept>();

/**
 * The provider of an issuer. It is asked once for all who sign in meanwhile, because anybody may begin a sign-in: strangers of
 * many addresses would otherwise make this deployment flood it.
 */
export async function knownProvider(issuer: string): Promise<KnownProvider> {
  const kept = keptByIssuer.get(issuer);
  // A clock that was set back makes nothing fresh.
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

/** Forgets what providers said, as the next process does. */
export function forgetProviders(): void {
  keptByIssuer.clear();
}

/** `fetch` for the sign-in library, which asks for the description at each step of a sign-in. */
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
    timeoutDuration: patienceMs,
    // A token with an unknown key makes it ask at once: the provider itself has just given the token out, one for each sign-in.
    cooldownDuration: 0,
  });
  return { description, metadata, keys };
}
