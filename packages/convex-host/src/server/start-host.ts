import { join } from "node:path";
import type { AddressInfo } from "node:net";
import type { Server } from "node:http";
import { isAdminKey } from "../operations/admin-key.ts";
import { forgetUploads } from "./http/admin/import-routes.ts";
import { forgetPushes } from "./http/admin/push-routes.ts";
import { createTokenVerifier } from "./auth/verify-token.ts";
import type { ShownMetrics } from "./http/metrics-route.ts";
import { socketRefusal } from "./http/refuse-socket.ts";
import { SharedRoom } from "./bounds/shared-room.ts";
import { UnreadRoom } from "./bounds/unread-room.ts";
import { ConnectionBound } from "./http/connection-bound.ts";
import { CookieSenders } from "./http/cookie-senders.ts";
import { FairTurns } from "./http/fair-turns.ts";
import { createHttpServer, type HttpDoor } from "./http/http-server.ts";
import { noKnownPaths } from "./http/known-paths.ts";
import { SignInLimit } from "./http/sign-in-limit.ts";
import { UsedUploads } from "./http/used-uploads.ts";
import { createStaticHandler } from "./http/static-files.ts";
import { defaultLimits } from "./bounds/server-limits.ts";
import { databaseLogBytes } from "../database-log.ts";
import { describeError } from "../log.ts";
import { limitRepeats } from "./bounds/log-limit.ts";
import { type Gauges, type MetricsPage, startMetrics } from "./bounds/metrics.ts";
import { databaseFile, filesFolder } from "../operations/backup.ts";
import { DataLock } from "../operations/data-lock.ts";
import { closeManyFiles } from "../operations/private-folder.ts";
import { finishReplacing } from "../operations/replace-data.ts";
import { openTokenKey } from "../operations/token-key.ts";
import { accountNamed, createCallerCheck } from "./sync/caller-check.ts";
import { SyncServer } from "./sync/sync-server.ts";
import { FunctionThread } from "./keeper/function-thread.ts";
import { HostAudit } from "./keeper/host-audit.ts";
import { makeSecrets } from "../wire/secrets.ts";
import type { FrontEnd, HostOptions } from "./host-options.ts";
import { defaultSettings, type HostSettings, localOrigin } from "./host-settings.ts";

/** Environment variables that only the host gives to functions. */
const ownVariables = ["CONVEX_SITE_URL", "CONVEX_CLOUD_URL", "JWT_PRIVATE_KEY", "JWKS"];

export interface RunningHost {
  readonly port: number;
  /** Public origin. */
  readonly url: string;
  /** The function thread of this host; for the development server and administration. */
  readonly thread: FunctionThread;
  /** Waits for running mutations, disconnects clients so that they come back, and closes everything. */
  stop(): Promise<void>;
}

/** Starts the whole host; resolves when it answers. Leaves nothing running when it throws. */
export async function startHost(options: HostOptions): Promise<RunningHost> {
  const { dataDir } = options.settings;
  const lock = DataLock.take(dataDir);
  const { log, end } = limitRepeats(options.log);
  const release = () => {
    end();
    lock.release();
  };
  try {
    const parts = completed({ ...options, log });
    const place = { dataDir, databaseFile: parts.databaseFile };
    if (await finishReplacing(place)) log.warn("restore.finished");
    lock.keep((error) => log.error("lock.lost", { error: describeError(error) }));
    const host = await startParts(parts);
    closeManyFiles(join(dataDir, filesFolder)).catch((error: unknown) => {
      log.warn("files.not-closed", { error: describeError(error) });
    });
    const stop = onceOnly(async () => {
      await host.stop();
      release();
    });
    return { ...host, stop };
  } catch (error) {
    release();
    throw error;
  }
}

/** The options with defaults for those that were left out. */
function completed({ settings, ...options }: HostOptions) {
  return {
    instanceName: "convex",
    databaseFile,
    paths: noKnownPaths,
    refusalHeaders: {},
    now: Date.now,
    ...options,
    settings: { ...defaultSettings, ...settings },
    limits: { ...defaultLimits, ...options.limits },
  };
}

type Completed = ReturnType<typeof completed>;

