import { join } from "node:path";
import type { AddressInfo } from "node:net";
import type { Server } from "node:http";
import { isAdminKey } from "../operations/admin-key.ts";
import { forgetUploads } from "./http/admin/import-routes.ts";
import { forgetPushes } from "./http/admin/push-routes.ts";
import { createTokenVerifier } from "./auth/verify-token.ts";
import { type HostConfig, localOrigin } from "../../../../server/settings.ts";
import { demoClientId, functionEnvironment } from "../../../../server/function-environment.ts";
import type { ShownMetrics } from "./http/metrics-route.ts";
import { socketRefusal } from "./http/refuse-socket.ts";
import { createHttpServer, type HttpDoor, type Mount } from "./http/http-server.ts";
import { SignInLimit } from "./http/sign-in-limit.ts";
import { UsedUploads } from "./http/used-uploads.ts";
import { createStaticHandler, type StaticHandler } from "./http/static-files.ts";
import { createDemoProvider } from "../../../../server/demo-provider/demo-provider.ts";
import { defaultLimits, type Limits } from "./bounds/server-limits.ts";
import { describeError, type Logger } from "../log.ts";
import { limitRepeats } from "./bounds/log-limit.ts";
import { type Gauges, type MetricsPage, startMetrics } from "./bounds/metrics.ts";
import { filesFolder } from "../operations/backup.ts";
import { DataLock } from "../operations/data-lock.ts";
import { closeManyFiles } from "../operations/private-folder.ts";
import { createCallerCheck } from "./sync/caller-check.ts";
import { SyncServer } from "./sync/sync-server.ts";
import { FunctionThread } from "./keeper/function-thread.ts";
import { HostAudit } from "./keeper/host-audit.ts";
import type { ThreadInfo } from "../wire/thread-start.ts";
import { makeSecrets } from "../wire/secrets.ts";
import type { RunningThread } from "./keeper/running-thread.ts";

export type HostOptions = {
  config: HostConfig;
  /** The bundle of `convex/`. */
  appBundle: string;
  /** The bundle of the function thread. */
  threadEntry: string;
  /** One of it that was opened ahead; the first that is started. */
  openedThread?: RunningThread;
  log: Logger;
  /** Answers for the front end; a folder of built files, or a handler made for this server. */
  frontEnd: string | ((server: Server) => Promise<FrontEnd>) | null;
  /** Callers see the whole text of errors. */
  isDevelopment?: boolean;
  limits?: Partial<Limits>;
  /** Told when the function thread cannot be ended: only an end of the process helps. */
  onUnending?: () => void;
  now?: () => number;
};

export type FrontEnd = { handle: StaticHandler; close: () => Promise<void> };

export interface RunningHost {
  readonly port: number;
  /** Public origin. */
  readonly url: string;
  /** The function thread of this host; for the development server and administration. */
  readonly thread: FunctionThread;
  /** Running mutations end, clients are sent away to come back, everything is closed. */
  stop(): Promise<void>;
}

