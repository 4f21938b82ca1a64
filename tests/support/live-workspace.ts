import { readConfig } from "../../server/settings.ts";
import { workspaceOptions } from "../../server/workspace-options.ts";
import { type LiveHost, startSharedHost, startTestHost } from "convex-host/test-support";

type Options = Omit<NonNullable<Parameters<typeof startTestHost>[0]>, "settings" | "program"> & {
  env?: Record<string, string>;
};

/** Settings of an identity provider that nothing asks: for programs that the demo provider is not for. */
export const ownProvider = {
  OIDC_ISSUER: "https://id.test",
  OIDC_CLIENT_ID: "turnboard",
  OIDC_CLIENT_SECRET: "client secret",
};

/** A host with the workspace's own options for this environment; its app is that of the host's tests where none is named. */
export async function startWorkspaceHost(options: Options = {}): Promise<LiveHost> {
  return await startTestHost(withWorkspace(options));
}

/** The same for all tests of a file; the caller stops it. */
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
