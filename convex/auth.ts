import type { OIDCConfig } from "@auth/core/providers";
import { convexAuth } from "@convex-dev/auth/server";
import {
  claimsToPerson,
  completeClaims,
  type OpenIdClaims,
  type Person,
} from "./lib/openIdClaims.ts";
import * as Accounts from "./model/accounts.ts";

/** The name of the one identity provider; part of its redirect address, /api/auth/callback/oidc. */
export const providerId = "oidc";

const issuer = process.env.OIDC_ISSUER ?? "";

const provider: OIDCConfig<OpenIdClaims> = {
  id: providerId,
  name: "OpenID Connect",
  type: "oidc",
  issuer,
  clientId: process.env.OIDC_CLIENT_ID ?? "",
  clientSecret: process.env.OIDC_CLIENT_SECRET ?? "",
  checks: ["pkce", "state", "nonce"],
  authorization: { params: { scope: "openid email profile" } },
  profile: async (idTokenClaims, { access_token: accessToken }) => {
    const claims = await completeClaims(idTokenClaims, { issuer, accessToken });
    // A subject is unique within its issuer only, and a deployment may change its provider.
    return { id: `${claims.iss ?? issuer} ${claims.sub}`, ...claimsToPerson(claims) };
  },
};

/**
 * The library that talks to the identity provider. Its `signIn` and `signOut` are deliberately not exported: they would be
 * public functions that hand refresh tokens to whoever completes a sign-in, while this app's sessions are rows and cookies.
 */
export const { auth, store } = convexAuth({
  providers: [provider],
  callbacks: {
    createOrUpdateUser: async (ctx, { existingUserId, profile }) =>
      await Accounts.admit(ctx, profile as Person, existingUserId),
  },
});
