import * as z from "zod";
import { folderBehind, printAdminKey, runBackup, runRestore } from "../operations/run-command.ts";
import {
  ConfigError,
  hostSettingsOf,
  hostVariables,
  type OperatedSettings,
} from "../server/host-environment.ts";
import { defaultSettings } from "../server/host-settings.ts";
import { startFolder } from "./start-folder.ts";

export const help = `convex-host runs the functions of a Convex folder, with their data on this machine.

  convex-host start [folder]    bundle the folder (convex) and serve it until it is told to stop
  convex-host backup <folder>   copy the data of one moment into a new folder, also while a host runs
  convex-host restore <folder>  put a backup in the place of the data; what was there is moved aside
  convex-host admin-key         make a new admin key for Convex's own tools, and print it
  convex-host --help            print this

Settings are environment variables: ${Object.keys(hostVariables(defaultSettings)).join(", ")}.
README.md of the package explains each.
`;

const commands: Readonly<
  Record<string, (settings: OperatedSettings, folder: string | undefined) => Promise<void>>
> = {
  start: (settings, folder = "convex") => startFolder(settings, folder),
  backup: ({ dataDir }, folder) => runBackup({ dataDir }, folder),
  restore: async ({ dataDir }, folder) => {
    await runRestore({ dataDir, tables: { emptied: [] }, before: "The data" }, folder);
  },
  "admin-key": ({ dataDir }) => printAdminKey(dataDir),
};

/** Runs the command of a command line. Throws an error that says what is wrong with the arguments or the settings. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  const [name = "--help", ...more] = args;
  if (args.includes("--help") || name === "help") {
    process.stdout.write(help);
    return;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined)
    throw new ConfigError(
      `There is no command "${name}". Known: ${Object.keys(commands).join(", ")}.`,
    );
  const folder = folderBehind(name, more, name === "admin-key" ? "nothing" : "a folder");
  await command(readHostSettings(process.env), folder);
}

function readHostSettings(env: Readonly<Record<string, string | undefined>>): OperatedSettings {
  const parsed = z.object(hostVariables(defaultSettings)).safeParse(env);
  if (parsed.success) return hostSettingsOf(parsed.data);
  throw new ConfigError(parsed.error.issues.map(({ message }) => message).join("\n"));
}
