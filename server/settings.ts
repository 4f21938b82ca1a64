import { resolve } from "node:path";
import * as z from "zod";
import { isEmailAddress } from "./email-address.ts";
import { type HostSettings, localOrigin, type LogLevel } from "convex-host";
import { providerProblems } from "./provider-settings.ts";

/** Everything the program is told; what functions may see is in `functions`. */
export type ProgramSettings = HostSettings & {
  /** True when no identity provider is configured: the program then runs one of its own under /idp. */
  usesDemoProvider: boolean;
  seed: "demo" | "templates" | "none";
  logLevel: LogLevel;
  functions: FunctionSettings;
  /** Things that work, but not the way the operator may expect. */
  warnings: string[];
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
  keepPhotoLocation: boolean;
};

/** The environment holds settings the host cannot start with; the message lists every one of them. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

const optionalText = z
  .string()
  .trim()
  .optional()
  .transform((text) => (text === "" ? undefined : text));

function wholeNumber(name: string, ifAbsent: string) {
  const message = `${name} must be a whole number, 0 or more.`;
  return optionalText.pipe(
    z.string().default(ifAbsent).transform(Number).pipe(z.int(message).min(0, message)),
  );
}

const settings = z.object({
  PORT: optionalText.pipe(
    z
      .string()
      .default("3000")
      .transform(Number)
      .pipe(
        z
          .number("PORT must be a number.")
          .int("PORT must be a whole number.")
          .min(0, "PORT must be between 0 and 65535.")
          .max(65535, "PORT must be between 0 and 65535."),
      ),
  ),
  HOST: optionalText.pipe(z.string().default("127.0.0.1")),
  SITE_URL: optionalText.pipe(
    z
      .string()
      .refine(isOrigin, "SITE_URL must be an origin such as https://turnboard.example.com.")
      .transform((text) => new URL(text).origin)
      .optional(),
  ),
  DATA_DIR: optionalText.pipe(z.string().default("./data")),
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
  SIGN_IN_LIMIT: wholeNumber("SIGN_IN_LIMIT", "600"),
  TRUST_PROXY: wholeNumber("TRUST_PROXY", "0"),
  METRICS_TOKEN: optionalText.pipe(
    z.string().min(16, "METRICS_TOKEN must have at least 16 characters.").optional(),
  ),
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
  ADMIN_ACCESS: optionalText.pipe(
    z.enum(["local", "anywhere"], "ADMIN_ACCESS must be one of local, anywhere.").default("local"),
  ),
  LOG_LEVEL: optionalText.pipe(
    z
      .enum(
        ["debug", "info", "warn", "error", "silent"],
        "LOG_LEVEL must be one of debug, info, warn, error, silent.",
      )
      .default("info"),
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
  const siteUrl = values.SITE_URL ?? (values.PORT === 0 ? null : localOrigin(values.PORT));
  return {
    port: values.PORT,
    host: values.HOST,
    siteUrl,
    dataDir: resolve(values.DATA_DIR),
    usesDemoProvider: oidc === null,
    seed: values.SEED ?? (oidc === null ? "demo" : "templates"),
    logLevel: values.LOG_LEVEL,
    signInsPerMinute: values.SIGN_IN_LIMIT,
    trustedProxies: values.TRUST_PROXY,
    adminAccess: values.ADMIN_ACCESS,
    securityContacts: values.SECURITY_CONTACT,
    metricsToken: values.METRICS_TOKEN ?? null,
    functions: {
      oidc,
      companyDomain: values.COMPANY_DOMAIN ?? null,
      companyTimeZone: values.COMPANY_TIME_ZONE,
      companyLogoUrl: values.COMPANY_LOGO_URL ?? null,
      adminEmails: values.ADMIN_EMAILS,
      defaultRole: values.DEFAULT_ROLE,
      labourRate: values.LABOUR_RATE,
      sessionIdleHours: values.SESSION_IDLE_HOURS,
      keepPhotoLocation: values.KEEP_PHOTO_LOCATION === "yes",
    },
    warnings: siteUrl === null ? [] : findWarnings(siteUrl, values.ADMIN_ACCESS),
  };
}

function readProvider(values: Settings): FunctionSettings["oidc"] {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = values;
  if (OIDC_ISSUER === undefined || OIDC_CLIENT_ID === undefined || OIDC_CLIENT_SECRET === undefined)
    return null;
  return { issuer: OIDC_ISSUER, clientId: OIDC_CLIENT_ID, clientSecret: OIDC_CLIENT_SECRET };
}

function findWarnings(siteUrl: string, adminAccess: "local" | "anywhere"): string[] {
  const url = new URL(siteUrl);
  if (url.protocol === "https:" || url.hostname === "localhost" || url.hostname === "127.0.0.1")
    return [];
  return [
    `SITE_URL=${siteUrl} is plain http: others on the network can read along and take over sessions. Use https ` +
      "everywhere but on localhost.",
    ...(adminAccess === "anywhere"
      ? ["ADMIN_ACCESS=anywhere without https: the admin key itself can be read along."]
      : []),
  ];
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function isOrigin(text: string): boolean {
  if (!isHttpUrl(text)) return false;
  const url = new URL(text);
  return url.pathname === "/" && url.search === "" && url.hash === "" && url.username === "";
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