async function startParts(options: Completed): Promise<RunningHost> {
  const { settings, log, now, limits, paths, instanceName, refusalHeaders } = options;
  const { dataDir } = settings;
  const { door, open, refuse } = createDoor();
  const shares = sharesOf(options);
  const server = createHttpServer(door, { bound: shares.bound, limits });
  const port = await listen(server, settings);
  const siteUrl = settings.siteUrl ?? localOrigin(port);
  const page = await openMetrics(options);
  const thread = createThread(options, { siteUrl, metrics: page });
  let frontEnd: FrontEnd | null = null;
  try {
    await Promise.all([forgetUploads(dataDir), forgetPushes(dataDir)]);
    frontEnd = await openFrontEnd(options, server);
    await thread.start();
    const audit = new HostAudit({ thread, log, now });
    const check = createCallerCheck({
      verify: createTokenVerifier({ info: () => thread.info, siteUrl, now }),
      isAdminKey: (key) => isAdminKey(dataDir, key),
      ...{ adminAccess: settings.adminAccess, accountClaim: options.accountClaim ?? null },
      onClaim: ({ address }, result) => audit.claimed(address, result),
    });
    const sync = new SyncServer({
      ...{ thread, check, limits, log, now, siteUrl, unreadRoom: shares.unreadRoom },
      refuse: socketRefusal(siteUrl),
    });
    open({
      services: {
        ...{ thread, check, limits, log, audit, siteUrl, dataDir, instanceName },
        ...{ paths, refusalHeaders, fixedVariables: new Set(fixedVariablesOf(options)) },
        ...{ ...shares, turns: turnsOf(options, { ...shares, siteUrl }) },
        securityText: { contacts: settings.securityContacts, siteUrl, now },
        metrics: showTo(settings.metricsToken, page, {
          ...{ sockets: () => sync.size, watchedQueries: () => thread.watchedQueries },
          databaseLogBytes: () => databaseLogBytes(join(dataDir, options.databaseFile)),
        }),
      },
      sync,
      mounts: options.mounts?.(siteUrl) ?? [],
      staticFiles: frontEnd?.handle ?? null,
    });
    const stop = async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await sync.stop();
      await thread.stop();
      await frontEnd?.close();
      sync.terminate();
      server.closeAllConnections();
      await closed;
    };
    return { port, url: siteUrl, thread, stop };
  } catch (error) {
    refuse(error);
    await thread.stop();
    await frontEnd?.close();
    server.closeAllConnections();
    server.close();
    throw error;
  }
}

async function openMetrics({ settings, instanceName, paths }: Completed) {
  if (settings.metricsToken === null) return null;
  return await startMetrics({ prefix: instanceName, placeOf: paths.placeOf });
}

function createThread(
  { settings, log, now, limits, ...options }: Completed,
  { siteUrl, metrics }: { siteUrl: string; metrics: MetricsPage | null },
): FunctionThread {
  return new FunctionThread({
    entry: options.threadEntry,
    opened: options.openedThread ?? null,
    start: {
      appBundle: options.appBundle,
      dataDir: settings.dataDir,
      databaseFile: options.databaseFile,
      siteUrl,
      environment: options.environment?.(siteUrl) ?? {},
      fixedVariables: fixedVariablesOf(options),
      secrets: makeSecrets(openTokenKey(settings.dataDir, log)),
      firstRun: options.firstRun ?? null,
      auditPath: options.auditPath ?? null,
      dataMark: options.dataMark ?? null,
      redactErrors: options.isDevelopment !== true,
      diskFloor: { freeDiskBytes: limits.freeDiskBytes, freeDiskShare: limits.freeDiskShare },
    },
    ...{ log, now, limits, metrics },
    ...(options.onUnending && { onUnending: options.onUnending }),
  });
}

function fixedVariablesOf({ fixedVariables = [] }: Pick<HostOptions, "fixedVariables">): string[] {
  return [...ownVariables, ...fixedVariables];
}

/** The bounds that callers over HTTP share. */
function sharesOf(options: Completed) {
  const { limits, paths, now } = options;
  const { trustedProxies, signInsPerMinute } = options.settings;
  const { senderTurns, bodyRoom, actionBodyRoom } = limits;
  const path = options.senderPath ?? null;
  return {
    trustedProxies,
    senders: new CookieSenders({ path, turns: senderTurns, now }),
    signInLimit: new SignInLimit(signInsPerMinute, paths.isSignIn),
    bound: new ConnectionBound(limits, trustedProxies),
    bodyRoom: new SharedRoom(bodyRoom),
    actionBodyRoom: new SharedRoom(actionBodyRoom),
    unreadRoom: new UnreadRoom(limits.undeliveredBytesOfAll),
    usedUploads: new UsedUploads(now),
  };
}

/**
 * The turns of callers over HTTP: of those with tokens for this site's accounts, and of those with cookies of the same.
 */
function turnsOf(
  { limits, paths, accountClaim }: Completed,
  { senders, bound, siteUrl }: { senders: CookieSenders; bound: ConnectionBound; siteUrl: string },
): FairTurns {
  const { signedInTurns: signedIn, unsignedTurns: unsigned, longTurns: long } = limits;
  const accountOf = (sender: string) =>
    accountClaim === undefined ? null : accountNamed(siteUrl, sender);
  return new FairTurns({ signedIn, unsigned, long, senders, bound, paths, accountOf });
}

function showTo(
  token: string | null,
  page: MetricsPage | null,
  gauges: Gauges,
): ShownMetrics | null {
  return token === null || page === null ? null : { page, token, gauges };
}

/** The promise of the services for which requests wait while the host is starting. */
function createDoor() {
  let open: (door: HttpDoor) => void = () => undefined;
  let refuse: (error: unknown) => void = () => undefined;
  const door = new Promise<HttpDoor>((resolve, reject) => {
    open = resolve;
    refuse = reject;
  });
  // Each waiting request handles the rejection itself.
  door.catch(() => undefined);
  return { door, open: (opened: HttpDoor) => open(opened), refuse: (e: unknown) => refuse(e) };
}

function listen(
  server: Server,
  { port, host }: Pick<HostSettings, "port" | "host">,
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

async function openFrontEnd(
  { frontEnd = null }: Pick<HostOptions, "frontEnd">,
  server: Server,
): Promise<FrontEnd | null> {
  if (frontEnd === null) return null;
  if (typeof frontEnd === "function") return await frontEnd(server);
  return { handle: createStaticHandler(frontEnd), close: () => Promise.resolve() };
}

function onceOnly(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => (running ??= work());
}
