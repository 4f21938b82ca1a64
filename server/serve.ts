import { join } from "node:path";
import { contentSecurityPolicy } from "./content-security-policy.ts";
import { type ProgramSettings, readConfig } from "./settings.ts";
import { workspaceOptions } from "./workspace-options.ts";
import { createLogger, type RunningThread, startHost } from "convex-host";

type Program = {
  distFolder: string;
  entry: string;
  /** Of that entry, opened and not started. */
  thread: RunningThread;
};

/** Runs the host as the settings say until it is told to stop. */
export async function serve({ distFolder, entry, thread }: Program): Promise<void> {
  const config = readConfig(process.env);
  const log = createLogger({
    level: config.logLevel,
    write: (line) => process.stderr.write(line),
    now: Date.now,
  });
  for (const warning of config.warnings) log.warn("config.warning", { warning });
  const host = await startHost({
    ...workspaceOptions(config),
    appBundle: join(distFolder, "convex/app.js"),
    threadEntry: entry,
    openedThread: thread,
    frontEnd: {
      folder: join(distFolder, "app"),
      contentSecurityPolicy: contentSecurityPolicy(imageOrigins(config)),
    },
    log,
    onUnending: endAtOnce,
  });
  process.stdout.write(`Turnboard is ready at ${host.url}\n`);
  const stop = () => void host.stop().then(() => process.exit(0));
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}

function imageOrigins({ functions: { companyLogoUrl } }: ProgramSettings): string[] {
  if (companyLogoUrl === null || !URL.canParse(companyLogoUrl)) return [];
  return [new URL(companyLogoUrl).origin];
}

/** A usual exit would wait for the thread that does not end. Whoever keeps the program running starts it anew. */
function endAtOnce(): void {
  process.kill(process.pid, "SIGKILL");
}
