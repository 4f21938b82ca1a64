import * as z from "zod";
import {
  ConfigError,
  type HostSettings,
  hostSettingsOf,
  hostVariables,
  isHttpUrl,
  type OperatedSettings,
  optionalText,
  wholeNumber,
} from "convex-host";
import { isEmailAddress } from "./email-address.ts";
import { providerProblems } from "./provider-settings.ts";

/** Everything the program is told; what functions may see is in `functions`. */
export type ProgramSettings = HostSettings &
  OperatedSettings & {
    /** True when no identity provider is configured: the program then runs one of its own under /idp. */
    usesDemoProvider: boolean;
    seed: "demo" | "templates" | "none";
    functions: FunctionSettings;
  };

/** The settings that functions read through `process.env`, before the host adds its own. */
export type FunctionSettings = {
  oidc: { issuer: string; clientId: string; clientSecret: string } | null;
  companyDomain: string | null;
  companyTimeZone: string;
  companyLogoUrl: string | null;
  adminEmails: string;
  /** The role of newcomers of the company; with none, an administrator adds everyone. */
  defaultRole: "project_manager" | "project_supervisor" | "none";
  labourRate: number;
  /** Hours that a session may go unused; 0 is as long as it lasts. */
  sessionIdleHours: number;
  /** Days that what people delete stays in the trash. */
  trashDays: number;
  keepPhotoLocation: boolean;
};

const settings = z.object({
  ...hostVariables({ port: 3000 }),
  OIDC_ISSUER: optionalText.pipe(
    z
      .string()
      // Kept to the letter: an issuer is compared as text, and some end with a slash.
      .refine(isHttpUrl, "OIDC_ISSUER must be an http(s) address.")
      .optional(),
  ),
  OIDC_CLIENT_ID: optionalText,
  OIDC_CLIENT_SECRET: optionalText,
  COMPANY_DOMAIN: optionalText.pipe(
    z
      .string()
      .toLowerCase()
      .refine((text) => /^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(text), {
        message: "COMPANY_DOMAIN must be a domain such as example.com.",
      })
      .optional(),
  ),
  COMPANY_TIME_ZONE: optionalText.pipe(
    z
      .string()
      .refine(isTimeZone, "COMPANY_TIME_ZONE must be an IANA time zone such as Europe/London.")
      .default("UTC"),
  ),
  COMPANY_LOGO_URL: optionalText,
  ADMIN_EMAILS: optionalText.pipe(
    z
      .string()
      .refine(
        (text) => text.split(/[\s,;]+/).every((part) => part === "" || isEmailAddress(part)),
        {
          message: "ADMIN_EMAILS must be email addresses, separated by commas.",
        },
      )
      .default(""),
  ),
  DEFAULT_ROLE: optionalText.pipe(
    z
      .enum(
        ["project_manager", "project_supervisor", "none"],
        "DEFAULT_ROLE must be one of project_manager, project_supervisor, none.",
      )
      .default("project_manager"),
  ),
  LABOUR_RATE: optionalText.pipe(
    z
      .string()
      .default("50")
      .transform(Number)
      .pipe(z.number("LABOUR_RATE must be a number.").min(0, "LABOUR_RATE must not be negative.")),
  ),
  KEEP_PHOTO_LOCATION: optionalText.pipe(
    z.enum(["yes", "no"], "KEEP_PHOTO_LOCATION must be one of yes, no.").default("no"),
  ),
  SEED: optionalText.pipe(
    z.enum(["demo", "templates", "none"], "SEED must be one of demo, templates, none.").optional(),
  ),
  SESSION_IDLE_HOURS: wholeNumber("SESSION_IDLE_HOURS", "24"),
  TRASH_DAYS: wholeNumber("TRASH_DAYS", "30"),
  SIGN_IN_LIMIT: wholeNumber("SIGN_IN_LIMIT", "600"),
  SECURITY_CONTACT: optionalText.pipe(
    z
      .string()
      .default("")
      .transform((text) => readContacts(text))
      .refine((contacts) => !contacts.includes(null), {
        message:
          "SECURITY_CONTACT must be email addresses, https: addresses or tel: numbers, separated by commas.",
      })
      .transform((contacts) => contacts.filter((contact) => contact !== null)),
  ),
});

type Settings = z.output<typeof settings>;

/** Every environment variable that the host reads. docs/settings.md explains each. */
export const settingNames: readonly string[] = Object.keys(settings.shape);

/** Reads every setting from the environment; throws a `ConfigError` that names all that is wrong. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): ProgramSettings {
  const parsed = settings.safeParse(env);
  const wrong = parsed.success ? [] : parsed.error.issues.map(({ message }) => message);
  const problems = [...wrong, ...providerProblems((name) => optionalText.parse(env[name]))];
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems.join("\n"));
  const values = parsed.data;
  const oidc = readProvider(values);
  return {
    ...hostSettingsOf(values),
    usesDemoProvider: oidc === null,
    seed: values.SEED ?? (oidc === null ? "demo" : "templates"),
    signInsPerMinute: values.SIGN_IN_LIMIT,
    securityContacts: values.SECURITY_CONTACT,
    functions: {
      oidc,
      companyDomain: values.COMPANY_DOMAIN ?? null,
      companyTimeZone: values.COMPANY_TIME_ZONE,
      companyLogoUrl: values.COMPANY_LOGO_URL ?? null,
      adminEmails: values.ADMIN_EMAILS,
      defaultRole: values.DEFAULT_ROLE,
      labourRate: values.LABOUR_RATE,
      sessionIdleHours: values.SESSION_IDLE_HOURS,
      trashDays: values.TRASH_DAYS,
      keepPhotoLocation: values.KEEP_PHOTO_LOCATION === "yes",
    },
  };
}

function readProvider(values: Settings): FunctionSettings["oidc"] {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = values;
  if (OIDC_ISSUER === undefined || OIDC_CLIENT_ID === undefined || OIDC_CLIENT_SECRET === undefined)
    return null;
  return { issuer: OIDC_ISSUER, clientId: OIDC_CLIENT_ID, clientSecret: OIDC_CLIENT_SECRET };
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The contacts in a text, as RFC 9116 wants them; null for what is none. */
function readContacts(text: string): (string | null)[] {
  const parts = text.split(",").map((part) => part.trim());
  return parts
    .filter((part) => part !== "")
    .map((part) => {
      const contact = isEmailAddress(part) ? `mailto:${part}` : part;
      return /^(mailto|tel|https):\S+$/.test(contact) && URL.canParse(contact) ? contact : null;
    });
}
