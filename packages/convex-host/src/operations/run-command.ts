import { resolve } from "node:path";
import { makeAdminKey } from "./admin-key.ts";
import { backUp, type DataPlace } from "./backup.ts";
import { restore, type RestoredTables, type RestoreReport } from "./restore.ts";

/**
 * The folder argument of a command; undefined when there is none. Throws for any other argument: half of a name with a
 * space in it would be taken for the folder, and a question for help for the command itself.
 */
export function folderBehind(
  command: string,
  args: readonly string[],
  takes: "a folder" | "nothing" = "a folder",
): string | undefined {
  const refuse = (what: string, words: readonly string[]) =>
    new Error(`"${command}" takes ${what}. Leave out: ${words.join(" ")}.`);
  if (takes === "nothing" && args.length > 0) throw refuse("nothing", args);
  const options = args.filter((arg) => arg.startsWith("-"));
  if (options.length > 0) throw refuse("no option", options);
  const [folder, ...more] = args;
  if (more.length > 0) throw refuse("one folder", more);
  return folder;
}

/** Makes an admin key and prints it. */
export async function printAdminKey(dataDir: string, instanceName?: string): Promise<void> {
  process.stdout.write(`${await makeAdminKey(dataDir, instanceName)}\n`);
}

/** Makes a backup in the folder that a command line names, and prints its size. */
export async function runBackup(place: DataPlace, folder: string | undefined): Promise<void> {
  if (folder === undefined) throw new Error("Name the folder to make: backup <folder>.");
  const { files, bytes } = await backUp(place, resolve(folder));
  const megabytes = (bytes / 1_000_000).toFixed(1);
  process.stdout.write(`Backed up to ${folder}: ${files} files, ${megabytes} MB in all\n`);
}

/** Restores the backup that a command line names. Prints the number of files and the folder of the data before. */
export async function runRestore<Difference>(
  place: DataPlace & { tables: RestoredTables<Difference>; before: string },
  folder: string | undefined,
): Promise<RestoreReport<Difference>> {
  if (folder === undefined) throw new Error("Name the backup to put back: restore <folder>.");
  const report = await restore(resolve(folder), { ...place, now: new Date() });
  process.stdout.write(`Restored ${folder} with ${report.files} files to ${place.dataDir}\n`);
  if (report.movedAside !== null)
    process.stdout.write(`${place.before} before the restore is in ${report.movedAside}\n`);
  return report;
}
