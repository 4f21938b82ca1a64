import {
  ConfigError,
  folderBehind,
  printAdminKey,
  type RestoredTables,
  runBackup,
  runRestore,
} from "convex-host";
import { readConfig } from "./settings.ts";
import {
  comparePeople,
  describeReturn,
  peopleTables,
  type ReturningPerson,
} from "./returning-people.ts";
import { workspaceNames } from "./workspace-options.ts";

/** Carries out a command of the command line and prints its result. Throws when there is no such command. */
export async function runCommand([command = "", ...args]: readonly string[]): Promise<void> {
  const work = Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (work === undefined)
    throw new ConfigError(
      `Unknown command: ${command}. Known: ${Object.keys(commands).join(", ")}.`,
    );
  const folder = folderBehind(command, args, command === "admin-key" ? "nothing" : "a folder");
  await work(readConfig(process.env).dataDir, folder);
}

/** The tables of people and of sign-ins in the workspace. */
export const restoredTables: RestoredTables<ReturningPerson[]> = {
  compared: { tables: peopleTables, compare: comparePeople },
  emptied: [
    ...["sessions", "sessionUses", "authSessions", "authRefreshTokens"],
    ...["authVerifiers", "authVerificationCodes"],
  ],
  audit: { table: "auditEntries", entry: { kind: "data.restored", details: {} } },
};

const { databaseFile, instanceName } = workspaceNames;

const commands: Readonly<
  Record<string, (dataDir: string, folder: string | undefined) => Promise<void>>
> = {
  "admin-key": (dataDir) => printAdminKey(dataDir, instanceName),
  backup: async (dataDir, folder) => await runBackup({ dataDir, databaseFile }, folder),
  restore: restoreWorkspace,
};

async function restoreWorkspace(dataDir: string, folder: string | undefined): Promise<void> {
  const place = { dataDir, databaseFile, tables: restoredTables, before: "The workspace" };
  const { difference } = await runRestore(place, folder);
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
