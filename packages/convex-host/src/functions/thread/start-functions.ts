import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { App, AppModules } from "../app/app.ts";
import { withSystemFunctions } from "../admin/system-functions.ts";
import { Exports } from "../admin/exports.ts";
import { endImports } from "../admin/import-log.ts";
import { runImport } from "../admin/run-import.ts";
import { RunLog } from "../admin/run-log.ts";
import { storeVariables, variablesAt } from "../admin/variables.ts";
import { loadApp } from "../app/load-app.ts";
import { createInvalidation, type Invalidation } from "../../database/reads/invalidation.ts";
import { diskRoom } from "../../storage/disk-room.ts";
import { blobPaths } from "../../storage/stored-files.ts";
import type { LogFields, Logger } from "../../log.ts";
import { createEngine } from "../run/engine.ts";
import type { LiveClient } from "../live/live-client.ts";
import type { LiveQuery } from "../live/live-query.ts";
import type { FromThread } from "../../wire/messages.ts";
import type { FirstRun, ThreadInfo, ThreadStart } from "../../wire/thread-start.ts";
import { markData } from "./data-mark.ts";
import { forgetStoredSecrets } from "./stored-secrets.ts";
import type { Engine } from "../run/calls.ts";
import { openDatabase } from "../../database/open-database.ts";

export type Functions = {
  engine: Engine;
  info: ThreadInfo;
  runLog: RunLog;
  exports: Exports;
  invalidation: Invalidation<LiveQuery<LiveClient>>;
};

/** Opens the data, loads the app and runs its first function. Leaves nothing open when it throws. */
export async function startFunctions(
  start: ThreadStart,
  post: (message: FromThread) => void,
): Promise<Functions> {
  const databasePath = join(start.dataDir, start.databaseFile);
  const filesFolder = join(start.dataDir, "files");
  const room = () => diskRoom(start.dataDir, start.diskFloor);
  if (start.importId !== null) await runImport(start.importId, { databasePath, filesFolder, room });
  const database = openDatabase({ path: databasePath });
  try {
    if (start.isFirst) endImports(database.meta, postingLogger(post));
    markData(database.meta, start, postingLogger(post));
    forgetStoredSecrets(database.meta);
    const { secrets } = start;
    const variables = variablesAt(start, database.meta);
    const environment = { ...variables, ...environmentOf(start) };
    // Modules may read `process.env` while they load, outside of any execution.
    Object.assign(process.env, environment);
    const bundle = (await import(pathToFileURL(start.appBundle).href)) as {
      default: AppModules;
      nodeModules?: string[];
    };
    const exports = new Exports({
      database,
      blobs: blobPaths(database, filesFolder),
      holdFiles: () => engine.files.hold(),
    });
    const httpRoutes = await readRoutes(bundle.default);
    const app = withSystemFunctions(await loadApp(bundle.default, bundle.nodeModules), {
      ...{ database, variables, httpRoutes, exports },
      siteUrl: start.siteUrl,
    });
    const runLog = new RunLog(Date.now());
    const auditPath = app.functions.has(start.auditPath ?? "") ? start.auditPath : null;
    const engine = createEngine({
      app,
      database,
      environment,
      filesFolder,
      uploadKey: secrets.uploadKey,
      redact: start.redactErrors,
      log: postingLogger(post),
      onRun: (run) => runLog.add(run),
      auditPath: auditPath ?? undefined,
    });
    if (start.variableChanges.length > 0) storeVariables(database.meta, variables);
    await runFirst(engine, app, start.firstRun);
    const info: ThreadInfo = {
      authProviders: engine.authProviders,
      jwks: secrets.jwks,
      temporaryFolder: engine.files.temporaryFolder,
      functions: knownFunctions(app),
      httpRoutes,
      auditPath,
    };
    return { engine, info, runLog, exports, invalidation: createInvalidation() };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Environment variables of the host itself, beside those that the operator set. */
function environmentOf({ environment, siteUrl, secrets }: ThreadStart): Record<string, string> {
  const { jwtPrivateKey, jwks } = secrets;
  const site = { CONVEX_SITE_URL: siteUrl, CONVEX_CLOUD_URL: siteUrl };
  return { ...environment, ...site, JWT_PRIVATE_KEY: jwtPrivateKey, JWKS: jwks };
}

async function runFirst(engine: Engine, app: App, firstRun: FirstRun | null): Promise<void> {
  if (firstRun === null || !app.functions.has(firstRun.path)) return;
  const { path, args } = firstRun;
  const kind = engine.kindOf(path, "internal");
  const call = { path, args, identity: null, caller: "internal" as const };
  const outcome = kind === "action" ? await engine.action(call) : await engine.mutation(call);
  if (!outcome.ok) throw new Error(`${path} failed at the start: ${outcome.message}`);
}

function knownFunctions({ functions }: App): ThreadInfo["functions"] {
  const known = [...functions.values()].map(({ path, kind, visibility }) => {
    return [path, { path, kind, visibility }] as const;
  });
  return new Map(known);
}

type Router = { getRoutes?: () => [string, string, unknown][] };

async function readRoutes(modules: AppModules): Promise<[string, string][]> {
  const http = await modules["http"]?.();
  const router = http?.["default"] as Router | undefined;
  return (router?.getRoutes?.() ?? []).map(([path, method]) => [method, path]);
}

function postingLogger(post: (message: FromThread) => void): Logger {
  const writer =
    (level: keyof Logger) =>
    (event: string, fields: LogFields = {}) => {
      const known = Object.entries(fields).map(([name, value]) => [name, value ?? null] as const);
      post({ type: "log", level, event, fields: Object.fromEntries(known) });
    };
  return {
    debug: writer("debug"),
    info: writer("info"),
    warn: writer("warn"),
    error: writer("error"),
  };
}
