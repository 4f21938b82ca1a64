import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { makeAdminKey } from "./admin-key.ts";
import { ConfigError, type HostConfig, readConfig } from "./config.ts";
import { backUp } from "./operations/backup.ts";
import { restore } from "./operations/restore.ts";

/** Carries out a command of the command line and prints what came of it. Throws when there is no such command. */
export async function runCommand([command, folder]: readonly string[]): Promise<void> {
  const config = readConfig(process.env);
  if (command === "admin-key") return printAdminKey(config);
  if (command === "backup") return printBackup(config, folder);
  if (command === "restore") return printRestore(config, folder);
  throw new ConfigError(`Unknown command: ${command}. Known: admin-key, backup, restore.`);
}

async function printAdminKey({ dataDir }: HostConfig): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  process.stdout.write(`${await makeAdminKey(dataDir)}\n`);
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
