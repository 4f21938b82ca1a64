import type { Server } from "node:http";
import type { Logger } from "../log.ts";
import type { DataMark, FirstRun } from "../wire/thread-start.ts";
import type { Limits } from "./bounds/server-limits.ts";
import type { KnownPaths } from "./http/known-paths.ts";
import type { Mount } from "./http/mount.ts";
import type { FrontEndFolder, StaticHandler } from "./http/static-files.ts";
import type { RunningThread } from "./keeper/running-thread.ts";
import type { HostSettings } from "./host-settings.ts";

/** The options of a host: the app to run, and all that the host cannot know by itself. */
export type HostOptions = {
  /** All but the data folder may be left out. */
  settings: Partial<HostSettings> & Pick<HostSettings, "dataDir">;
  /** The bundle of a Convex folder. */
  appBundle: string;
  /** The bundle of the function thread. */
  threadEntry: string;
  log: Logger;
  /** One of the thread entry that was opened ahead; the first that is started. */
  openedThread?: RunningThread;
  /** Answers for the front end: built files, or a handler made for this server. */
  frontEnd?: FrontEndFolder | ((server: Server) => Promise<FrontEnd>) | null;
  /** The deployment's name for tools, metrics and admin keys. */
  instanceName?: string;
  /** The name of the database in the data folder. */
  databaseFile?: string;
  /** Environment variables of functions, beside the host's own and those that an administrator sets. */
  environment?: (siteUrl: string) => Record<string, string>;
  /** Names that only `environment` may give, whether it does or not. */
  fixedVariables?: readonly string[];
  /** Run at each start before anyone is served, where the app has it. */
  firstRun?: FirstRun;
  /** The app's internal mutation that keeps what the host audits, where the app has it. */
  auditPath?: string;
  /**
   * The app's internal query that says who sent cookies, where the app has it: of `{ cookies }` a text, null for nobody. With
   * `accountClaim` it is the account, as the claim names it.
   */
  senderPath?: string;
  dataMark?: DataMark;
  /** The claim of the app's tokens that names the account, where an account has many sign-ins: together they are one caller. */
  accountClaim?: string;
  /** Makes the program's own routes for the public origin, which is known only at the start. */
  mounts?: (siteUrl: string) => readonly Mount[];
  paths?: KnownPaths;
  /** Callers see the whole text of errors. */
  isDevelopment?: boolean;
  limits?: Partial<Limits>;
  /** Told when the function thread cannot be ended: only an end of the process helps. */
  onUnending?: () => void;
  now?: () => number;
};

export type FrontEnd = { handle: StaticHandler; close: () => Promise<void> };
