/**
 * The public interface for programs: `import { startHost } from "convex-host"`. README.md describes it; all other
 * modules are internal.
 */
export { createLogger, type Logger, type LogLevel, messageOf } from "./log.ts";
export { makeAdminKey } from "./operations/admin-key.ts";
export { backUp, type BackupReport, type DataPlace } from "./operations/backup.ts";
export {
  restore,
  type RestoredTables,
  type RestoreOptions,
  type RestoreReport,
} from "./operations/restore.ts";
export { folderBehind, printAdminKey, runBackup, runRestore } from "./operations/run-command.ts";
export type { Limits } from "./server/bounds/server-limits.ts";
export {
  ConfigError,
  hostSettingsOf,
  hostVariables,
  isHttpUrl,
  type OperatedSettings,
  optionalText,
  wholeNumber,
} from "./server/host-environment.ts";
export type { FrontEnd, HostOptions } from "./server/host-options.ts";
export { type HostSettings, localOrigin } from "./server/host-settings.ts";
export { proxyHeaderIn } from "./server/http/client-address.ts";
export type { KnownPaths } from "./server/http/known-paths.ts";
export { isLoopback, isLoopbackName } from "./server/http/loopback.ts";
export type { GuardedRequest, Mount } from "./server/http/mount.ts";
export { RunningThread } from "./server/keeper/running-thread.ts";
export { runHost } from "./server/run-host.ts";
export { type RunningHost, startHost } from "./server/start-host.ts";
export type { DataMark, FirstRun } from "./wire/thread-start.ts";
