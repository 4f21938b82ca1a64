import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from "jose";
import { clientId, clientSecret, issuer } from "./provider-client.ts";

export type StubClaims = JWTPayload & Record<string, unknown>;

type Grant = { claims: StubClaims; challenge: string; nonce: string; redirectUri: string };

// Generating RSA keys is slow, and no test depends on new keys.
const providerKeys = generateKeyPair("RS256");

/** Keys that are not the provider's. */
export const foreignKeys = generateKeyPair("RS256");

/** Builds the claims of a person whose email address the provider has verified. */
export function claimsOf(email: string, changes: StubClaims = {}): StubClaims {
  return { sub: `subject of ${email}`, email, email_verified: true, ...changes };
}

/**
 * An OpenID Connect provider inside a test: `authorize` acts as the person on its page, `answer` is its network
 * interface. It is as strict as a real one about the client, the redirect URI, PKCE and the single use of codes.
 */
export class StubProvider {
  readonly #grantByCode = new Map<string, Grant>();
  readonly #userinfoByToken = new Map<string, StubClaims>();
  /** False while the provider is unreachable. */
  isUp = true;
  /** The claims that only the userinfo endpoint returns, and not the ID token. */
  onlyInUserinfo: string[] = [];
  /** Claims that the userinfo endpoint adds or replaces. */
  userinfo: Record<string, unknown> = {};
  /** Entries that its discovery document adds or replaces. */
  metadata: Record<string, unknown> = {};
  /** The provider's keys, and their key id if it publishes one. */
  keys = providerKeys;
  keyId: string | undefined;
  /** The key that signs ID tokens; by default the provider's own. */
  signer: { alg: string; key: CryptoKey | Uint8Array } | null = null;

  /** Signs a person in; returns the address that their browser is sent back to. */
  authorize(location: string, claims: StubClaims): string {
    const asked = Object.fromEntries(new URL(location).searchParams);
    if (asked.client_id !== clientId || asked.response_type !== "code")
      throw new Error(`A provider would refuse ${location}`);
    if (asked.code_challenge_method !== "S256" || !asked.code_challenge || !asked.nonce)
      throw new Error(`No PKCE or nonce in ${location}`);
    const code = `code ${this.#grantByCode.size}`;
    this.#grantByCode.set(code, {
      claims,
      challenge: asked.code_challenge,
      nonce: asked.nonce,
      redirectUri: asked.redirect_uri ?? "",
    });
    const back = new URL(asked.redirect_uri ?? "");
    back.searchParams.set("code", code);
    back.searchParams.set("state", asked.state ?? "");
    return back.href;
  }

  /** Lets the person cancel on the provider's page, and returns the address to which the browser is redirected. */
  deny(location: string): string {
    const asked = new URL(location).searchParams;
    const back = new URL(asked.get("redirect_uri") ?? "");
    back.searchParams.set("error", "access_denied");
    back.searchParams.set("state", asked.get("state") ?? "");
    return back.href;
  }

  /** Replaces `fetch`. */
  readonly answer: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    if (!this.isUp) throw new TypeError("fetch failed");
    switch (request.url) {
      case `${issuer}/.well-known/openid-configuration`:
        return Response.json({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          userinfo_endpoint: `${issuer}/userinfo`,
          code_challenge_methods_supported: ["S256"],
          id_token_signing_alg_values_supported: ["RS256"],
          jwks_uri: `${issuer}/keys`,
          ...this.metadata,
        });
      case `${issuer}/keys`:
        return Response.json({ keys: [await this.#publicKey()] });
      case `${issuer}/token`:
        return await this.#redeem(request);
      case `${issuer}/userinfo`: {
        const token = request.headers.get("Authorization")?.replace("Bearer ", "") ?? "";
        return Response.json({ ...this.#userinfoByToken.get(token), ...this.userinfo });
      }
      default:
        throw new Error(`Unexpected request to ${request.url}`);
    }
  };

  async #publicKey(): Promise<JWK> {
    return { ...(await exportJWK((await this.keys).publicKey)), ...this.#keyName() };
  }

  #keyName(): { kid?: string } {
    return this.keyId === undefined ? {} : { kid: this.keyId };
  }

  async #redeem(request: Request): Promise<Response> {
    const form = new URLSearchParams(await request.text());
    const grant = this.#grantByCode.get(form.get("code") ?? "");
    this.#grantByCode.delete(form.get("code") ?? "");
    const secret = encodeURIComponent(clientSecret).replaceAll("%20", "+");
    const isClient =
      request.headers.get("Authorization") === `Basic ${btoa(`${clientId}:${secret}`)}`;
    if (!isClient) return Response.json({ error: "invalid_client" }, { status: 401 });
    const challenge = await challengeOf(form.get("code_verifier") ?? "");
    if (grant?.challenge !== challenge || grant.redirectUri !== form.get("redirect_uri"))
      return Response.json({ error: "invalid_grant" }, { status: 400 });
    const accessToken = `token for ${String(grant.claims.sub)}`;
    this.#userinfoByToken.set(accessToken, grant.claims);
    const told = Object.entries(grant.claims).filter(
      ([name]) => !this.onlyInUserinfo.includes(name),
    );
    const { alg, key } = this.signer ?? { alg: "RS256", key: (await this.keys).privateKey };
    const now = Math.floor(Date.now() / 1000);
    const usual = { iss: issuer, aud: clientId, iat: now, exp: now + 300, nonce: grant.nonce };
    const idToken = await new SignJWT({ ...usual, ...Object.fromEntries(told) })
      .setProtectedHeader({ alg, ...this.#keyName() })
      .sign(key);
    return Response.json({ access_token: accessToken, token_type: "Bearer", id_token: idToken });
  }
}

async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
