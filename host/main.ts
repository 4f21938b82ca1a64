import { mkdir, readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { makeAdminKey } from "./admin-key.ts";
import { ConfigError, type HostConfig, readConfig } from "./config.ts";
import { createLogger, messageOf } from "./log.ts";
import { backUp } from "./operations/backup.ts";
import { restore } from "./operations/restore.ts";
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

async function printBackup({ dataDir }: HostConfig, folder: string | undefined): Promise<void> {
  if (folder === undefined) throw new ConfigError("Name the folder to make: backup <folder>.");
  const { files, bytes } = await backUp(dataDir, resolve(folder));
  const megabytes = (bytes / 1_000_000).toFixed(1);
  process.stdout.write(`Backed up to ${folder}: ${files} files, ${megabytes} MB in all\n`);
}

async function printRestore({ dataDir }: HostConfig, folder: string | undefined): Promise<void> {
  if (folder === undefined) throw new ConfigError("Name the backup to put back: restore <folder>.");
  const { files, movedAside } = await restore(resolve(folder), { dataDir, now: new Date() });
  process.stdout.write(`Restored ${folder} with ${files} files to ${dataDir}\n`);
  if (movedAside !== null) process.stdout.write(`What was there before is in ${movedAside}\n`);
}

async function main([command, ...rest]: readonly string[]): Promise<void> {
  const config = readConfig(process.env);
  if (command === undefined) return serve(config);
  if (command === "admin-key") return printAdminKey(config);
  if (command === "backup") return printBackup(config, rest[0]);
  if (command === "restore") return printRestore(config, rest[0]);
  throw new ConfigError(`Unknown command: ${command}. Known: admin-key, backup, restore.`);
}

const args = process.argv.slice(2);
main(args).catch((error: unknown) => {
  const [command] = args;
  const what = command === undefined ? "Turnboard did not start." : `Nothing came of ${command}.`;
  process.stderr.write(`${what}\n${messageOf(error)}\n`);
  process.exit(1);
});
