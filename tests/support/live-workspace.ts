import { readConfig } from "../../server/settings.ts";
import { workspaceOptions } from "../../server/workspace-options.ts";
import { type LiveHost, startSharedHost, startTestHost } from "convex-host/test-support";

type Options = Omit<NonNullable<Parameters<typeof startTestHost>[0]>, "settings" | "program"> & {
  env?: Record<string, string>;
};

/** Settings of an identity provider that is never contacted, for programs that may not use the demo provider. */
export const ownProvider = {
  OIDC_ISSUER: "https://id.test",
  OIDC_CLIENT_ID: "turnboard",
  OIDC_CLIENT_SECRET: "client secret",
};

/**
 * Starts a host with the workspace's own options for this environment. The default app is the fixture of the host's
 * tests.
 */
export async function startWorkspaceHost(options: Options = {}): Promise<LiveHost> {
  return await startTestHost(withWorkspace(options));
}

/** Starts a host for all tests of a file; the caller stops it. */
export async function startSharedWorkspaceHost(
  options: Options = {},
): ReturnType<typeof startSharedHost> {
  return await startSharedHost(withWorkspace(options));
}

function withWorkspace({ env, ...options }: Options): Parameters<typeof startTestHost>[0] {
  const settingsOf = ({ dataDir, port }: { dataDir: string; port: number }) =>
    readConfig({ PORT: String(port), DATA_DIR: dataDir, ...env });
  return { ...options, program: (place) => workspaceOptions(settingsOf(place)) };
}
