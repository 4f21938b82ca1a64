import { generateKeyPairSync, randomBytes } from "node:crypto";
import type { Configuration, KoaContextWithOIDC, Provider } from "oidc-provider";
import { MemoryStore } from "./memory-adapter.ts";
import { problemPage } from "./page.ts";
import { type DemoPerson, fullName, personOf } from "./people.ts";

export type ProviderOptions = {
  siteUrl: string;
  origin: string;
  clientId: string;
  clientSecret: string;
  people: readonly DemoPerson[];
  pictureUrl: (email: string) => string;
  clock: () => number;
};

// As long as the workspace waits for an answer.
const signInSeconds = 15 * 60;

// A sign-in keeps about five entries; a thousand people may be on the page at once.
const storedAtMost = 5000;

/** The OpenID Connect server itself, for one client: the workspace at `siteUrl`. */
export async function buildProvider(options: ProviderOptions): Promise<Provider> {
  // Loaded when somebody comes: most starts of the process serve people who are signed in already.
  const { Provider } = await import("oidc-provider");
  const provider = new Provider(`${options.origin}/idp`, configuration(options));
  // Addresses are those of its origin, whatever way a request took to this process.
  provider.proxy = true;
  return provider;
}

function configuration(options: ProviderOptions): Configuration {
  const { siteUrl, clientId, clientSecret, clock } = options;
  const store = new MemoryStore({ clock, atMost: storedAtMost });
  return {
    adapter: (kind: string) => store.adapterOf(kind),
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${siteUrl}/api/auth/callback/oidc`],
        grant_types: ["authorization_code"],
        response_types: ["code"],
        id_token_signed_response_alg: "ES256",
      },
    ],
    // Kept nowhere: a restart only ends sign-ins that are under way.
    jwks: { keys: [newSigningKey()] },
    cookies: {
      keys: [randomBytes(32).toString("base64url")],
      long: { httpOnly: true, sameSite: "lax", path: "/idp" },
      names: { session: "idp_session", interaction: "idp_sign_in", resume: "idp_resume" },
    },
    pkce: { required: () => true },
    responseTypes: ["code"],
    scopes: ["openid"],
    claims: {
      openid: ["sub"],
      email: ["email", "email_verified"],
      profile: ["name", "given_name", "family_name", "picture"],
    },
    // Many clients, ours among them, look for the person in the ID token alone.
    conformIdTokenClaims: false,
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
    },
    ttl: {
      AccessToken: 60,
      AuthorizationCode: 60,
      Grant: signInSeconds,
      IdToken: signInSeconds,
      Interaction: signInSeconds,
      Session: signInSeconds,
    },
    interactions: { url: (_ctx, interaction) => `/idp/sign-in/${interaction.uid}` },
    findAccount: (_ctx, address) => account(options, address),
    loadExistingGrant: grantEverything,
    renderError: (ctx, out) => {
      ctx.type = "html";
      ctx.body = problemPage(out.error_description ?? out.error, `${siteUrl}/api/login/retry`);
    },
  };
}

function account({ people, pictureUrl }: ProviderOptions, address: string) {
  const person = personOf(address, people);
  if (person === null) return undefined;
  const claims = {
    sub: person.email,
    email: person.email,
    email_verified: true,
    name: fullName(person),
    given_name: person.firstName,
    family_name: person.lastName,
    picture: pictureUrl(person.email),
  };
  return { accountId: person.email, claims: async () => claims };
}

/** There is no page that asks for consent: the only client is the workspace the provider belongs to. */
async function grantEverything(ctx: KoaContextWithOIDC) {
  const { client, session, provider } = ctx.oidc;
  if (!client || !session?.accountId) return undefined;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope("openid email profile");
  await grant.save();
  return grant;
}

function newSigningKey() {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { ...privateKey.export({ format: "jwk" }), use: "sig", alg: "ES256" };
}
