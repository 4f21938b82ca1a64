import { isLoopback, isLoopbackName } from "convex-host";

/** The settings that decide who lets people in, as texts; what is not set is undefined. */
type ProviderSettings = (name: string) => string | undefined;

const names = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"];
const setThem = "Set OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET";
const lettingIn = "no identity provider is configured, and the demo provider lets anyone in.";

/** Returns the faults of the identity provider in these settings, or of the demo provider when they name none. */
export function providerProblems(settings: ProviderSettings): string[] {
  const missing = names.filter((name) => settings(name) === undefined);
  if (missing.length === names.length) return demoProblems(settings);
  const problems: string[] = [];
  if (missing.length > 0)
    problems.push(`An identity provider needs ${missing.join(" and ")} as well.`);
  const issuer = settings("OIDC_ISSUER");
  if (issuer !== undefined && !isSafeIssuer(issuer))
    problems.push(
      `OIDC_ISSUER=${issuer} is plain http: whoever is on the way could sign in as anyone. Use the provider's https ` +
        "address; http is for a provider on this machine.",
    );
  return problems;
}

/** The demo provider is for one machine and its owner: it asks nobody for a password. */
function demoProblems(settings: ProviderSettings): string[] {
  const problems: string[] = [];
  const [host, siteUrl] = [settings("HOST"), settings("SITE_URL")];
  if (host !== undefined && !isLoopback(host))
    problems.push(
      `HOST=${host} can be reached by others, but ${lettingIn} ${setThem}, or HOST=127.0.0.1.`,
    );
  if (siteUrl !== undefined && URL.canParse(siteUrl) && !isLoopbackName(new URL(siteUrl).hostname))
    problems.push(
      `SITE_URL=${siteUrl} is an address for others, but ${lettingIn} ${setThem}, or leave SITE_URL out.`,
    );
  if (Number(settings("TRUST_PROXY") ?? "0") > 0)
    problems.push(
      `TRUST_PROXY=${settings("TRUST_PROXY")} says that others come through a proxy, but ${lettingIn} ${setThem}, or leave TRUST_PROXY out.`,
    );
  return problems;
}

/** Malformed ones are told elsewhere. */
function isSafeIssuer(issuer: string): boolean {
  if (!URL.canParse(issuer)) return true;
  const { protocol, hostname } = new URL(issuer);
  return protocol !== "http:" || isLoopbackName(hostname);
}
