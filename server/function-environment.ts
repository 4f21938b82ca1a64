import type { ProgramSettings } from "./settings.ts";

/** The environment variables of functions, beside those of every Convex deployment. */
export function functionEnvironment(
  { functions }: ProgramSettings,
  siteUrl: string,
): Record<string, string> {
  const environment: Record<string, string> = {
    SITE_URL: siteUrl,
    COMPANY_DOMAIN: functions.companyDomain ?? new URL(siteUrl).hostname,
    COMPANY_TIME_ZONE: functions.companyTimeZone,
    ADMIN_EMAILS: functions.adminEmails,
    DEFAULT_ROLE: functions.defaultRole,
    LABOUR_RATE: String(functions.labourRate),
    TRASH_DAYS: String(functions.trashDays),
    SESSION_IDLE_HOURS: String(functions.sessionIdleHours),
    KEEP_PHOTO_LOCATION: functions.keepPhotoLocation ? "yes" : "no",
    // The sign-in library writes down every step otherwise.
    AUTH_LOG_LEVEL: "WARN",
  };
  if (functions.companyLogoUrl !== null) environment["COMPANY_LOGO_URL"] = functions.companyLogoUrl;
  if (functions.oidc !== null) {
    environment["OIDC_ISSUER"] = functions.oidc.issuer;
    environment["OIDC_CLIENT_ID"] = functions.oidc.clientId;
    environment["OIDC_CLIENT_SECRET"] = functions.oidc.clientSecret;
  }
  return environment;
}

/** Names that the program itself gives to functions, set or not: nobody else may. */
export const workspaceVariables: readonly string[] = [
  "SITE_URL",
  "COMPANY_DOMAIN",
  "COMPANY_TIME_ZONE",
  "COMPANY_LOGO_URL",
  "ADMIN_EMAILS",
  "DEFAULT_ROLE",
  "LABOUR_RATE",
  "TRASH_DAYS",
  "SESSION_IDLE_HOURS",
  "KEEP_PHOTO_LOCATION",
  "AUTH_LOG_LEVEL",
  "OIDC_ISSUER",
  "OIDC_CLIENT_ID",
  "OIDC_CLIENT_SECRET",
  "DEMO_PROVIDER",
];

/** The client that the demo provider knows the app by. */
export const demoClientId = "turnboard";

/** The variables of the demo provider: the app uses it like any other OpenID Connect provider. */
export function demoProviderEnvironment(
  siteUrl: string,
  clientSecret: string,
): Record<string, string> {
  return {
    DEMO_PROVIDER: "1",
    OIDC_ISSUER: `${siteUrl}/idp`,
    OIDC_CLIENT_ID: demoClientId,
    OIDC_CLIENT_SECRET: clientSecret,
  };
}
