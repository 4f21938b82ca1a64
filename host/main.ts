import { mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeAdminKey } from "./admin-key.ts";
import { ConfigError, type HostConfig, readConfig } from "./config.ts";
import { createLogger } from "./log.ts";
import { startHost } from "./start-host.ts";

/** This program as built: dist/host/main.js, with everything else beside it. */
const distFolder = join(dirname(fileURLToPath(import.meta.url)), "..");

async function serve(config: HostConfig): Promise<void> {
  const log = createLogger({
    level: config.logLevel,
    write: (line) => process.stderr.write(line),
    now: Date.now,
  });
  for (const warning of config.warnings) log.warn("config.warning", { warning });
  const host = await startHost({
    config,
    appBundle: join(distFolder, "convex/app.js"),
    threadEntry: join(distFolder, "host/worker.js"),
    frontEnd: join(distFolder, "app"),
    log,
    version: await readVersion(),
  });
  process.stdout.write(`Turnboard is ready at ${host.url}\n`);
  const stop = () => void host.stop().then(() => process.exit(0));
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}

async function printAdminKey({ dataDir }: HostConfig): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  process.stdout.write(`${await makeAdminKey(dataDir)}\n`);
}

async function readVersion(): Promise<string> {
  const text = await readFile(join(distFolder, "../package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

async function main(command: string | undefined): Promise<void> {
  const config = readConfig(process.env);
  if (command === undefined) return serve(config);
  if (command === "admin-key") return printAdminKey(config);
  throw new ConfigError(`Unknown command: ${command}. Known: admin-key.`);
}

main(process.argv[2]).catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`Turnboard did not start.\n${message}\n`);
  process.exit(1);
});
