import { resolve } from "node:path";
import * as z from "zod";
import type { LogLevel } from "../log.ts";
import { type HostSettings, localOrigin } from "./host-settings.ts";

/** The environment holds settings the host cannot start with; the message lists every one of them. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/** A text of the environment; an empty one counts as not set. */
export const optionalText = z
  .string()
  .trim()
  .optional()
  .transform((text) => (text === "" ? undefined : text));

/** A whole number of the environment, 0 or more. */
export function wholeNumber(name: string, ifAbsent: string) {
  const message = `${name} must be a whole number, 0 or more.`;
  return optionalText.pipe(
    z.string().default(ifAbsent).transform(Number).pipe(z.int(message).min(0, message)),
  );
}

const portRange = "PORT must be between 0 and 65535.";

/** The variables of every host's settings. A program may add its own. */
export function hostVariables({ port }: Pick<HostSettings, "port">) {
  return {
    PORT: optionalText.pipe(
      z
        .string()
        .default(String(port))
        .transform(Number)
        .pipe(
          z
            .number("PORT must be a number.")
            .int("PORT must be a whole number.")
            .min(0, portRange)
            .max(65535, portRange),
        ),
    ),
    HOST: optionalText.pipe(z.string().default("127.0.0.1")),
    SITE_URL: optionalText.pipe(
      z
        .string()
        .refine(isOrigin, "SITE_URL must be an origin such as https://app.example.com.")
        .transform((text) => new URL(text).origin)
        .optional(),
    ),
    DATA_DIR: optionalText.pipe(z.string().default("./data")),
    TRUST_PROXY: wholeNumber("TRUST_PROXY", "0"),
    METRICS_TOKEN: optionalText.pipe(
      z.string().min(16, "METRICS_TOKEN must have at least 16 characters.").optional(),
    ),
    ADMIN_ACCESS: optionalText.pipe(
      z
        .enum(["local", "anywhere"], "ADMIN_ACCESS must be one of local, anywhere.")
        .default("local"),
    ),
    LOG_LEVEL: optionalText.pipe(
      z
        .enum(
          ["debug", "info", "warn", "error", "silent"],
          "LOG_LEVEL must be one of debug, info, warn, error, silent.",
        )
        .default("info"),
    ),
  };
}

type HostVariables = z.output<z.ZodObject<ReturnType<typeof hostVariables>>>;

/** The settings that a host's operator decides through the environment. */
export type OperatedSettings = Omit<HostSettings, "signInsPerMinute" | "securityContacts"> & {
  logLevel: LogLevel;
  /** Warnings about settings that work, but not the way the operator may expect. */
  warnings: string[];
};

/** The settings from parsed variables. */
export function hostSettingsOf(values: HostVariables): OperatedSettings {
  const siteUrl = values.SITE_URL ?? (values.PORT === 0 ? null : localOrigin(values.PORT));
  return {
    port: values.PORT,
    host: values.HOST,
    siteUrl,
    dataDir: resolve(values.DATA_DIR),
    trustedProxies: values.TRUST_PROXY,
    adminAccess: values.ADMIN_ACCESS,
    metricsToken: values.METRICS_TOKEN ?? null,
    logLevel: values.LOG_LEVEL,
    warnings: siteUrl === null ? [] : findWarnings(siteUrl, values.ADMIN_ACCESS),
  };
}

function findWarnings(siteUrl: string, adminAccess: HostSettings["adminAccess"]): string[] {
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

/** True for http and https addresses. */
export function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function isOrigin(text: string): boolean {
  if (!isHttpUrl(text)) return false;
  const url = new URL(text);
  return url.pathname === "/" && url.search === "" && url.hash === "" && url.username === "";
}
