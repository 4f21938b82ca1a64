import { ConfigError } from "convex-host";
import { describe, expect, test } from "vitest";
import { functionEnvironment } from "../../server/function-environment.ts";
import { readConfig } from "../../server/settings.ts";

const oidc = {
  OIDC_ISSUER: "https://id.example.com/",
  OIDC_CLIENT_ID: "client",
  OIDC_CLIENT_SECRET: "secret",
};

test("nothing needs to be set [O3]", () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: "127.0.0.1",
    siteUrl: "http://localhost:3000",
    usesDemoProvider: true,
    seed: "demo",
    warnings: [],
    functions: { companyDomain: null, companyTimeZone: "UTC", labourRate: 50, adminEmails: "" },
  });
});

test("a configured provider takes the place of the demo provider and its workspace [O3]", () => {
  expect(readConfig(oidc)).toMatchObject({
    usesDemoProvider: false,
    seed: "templates",
    functions: { oidc: { issuer: "https://id.example.com/" } },
  });
});

test.each([
  "http://localhost:8080",
  "http://127.0.0.1:80",
  "http://[::1]:3000",
  "http://a.localhost",
])(
  "%s is of this machine: the demo provider may start there, and an issuer be plain http [OP-02]",
  (SITE_URL) => {
    expect(readConfig({ SITE_URL }).usesDemoProvider).toBe(true);
    expect(readConfig({ ...oidc, OIDC_ISSUER: SITE_URL }).usesDemoProvider).toBe(false);
  },
);

test("an empty text counts as not set [O3]", () => {
  expect(readConfig({ PORT: "", HOST: " ", SEED: "" })).toMatchObject({ port: 3000, seed: "demo" });
});

test("with PORT=0 the origin is known after listening [O3]", () => {
  expect(readConfig({ PORT: "0" }).siteUrl).toBeNull();
});

describe("refusals", () => {
  test.each([
    { env: { PORT: "http" }, message: /PORT must be a number/ },
    { env: { PORT: "70000" }, message: /PORT must be between/ },
    { env: { SITE_URL: "turnboard.example.com" }, message: /SITE_URL must be an origin/ },
    { env: { SITE_URL: "https://example.com/app" }, message: /SITE_URL must be an origin/ },
    { env: { OIDC_ISSUER: "id" }, message: /OIDC_ISSUER must be/ },
    {
      env: { OIDC_ISSUER: "https://id.example.com" },
      message: /needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET/,
    },
    { env: { COMPANY_DOMAIN: "a b" }, message: /COMPANY_DOMAIN must be/ },
    { env: { COMPANY_TIME_ZONE: "Mars/Olympus" }, message: /COMPANY_TIME_ZONE must be/ },
    { env: { LABOUR_RATE: "-1" }, message: /LABOUR_RATE must not be negative/ },
    { env: { KEEP_PHOTO_LOCATION: "maybe" }, message: /KEEP_PHOTO_LOCATION must be one of/ },
    { env: { LABOUR_RATE: "many" }, message: /LABOUR_RATE must be a number/ },
    { env: { SESSION_IDLE_HOURS: "a day" }, message: /SESSION_IDLE_HOURS must be a whole number/ },
    { env: { SEED: "everything" }, message: /SEED must be one of/ },
    { env: { SIGN_IN_LIMIT: "-1" }, message: /SIGN_IN_LIMIT must be a whole number/ },
    { env: { TRUST_PROXY: "yes" }, message: /TRUST_PROXY must be a whole number/ },
    { env: { ADMIN_EMAILS: "a@b.test, boss" }, message: /ADMIN_EMAILS must be email addresses/ },
    { env: { ADMIN_EMAILS: "a@b@c.test" }, message: /ADMIN_EMAILS must be email addresses/ },
    { env: { DEFAULT_ROLE: "account_administrator" }, message: /DEFAULT_ROLE must be one of/ },
    { env: { LOG_LEVEL: "loud" }, message: /LOG_LEVEL must be one of/ },
    { env: { HOST: "0.0.0.0" }, message: /demo provider lets anyone in.*or HOST=127/ },
    {
      env: { SITE_URL: "https://turns.example.com" },
      message: /demo provider lets anyone in.*OIDC_ISSUER.*or leave SITE_URL out/,
    },
    { env: { SITE_URL: "http://192.168.1.20:3000" }, message: /demo provider lets anyone in/ },
    {
      env: { TRUST_PROXY: "1" },
      message: /demo provider lets anyone in.*OIDC_ISSUER.*or leave TRUST_PROXY out/,
    },
    {
      env: { ...oidc, OIDC_ISSUER: "http://id.example.com" },
      message: /OIDC_ISSUER=http:\/\/id.example.com is plain http.*Use the provider's https/,
    },
  ])("$env is refused by name [O3]", ({ env, message }) => {
    const read = () => readConfig(env);
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(message);
  });

  test("all problems are told at once [O3]", () => {
    const env = { PORT: "x", SEED: "y", OIDC_CLIENT_ID: "a", OIDC_ISSUER: "https://id.test" };

    expect(() => readConfig(env)).toThrow(/PORT[^]*SEED[^]*OIDC_CLIENT_SECRET/);
  });
});

