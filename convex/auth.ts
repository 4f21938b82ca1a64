import { customFetch } from "@auth/core";
import type { OIDCConfig } from "@auth/core/providers";
import { convexAuth } from "@convex-dev/auth/server";
import {
  claimsToPerson,
  type OpenIdClaims,
  type Person,
  type ProviderSession,
} from "./lib/signIn/openIdClaims.ts";
import { fetchFor, knownProvider } from "./lib/signIn/knownProvider.ts";
import { readUserinfo, requireSafe, verifyIdToken } from "./lib/signIn/openIdProvider.ts";
import * as Identities from "./model/sessions/identities.ts";

/** The name of the one identity provider; part of its redirect address, /api/auth/callback/oidc. */
export const providerId = "oidc";

const issuer = process.env.OIDC_ISSUER ?? "";
const clientId = process.env.OIDC_CLIENT_ID ?? "";

// The longest ID token that a sign-out address carries, in characters: servers accept addresses of about 8 kB.
const longestIdToken = 4000;

const provider: OIDCConfig<OpenIdClaims> = {
  id: providerId,
  name: "OpenID Connect",
  type: "oidc",
  issuer,
  clientId,
  clientSecret: process.env.OIDC_CLIENT_SECRET ?? "",
  checks: ["pkce", "state", "nonce"],
  authorization: { params: { scope: "openid email profile" } },
  [customFetch]: fetchFor(issuer),
  // The library has compared the claims with the sign-in (nonce, audience), but has not verified their signature.
  profile: async (_claims, { id_token: idToken = "", access_token: accessToken }) => {
    const { metadata, keys } = await knownProvider(issuer);
    const { userinfoEndpoint, endSessionEndpoint } = metadata;
    const signed = await verifyIdToken(idToken, { issuer: metadata.issuer, keys, clientId });
    const { iss, sub } = signed;
    // Some providers tell the email address only at their userinfo endpoint. All claims about a person come from one
    // source, so
    // that no claim vouches for another one's address.
    const isElsewhere = signed.email === undefined && userinfoEndpoint !== null;
    const claims =
      isElsewhere && accessToken !== undefined
        ? await readUserinfo(userinfoEndpoint, { accessToken, sub })
        : signed;
    // A subject is unique within its issuer only, and a deployment may change its provider.
    const person = { id: `${iss} ${sub}`, ...claimsToPerson(claims, iss) };
    if (endSessionEndpoint === null) return person;
    return { ...person, providerSession: providerSession(endSessionEndpoint, idToken) };
  },
};

function providerSession(endAddress: string, idToken: string): ProviderSession {
  requireSafe(endAddress);
  return idToken.length > longestIdToken ? { endAddress } : { endAddress, idToken };
}

/**
 * The library that talks to the identity provider. Its `signIn` and `signOut` are deliberately not exported: they would be
 * public functions that hand refresh tokens to whoever completes a sign-in, while this app's sessions are rows and cookies.
 */
export const { auth, store } = convexAuth({
  providers: [provider],
  callbacks: {
    createOrUpdateUser: async (ctx, { existingUserId, profile }) =>
      await Identities.admit(ctx, profile as Person, existingUserId),
  },
});
