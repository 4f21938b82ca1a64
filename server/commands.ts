import { resolve } from "node:path";
import { backUp, makeAdminKey, restore, type RestoredTables } from "convex-host";
import { ConfigError, type ProgramSettings, readConfig } from "./settings.ts";
import { comparePeople, describeReturn, type ReturningPerson } from "./returning-people.ts";
import { workspaceNames } from "./workspace-options.ts";

/** Carries out a command of the command line and prints its result. Throws when there is no such command. */
export async function runCommand([command, folder]: readonly string[]): Promise<void> {
  const config = readConfig(process.env);
  if (command === "admin-key") return printAdminKey(config);
  if (command === "backup") return printBackup(config, folder);
  if (command === "restore") return printRestore(config, folder);
  throw new ConfigError(`Unknown command: ${command}. Known: admin-key, backup, restore.`);
}

/** The tables of people and of sign-ins in the workspace. */
const restoredTables: RestoredTables<ReturningPerson[]> = {
  compared: { table: "users", compare: comparePeople },
  emptied: [
    ...["sessions", "sessionUses", "authSessions", "authRefreshTokens"],
    ...["authVerifiers", "authVerificationCodes"],
  ],
  audit: { table: "auditEntries", entry: { kind: "data.restored", details: {} } },
};

const { databaseFile, instanceName } = workspaceNames;

async function printAdminKey({ dataDir }: ProgramSettings): Promise<void> {
  process.stdout.write(`${await makeAdminKey(dataDir, instanceName)}\n`);
}

async function printBackup(
  { dataDir }: ProgramSettings,
  folder: string | undefined,
): Promise<void> {
  if (folder === undefined) throw new ConfigError("Name the folder to make: backup <folder>.");
  const { files, bytes } = await backUp({ dataDir, databaseFile }, resolve(folder));
  const megabytes = (bytes / 1_000_000).toFixed(1);
  process.stdout.write(`Backed up to ${folder}: ${files} files, ${megabytes} MB in all\n`);
}

async function printRestore(
  { dataDir }: ProgramSettings,
  folder: string | undefined,
): Promise<void> {
  if (folder === undefined) throw new ConfigError("Name the backup to put back: restore <folder>.");
  const place = { dataDir, databaseFile, now: new Date(), tables: restoredTables };
  const { files, movedAside, difference } = await restore(resolve(folder), place);
  process.stdout.write(`Restored ${folder} with ${files} files to ${dataDir}\n`);
  if (movedAside !== null)
    process.stdout.write(`The workspace before the restore is in ${movedAside}\n`);
  process.stdout.write("All sessions have ended: everybody signs in again.\n");
  process.stdout.write(`${tellPeople(difference)}\n`);
}

function tellPeople(people: readonly ReturningPerson[] | null): string {
  if (people === null)
    return "The workspace before the restore cannot be read. Check User Management for people who must not come back.";
  if (people.length === 0) return "The people and their roles are the same as before the restore.";
  const lines = people.map((person) => `  ${describeReturn(person)}`);
  return [
    "These people are not the same as before the restore. Check them in User Management:",
    ...lines,
  ].join("\n");
}
