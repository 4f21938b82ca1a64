import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ConvexClient } from "convex/browser";
import { WebSocket } from "ws";
import { afterAll, afterEach, inject } from "vitest";
import type { Limits } from "../../src/server/bounds/server-limits.ts";
import { createLogger } from "../../src/log.ts";
import type { HostOptions } from "../../src/server/host-options.ts";
import type { HostSettings } from "../../src/server/host-settings.ts";
import { type RunningHost, startHost } from "../../src/server/start-host.ts";
import { bundleApp, bundleThread } from "../../src/build/bundle.ts";
import type {} from "./bundle-fixtures.ts";

const toClose: (() => Promise<unknown>)[] = [];
const bundleFolders: string[] = [];

afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

afterAll(async () => {
  for (const folder of bundleFolders) await rm(folder, { recursive: true, force: true });
});

/** Registers a function that runs after the test, in reverse order of registration. */
export function closeLater(close: () => Promise<unknown>): void {
  toClose.push(close);
}

export type LiveHost = RunningHost & { dataDir: string; logged: string[] };

/** A whole host with the fixture app, on a port of its own. `dataDir` continues an earlier one. */
export async function startTestHost(
  options: {
    limits?: Partial<Limits>;
    dataDir?: string;
    port?: number;
    settings?: Partial<HostSettings>;
    host?: Partial<HostOptions>;
    /** The options that a program passes for its data folder and port. */
    program?: (place: { dataDir: string; port: number }) => Partial<HostOptions>;
  } = {},
): Promise<LiveHost> {
  const dataDir = options.dataDir ?? (await temporaryFolder());
  const { port = 0 } = options;
  const logged: string[] = [];
  const program = options.program?.({ dataDir, port });
  const host = await startHost({
    settings: { port, dataDir, ...options.settings },
    ...inject("bundles"),
    log: createLogger({ level: "debug", write: (line) => logged.push(line), now: Date.now }),
    ...program,
    ...options.host,
    limits: { ...program?.limits, ...options.host?.limits, ...options.limits },
  });
  closeLater(() => host.stop());
  return { ...host, stop: () => host.stop(), dataDir, logged };
}

/** Starts a host for all tests of a file; the caller stops it. */
export async function startSharedHost(
  options: Parameters<typeof startTestHost>[0] = {},
): Promise<{ host: LiveHost; stop: () => Promise<void> }> {
  const before = toClose.length;
  const host = await startTestHost(options);
  const closers = toClose.splice(before);
  return {
    host,
    stop: async () => {
      for (const close of closers.reverse()) await close();
    },
  };
}

/** A real client of the real package. */
export function connect(
  url: string,
  options: Partial<NonNullable<ConstructorParameters<typeof ConvexClient>[1]>> = {},
): ConvexClient {
  const client = new ConvexClient(url, {
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
    unsavedChangesWarning: false,
    logger: false,
    ...options,
  });
  closeLater(() => client.close());
  return client;
}

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "live-host-"));
  closeLater(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A folder from which bundles find the packages of this repository. */
async function bundleFolder(): Promise<string> {
  const folder = await mkdtemp(join(import.meta.dirname, "../../../../node_modules/.live-host-"));
  bundleFolders.push(folder);
  return folder;
}

/** Bundles a Convex folder from a map of file names to texts. */
export async function bundleTexts(files: Record<string, string>): Promise<string> {
  const folder = await bundleFolder();
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const outFile = join(folder, "bundle.js");
  await bundleApp({ folder, outFile });
  return outFile;
}

/** Bundles a function thread of a test's own. */
export async function bundleOwnThread(entry: string): Promise<string> {
  const outFile = join(await bundleFolder(), "worker.js");
  await bundleThread({ entry, outFile });
  return outFile;
}
