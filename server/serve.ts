import { join } from "node:path";
import { contentSecurityPolicy, scriptHashesOf } from "./content-security-policy.ts";
import { screenLinks } from "./screen-links.ts";
import { type ProgramSettings, readConfig } from "./settings.ts";
import { workspaceOptions } from "./workspace-options.ts";
import { type RunningThread, runHost } from "convex-host";

type Program = {
  distFolder: string;
  entry: string;
  /** The thread of that entry, opened and not started. */
  thread: RunningThread;
};

/** Runs the host as the settings say until it is told to stop. */
export async function serve({ distFolder, entry, thread }: Program): Promise<void> {
  const config = readConfig(process.env);
  const appFolder = join(distFolder, "app");
  await runHost({
    ...workspaceOptions(config),
    name: "Turnboard",
    operated: config,
    appBundle: join(distFolder, "convex/app.js"),
    threadEntry: entry,
    openedThread: thread,
    frontEnd: {
      folder: appFolder,
      linksOf: screenLinks(appFolder),
      contentSecurityPolicy: contentSecurityPolicy({
        imageOrigins: imageOrigins(config),
        scriptHashes: scriptHashesOf(appFolder),
      }),
    },
  });
}

function imageOrigins({ functions: { companyLogoUrl } }: ProgramSettings): string[] {
  if (companyLogoUrl === null || !URL.canParse(companyLogoUrl)) return [];
  return [new URL(companyLogoUrl).origin];
}
