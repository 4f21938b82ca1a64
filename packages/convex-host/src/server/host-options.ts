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
  /** Only the data folder is required. */
  settings: Partial<HostSettings> & Pick<HostSettings, "dataDir">;
  /** The bundle of a Convex folder. */
  appBundle: string;
  /** The bundle of the function thread. */
  threadEntry: string;
  log: Logger;
  /** A thread of `threadEntry` that was opened ahead. It becomes the first function thread. */
  openedThread?: RunningThread;
  /** Answers for the front end: built files, or a handler made for this server. */
  frontEnd?: FrontEndFolder | ((server: Server) => Promise<FrontEnd>) | null;
  /** The deployment's name for tools, metrics and admin keys. */
  instanceName?: string;
  /** The name of the database in the data folder. */
  databaseFile?: string;
  /** Environment variables of functions, beside the host's own and those that an administrator sets. */
  environment?: (siteUrl: string) => Record<string, string>;
  /** Names that only `environment` may set, even when it does not set them. */
  fixedVariables?: readonly string[];
  /** A function to run at each start before a client is served, when the app has it. */
  firstRun?: FirstRun;
  /** The app's internal mutation that stores what the host audits, when the app has it. */
  auditPath?: string;
  /**
   * The app's internal query that names the sender of cookies, when the app has it. It takes `{ cookies }` and returns
   * a text, or null for an unknown sender. With `accountClaim` the text is the account, as the claim names it.
   */
  senderPath?: string;
  dataMark?: DataMark;
  /** The claim of the app's tokens that names the account. All sign-ins of one account are one caller. */
  accountClaim?: string;
  /** Makes the program's own routes for the public origin, which is known only at the start. */
  mounts?: (siteUrl: string) => readonly Mount[];
  paths?: KnownPaths;
  /**
   * Headers of refusals that last until somebody acts: of a body that is too large, and of a disk without room. By them
   * the app's clients know such a refusal from the answer of a proxy, and from one of the moment.
   */
  refusalHeaders?: Readonly<Record<string, string>>;
  /** True shows callers the whole text of errors. */
  isDevelopment?: boolean;
  limits?: Partial<Limits>;
  /** Called when the function thread cannot be ended: only an end of the process helps. */
  onUnending?: () => void;
  now?: () => number;
};

export type FrontEnd = { handle: StaticHandler; close: () => Promise<void> };
