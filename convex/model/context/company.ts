import { v } from "convex/values";
import { productName } from "../../rules/labels.ts";

export const vCompanySettings = v.object({
  productName: v.string(),
  companyDomain: v.string(),
  timeZone: v.string(),
  logoUrl: v.union(v.string(), v.null()),
  demoSignIn: v.boolean(),
});

/** The settings of this deployment that anybody may know, each with its one default. */
export function companySettings() {
  return {
    productName,
    companyDomain: companyDomain(),
    timeZone: companyTimeZone(),
    logoUrl: setting("COMPANY_LOGO_URL") ?? null,
    demoSignIn: setting("DEMO_PROVIDER") === "1",
  };
}

/** The dollars that an hour of work costs. Strangers are not told it. */
export function labourRate(): number {
  return Number(setting("LABOUR_RATE") ?? "50");
}

/** The domain whose addresses belong to the company: a setting, else the host name the app is served from. */
export function companyDomain(): string {
  const configured = setting("COMPANY_DOMAIN");
  if (configured !== undefined) return configured.toLowerCase();
  return new URL(setting("SITE_URL") ?? "http://localhost").hostname;
}

/** The role of a newcomer of the company; null where an administrator adds everyone. */
export function newcomerRole(): "project_manager" | "project_supervisor" | null {
  const role = setting("DEFAULT_ROLE") ?? "project_manager";
  // A misspelt role must not be the greatest there is.
  return role === "project_manager" || role === "project_supervisor" ? role : null;
}

/** The time for which what people delete stays in the trash. */
export function trashMs(): number {
  return Number(setting("TRASH_DAYS") ?? "30") * 24 * 60 * 60_000;
}

/** The zone in which days and weeks of the company begin. */
export function companyTimeZone(): string {
  return setting("COMPANY_TIME_ZONE") ?? "UTC";
}

/** The time after which an unused session ends; null when only its whole time ends it. */
export function sessionIdleMs(): number | null {
  const hours = Number(setting("SESSION_IDLE_HOURS") ?? "24");
  return hours === 0 ? null : hours * 60 * 60_000;
}

function setting(name: string): string | undefined {
  const value = process.env[name]?.trim();
  return value === "" ? undefined : value;
}
