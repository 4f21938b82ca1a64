import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { GenericSchema, SchemaDefinition } from "convex/server";
import { afterEach } from "vitest";
import type { App, AppFunction, AppModules } from "../functions/app/app.ts";
import { loadApp } from "../functions/app/load-app.ts";
import { createEngine } from "../functions/run/engine.ts";
import type { Random } from "../values/ids.ts";
import { type Caller, createCaller } from "./engine-host-caller.ts";
import type { Engine } from "../functions/run/calls.ts";
import type { TestEngine } from "./test-engine.ts";
import { openDatabase } from "../database/open-database.ts";

/** One backend of a test: an engine on a database in a temporary folder. */
export type Backend = {
  engine: Engine;
  /** Functions written inside of tests are registered here. */
  functions: Map<string, AppFunction>;
};

/** `random` makes the ids of documents. */
export type HostOptions = { random?: Random };

const openBackends: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of openBackends.splice(0).reverse()) await close();
});

/** The embedded host in the shape of `convexTest(schema, modules)`; scheduled functions run, crons do not. */
export function hostTest<Schema extends GenericSchema>(
  schema: SchemaDefinition<Schema, boolean>,
  modules: Record<string, () => Promise<unknown>>,
  options: HostOptions = {},
): TestEngine<Schema> {
  const backend = openBackend({ schema, modules, ...options });
  // A test that never calls the backend must not fail for its opening; a call gets the rejection.
  backend.catch(() => undefined);
  openBackends.push(async () => {
    const opened = await backend.catch(() => null);
    await opened?.close();
  });
  return createCaller(backend, anyone) as TestEngine<Schema>;
}

const anyone: Caller = { identity: null, request: { ip: null, userAgent: null } };

async function openBackend({
  schema,
  modules,
  random,
}: HostOptions & {
  schema: SchemaDefinition<GenericSchema, boolean>;
  modules: Record<string, () => Promise<unknown>>;
}): Promise<Backend & { close: () => Promise<void> }> {
  const loaded = await loadApp(appModules(modules));
  const functions = new Map(loaded.functions);
  const exportable = schema as unknown as { export(): string };
  const app: App = { ...loaded, functions, crons: [], schema: exportable.export() };
  const folder = await mkdtemp(join(tmpdir(), "engine-"));
  const engine = createEngine({
    app,
    database: openDatabase({
      path: join(folder, "data.sqlite"),
      durable: false,
      ...(random && { random }),
    }),
    environment: process.env,
    filesFolder: join(folder, "files"),
    // The code inside of `run` may wait for files.
    limits: { stalledMs: 30_000 },
  });
  engine.startJobs();
  const close = async () => {
    await engine.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { engine, functions, close };
}

/** Module paths of a glob as the host names them: "../convex/jobs/fill.ts" becomes "jobs/fill". */
function appModules(modules: Record<string, () => Promise<unknown>>): AppModules {
  const paths = Object.keys(modules);
  const generated = paths.find((path) => path.includes("_generated/"));
  const root = generated?.slice(0, generated.indexOf("_generated/")) ?? "./";
  const entries = Object.entries(modules).flatMap(([path, load]) => {
    const name = path.slice(root.length).replace(/\.[jt]sx?$/, "");
    const isModule = path.startsWith(root) && !name.startsWith("_generated/");
    return isModule ? [[name, load as AppModules[string]] as const] : [];
  });
  return Object.fromEntries(entries);
}
