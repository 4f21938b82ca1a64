import { createLocalJWKSet, exportJWK, exportPKCS8, generateKeyPair } from "jose";
import { vi } from "vitest";
import { forgetProviders } from "../../convex/lib/signIn/knownProvider.ts";
import schema from "../../convex/schema.ts";
import { CookieClient } from "./cookie-client.ts";
import { createTest } from "./engine.ts";
import { type StubClaims, StubProvider } from "./stub-provider.ts";
import { type Engine, modules } from "./workspace.ts";

// Making RSA keys takes a while; one pair serves all tests.
const deploymentKeys = newDeploymentKeys();

/** A deployment at `siteUrl` for the company homes.test, its identity provider, and browsers to visit it with. */
export async function setupSignIn({ siteUrl = "https://turnboard.test" } = {}) {
  const keys = await deploymentKeys;
  vi.stubEnv("SITE_URL", siteUrl);
  vi.stubEnv("CONVEX_SITE_URL", siteUrl);
  vi.stubEnv("COMPANY_DOMAIN", "homes.test");
  vi.stubEnv("ADMIN_EMAILS", "");
  vi.stubEnv("JWT_PRIVATE_KEY", keys.privateKey);
  vi.stubEnv("JWKS", keys.jwks);
  // The library tells of every step otherwise.
  vi.stubEnv("AUTH_LOG_LEVEL", "ERROR");
  // The library also logs each refusal, and these tests cause many.
  vi.spyOn(console, "error").mockReturnValue();
  const provider = new StubProvider();
  // The provider of the test before had the same name.
  forgetProviders();
  vi.stubGlobal("fetch", provider.answer);
  const t: Engine = createTest(schema, modules);

  const newBrowser = () =>
    new CookieClient({
      send: async (url, init) => await t.fetch(url.slice(new URL(url).origin.length), init),
    });

  /** Goes to the provider, signs in there and returns to the deployment. */
  async function signIn(claims: StubClaims, { browser = newBrowser(), query = "" } = {}) {
    const login = await browser.request(`${siteUrl}/api/login${query}`);
    const returned = provider.authorize(login.headers.get("Location") ?? "", claims);
    const response = await browser.request(returned);
    return { browser, returned, response, location: response.headers.get("Location") };
  }

  const getJson = async (browser: CookieClient, path: string, init: RequestInit = {}) => {
    const response = await browser.request(siteUrl + path, init);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  return { t, provider, keySet: keys.keySet, siteUrl, newBrowser, signIn, getJson };
}

async function newDeploymentKeys() {
  const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), use: "sig" };
  return {
    privateKey: await exportPKCS8(privateKey),
    jwks: JSON.stringify({ keys: [jwk] }),
    keySet: createLocalJWKSet({ keys: [jwk] }),
  };
}
