import { v } from "convex/values";
import { productName } from "../../rules/labels.ts";

export const vCompanySettings = v.object({
  productName: v.string(),
  companyDomain: v.string(),
  timeZone: v.string(),
  logoUrl: v.union(v.string(), v.null()),
  demoSignIn: v.boolean(),
});

/** The public settings of this deployment, each with its default. */
export function companySettings() {
  return {
    productName,
    companyDomain: companyDomain(),
    timeZone: companyTimeZone(),
    logoUrl: setting("COMPANY_LOGO_URL") ?? null,
    demoSignIn: setting("DEMO_PROVIDER") === "1",
  };
}

/** The cost of an hour of work in dollars. It is not a public setting. */
export function labourRate(): number {
  return Number(setting("LABOUR_RATE") ?? "50");
}

/** The domain of the company's email addresses: a setting; by default the host name of the app's address. */
export function companyDomain(): string {
  const configured = setting("COMPANY_DOMAIN");
  if (configured !== undefined) return configured.toLowerCase();
  return new URL(setting("SITE_URL") ?? "http://localhost").hostname;
}

/** The role of a new user from the company's domain; null when administrators add all users. */
export function newcomerRole(): "project_manager" | "project_supervisor" | null {
  const role = setting("DEFAULT_ROLE") ?? "project_manager";
  // A misspelled setting must not give the role with the most permissions.
  return role === "project_manager" || role === "project_supervisor" ? role : null;
}

/** The time for which deleted records stay in the trash, in milliseconds. */
export function trashMs(): number {
  return Number(setting("TRASH_DAYS") ?? "30") * 24 * 60 * 60_000;
}

/** The time zone in which the company's days and weeks begin. */
export function companyTimeZone(): string {
  return setting("COMPANY_TIME_ZONE") ?? "UTC";
}

/** The time after which an unused session ends, in milliseconds; null when sessions end by their expiry alone. */
export function sessionIdleMs(): number | null {
  const hours = Number(setting("SESSION_IDLE_HOURS") ?? "24");
  return hours === 0 ? null : hours * 60 * 60_000;
}

function setting(name: string): string | undefined {
  const value = process.env[name]?.trim();
  return value === "" ? undefined : value;
}
