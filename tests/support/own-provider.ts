import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createDemoProvider } from "../../server/demo-provider/demo-provider.ts";

/**
 * Starts an identity provider for a host at `siteUrl`, with the sample people and its own origin. Returns the settings
 * that configure it.
 */
export async function startOwnProvider(siteUrl: string) {
  const server = createServer((request, response) => provider.handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const client = { clientId: "turnboard", clientSecret: "client secret" };
  const { hostname: companyDomain } = new URL(siteUrl);
  const provider = createDemoProvider({ siteUrl, origin, companyDomain, ...client });
  const settings = {
    OIDC_ISSUER: `${origin}/idp`,
    OIDC_CLIENT_ID: client.clientId,
    OIDC_CLIENT_SECRET: client.clientSecret,
  };
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { settings, stop };
}
