/**
 * Access to stored data and the host's own URLs, for tests of internals: `convex-host/inside`. The published package
 * does not contain it.
 */
export type { Database } from "../../src/database/database.ts";
export { openDatabase } from "../../src/database/open-database.ts";
export { openSqlite, putAroundDisk, StorageError } from "../../src/database/sqlite/driver.ts";
export { formatVersion } from "../../src/database/sqlite/migrations.ts";
export { openWriter } from "../../src/database/sqlite/open-file.ts";
export type { Snapshot } from "../../src/database/transactions/snapshot.ts";
export type {
  StateWriter,
  WriteTransaction,
} from "../../src/database/transactions/write-transaction.ts";
export { walkTable } from "../../src/database/walk-table.ts";
export type { App } from "../../src/functions/app/app.ts";
export { loadApp } from "../../src/functions/app/load-app.ts";
export type { Engine } from "../../src/functions/run/calls.ts";
export { createEngine } from "../../src/functions/run/engine.ts";
export { filesFolder } from "../../src/operations/backup.ts";
export { startMetrics } from "../../src/server/bounds/metrics.ts";
export { findBuiltIn } from "../../src/server/http/routes.ts";
export { securityHeaders } from "../../src/server/http/security-headers.ts";
export { isSyncPath } from "../../src/server/sync/sync-server.ts";
export { flush } from "../../src/storage/blob-folder.ts";
export { fileKeys } from "../../src/storage/file-keys.ts";
export { promisedFiles } from "../../src/storage/stored-files.ts";
export { newId } from "../../src/values/ids.ts";
export type { JsonObject } from "../../src/values/json.ts";
export { keyToBytes, orderKey } from "../../src/values/order-key.ts";
export { until } from "./until.ts";
export { transactionLimits } from "../../src/values/value-limits.ts";