test("plain http elsewhere than on localhost is warned of [O3]", () => {
  const settings = { ...oidc, HOST: "0.0.0.0", SITE_URL: "http://turnboard.lan" };

  expect(readConfig(settings).warnings).toEqual([expect.stringContaining("plain http")]);
  expect(readConfig({ ...settings, SITE_URL: "https://turnboard.lan" }).warnings).toEqual([]);
});

test("functions see their settings and the origin, not the process's environment [O3]", () => {
  const config = readConfig({ ...oidc, SITE_URL: "https://turnboard.example.com", PATH: "/bin" });

  expect(functionEnvironment(config, "https://turnboard.example.com")).toEqual({
    SITE_URL: "https://turnboard.example.com",
    COMPANY_DOMAIN: "turnboard.example.com",
    COMPANY_TIME_ZONE: "UTC",
    ADMIN_EMAILS: "",
    DEFAULT_ROLE: "project_manager",
    AUTH_LOG_LEVEL: "WARN",
    LABOUR_RATE: "50",
    TRASH_DAYS: "30",
    SESSION_IDLE_HOURS: "24",
    KEEP_PHOTO_LOCATION: "no",
    OIDC_ISSUER: "https://id.example.com/",
    OIDC_CLIENT_ID: "client",
    OIDC_CLIENT_SECRET: "secret",
  });
});

test.each(["project_manager", "project_supervisor", "none"])(
  "functions see that newcomers of the company become %s [O3] [OP-03]",
  (DEFAULT_ROLE) => {
    const config = readConfig({ ...oidc, DEFAULT_ROLE });

    expect(functionEnvironment(config, "https://turnboard.example.com")["DEFAULT_ROLE"]).toBe(
      DEFAULT_ROLE,
    );
  },
);

test.each(["nobody", "http://example.com", "a@b@c.example", "a b@example.com", "javascript:x"])(
  "SECURITY_CONTACT=%s is refused [O3]",
  (SECURITY_CONTACT) => {
    expect(() => readConfig({ SECURITY_CONTACT })).toThrow(/SECURITY_CONTACT must be/);
  },
);

test("SECURITY_CONTACT takes addresses of mail, of the web and of telephones [H16]", () => {
  const SECURITY_CONTACT = "security@example.com, https://example.com/report, tel:+1-201-555-0123";

  expect(readConfig({ SECURITY_CONTACT }).securityContacts).toEqual([
    "mailto:security@example.com",
    "https://example.com/report",
    "tel:+1-201-555-0123",
  ]);
});

test("opening the admin key to other machines without https is warned of [C3]", () => {
  const env = { ...oidc, ADMIN_ACCESS: "anywhere" };

  const { warnings } = readConfig({ ...env, SITE_URL: "http://turns.example.com" });

  expect(warnings.join(" ")).toContain("the admin key itself can be read along");
  expect(readConfig({ ...env, SITE_URL: "https://turns.example.com" }).warnings).toEqual([]);
});