/** Starts the whole host; resolves when it answers. Leaves nothing running when it throws. */
export async function startHost(options: HostOptions): Promise<RunningHost> {
  const lock = DataLock.take(options.config.dataDir);
  const { log, end } = limitRepeats(options.log);
  const release = () => {
    end();
    lock.release();
  };
  try {
    const host = await startParts({ ...options, log });
    closeManyFiles(join(options.config.dataDir, filesFolder)).catch((error: unknown) => {
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

async function startParts(options: HostOptions): Promise<RunningHost> {
  const { config, log, now = Date.now } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const { door, open, refuse } = createDoor();
  const server = createHttpServer(door);
  const port = await listen(server, config);
  const siteUrl = config.siteUrl ?? localOrigin(port);
  const page = config.metricsToken === null ? null : await startMetrics();
  const thread = createThread(options, { siteUrl, limits, metrics: page });
  let frontEnd: FrontEnd | null = null;
  try {
    await Promise.all([forgetUploads(config.dataDir), forgetPushes(config.dataDir)]);
    frontEnd = await openFrontEnd(options, server);
    const info = await thread.start();
    const audit = new HostAudit({ thread, log, now });
    const check = createCallerCheck({
      verify: createTokenVerifier({ info: () => thread.info, siteUrl, now }),
      isAdminKey: (key) => isAdminKey(config.dataDir, key),
      adminAccess: config.adminAccess,
      onClaim: ({ address }, result) => audit.claimed(address, result),
    });
    const sync = new SyncServer({
      ...{ thread, check, limits, log, now, siteUrl },
      refuse: socketRefusal(siteUrl),
    });
    open({
      services: {
        ...{ thread, check, limits, log, audit, siteUrl, usedUploads: new UsedUploads(now) },
        dataDir: config.dataDir,
        signInLimit: new SignInLimit(config.signInsPerMinute),
        trustedProxies: config.trustedProxies,
        securityText: { contacts: config.securityContacts, siteUrl, now },
        metrics: showTo(config.metricsToken, page, {
          sockets: () => sync.size,
          watchedQueries: () => thread.watchedQueries,
        }),
      },
      sync,
      mount: config.usesDemoProvider ? mountDemoProvider(config, siteUrl, info) : null,
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

function createThread(
  { config, log, now = Date.now, ...options }: HostOptions,
  { siteUrl, ...rest }: { siteUrl: string; limits: Limits; metrics: MetricsPage | null },
): FunctionThread {
  return new FunctionThread({
    entry: options.threadEntry,
    opened: options.openedThread ?? null,
    start: {
      appBundle: options.appBundle,
      dataDir: config.dataDir,
      siteUrl,
      environment: functionEnvironment(config, siteUrl),
      usesDemoProvider: config.usesDemoProvider,
      secrets: makeSecrets(),
      seed: config.seed,
      redactErrors: options.isDevelopment !== true,
    },
    log,
    now,
    ...(options.onUnending && { onUnending: options.onUnending }),
    ...rest,
  });
}

function showTo(
  token: string | null,
  page: MetricsPage | null,
  gauges: Gauges,
): ShownMetrics | null {
  return token === null || page === null ? null : { page, token, gauges };
}

/** Requests that come while the host is starting wait for the door. */
function createDoor() {
  let open: (door: HttpDoor) => void = () => undefined;
  let refuse: (error: unknown) => void = () => undefined;
  const door = new Promise<HttpDoor>((resolve, reject) => {
    open = resolve;
    refuse = reject;
  });
  // Whoever waits is told by their own connection.
  door.catch(() => undefined);
  return { door, open: (opened: HttpDoor) => open(opened), refuse: (e: unknown) => refuse(e) };
}

function listen(server: Server, { port, host }: HostConfig): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

async function openFrontEnd(
  { frontEnd, config }: HostOptions,
  server: Server,
): Promise<FrontEnd | null> {
  if (frontEnd === null) return null;
  if (typeof frontEnd === "function") return await frontEnd(server);
  const { companyLogoUrl } = config.functions;
  const imageOrigins =
    companyLogoUrl !== null && URL.canParse(companyLogoUrl) ? [new URL(companyLogoUrl).origin] : [];
  return {
    handle: createStaticHandler(frontEnd, { imageOrigins }),
    close: () => Promise.resolve(),
  };
}

function mountDemoProvider(config: HostConfig, siteUrl: string, info: ThreadInfo): Mount {
  const provider = createDemoProvider({
    siteUrl,
    companyDomain: config.functions.companyDomain ?? new URL(siteUrl).hostname,
    clientId: demoClientId,
    clientSecret: info.demoClientSecret,
  });
  return { prefix: "/idp/", handle: (request, response) => provider.handle(request, response) };
}

function onceOnly(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => (running ??= work());
}
