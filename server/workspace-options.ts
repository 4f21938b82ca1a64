import { randomBytes } from "node:crypto";
import type { HostOptions, Mount } from "convex-host";
import { createDemoProvider } from "./demo-provider/demo-provider.ts";
import { refuseDemoElsewhere } from "./demo-provider/demo-only-here.ts";
import {
  demoClientId,
  demoProviderEnvironment,
  functionEnvironment,
  workspaceVariables,
} from "./function-environment.ts";
import type { ProgramSettings } from "./settings.ts";
import { workspacePaths } from "./workspace-paths.ts";

/** The names by which data folders and tools know the workspace. */
export const workspaceNames = { instanceName: "turnboard", databaseFile: "turnboard.sqlite" };

/** The options that the workspace gives its host, for each way to start it. */
export type WorkspaceOptions = Omit<
  HostOptions,
  "appBundle" | "threadEntry" | "openedThread" | "log" | "frontEnd"
>;

const mebibyte = 1024 * 1024;

/**
 * The largest change is a project of 1,000 units, half a megabyte, and the largest message has the questions of a page that comes
 * back. Reading more keeps a thread, and with it everybody, for longer than anybody should wait.
 */
const callLimits = {
  argumentBytes: 2 * mebibyte,
  callBodyBytes: 2 * mebibyte,
  frameBytes: 6 * mebibyte,
};

/** The options of a host for the workspace with these settings. */
export function workspaceOptions(settings: ProgramSettings): WorkspaceOptions {
  // New for each start: nobody finds it in the data.
  const demoSecret = randomBytes(32).toString("base64url");
  const { usesDemoProvider } = settings;
  return {
    ...workspaceNames,
    settings,
    limits: callLimits,
    environment: (siteUrl) => ({
      ...functionEnvironment(settings, siteUrl),
      ...(usesDemoProvider ? demoProviderEnvironment(siteUrl, demoSecret) : {}),
    }),
    fixedVariables: workspaceVariables,
    firstRun: { path: "jobs/seed:run", args: { mode: settings.seed } },
    auditPath: "jobs/audit:keep",
    accountClaim: "userId",
    senderPath: "sessions:senderOf",
    dataMark: { name: "OWN_PROVIDER", value: issuerOf(settings), refusal: onOwnData },
    mounts: (siteUrl) =>
      usesDemoProvider ? [mountDemoProvider(settings, siteUrl, demoSecret)] : [],
    paths: workspacePaths,
    // The mark of the app's own answers.
    refusalHeaders: { "Turnboard-Answer": "1" },
  };
}

/** Of data that people of an identity provider sign in to; the demo provider would let anyone in as any of them. */
const onOwnData =
  "{dataDir} was used with the identity provider {marked}, but no provider is configured now, and the demo " +
  "provider would let anyone in as any of its people. Set OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET " +
  "again, or set DATA_DIR to another folder.";

function issuerOf({ functions }: ProgramSettings): string | null {
  return functions.oidc?.issuer ?? null;
}

function mountDemoProvider(
  { functions }: ProgramSettings,
  siteUrl: string,
  clientSecret: string,
): Mount {
  const prefix = "/idp/";
  const provider = createDemoProvider({
    siteUrl,
    companyDomain: functions.companyDomain ?? new URL(siteUrl).hostname,
    clientId: demoClientId,
    clientSecret,
  });
  return {
    prefix,
    handle: (request, response) => provider.handle(request, response),
    refusalOf: (request) => refuseDemoElsewhere(prefix, request),
  };
}
