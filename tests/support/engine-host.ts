import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { GenericSchema, SchemaDefinition } from "convex/server";
import { afterEach } from "vitest";
import type { App, AppFunction, AppModules } from "../../host/app/app.ts";
import { loadApp } from "../../host/app/load-app.ts";
import { openDatabase } from "../../host/database/database.ts";
import { createEngine } from "../../host/run/engine.ts";
import type { Engine } from "../../host/run/types.ts";
import { type Caller, createCaller } from "./engine-host-caller.ts";
import type { CreateTest } from "./engine.ts";

/** One backend of a test: an engine on a database in a temporary folder. */
export type Backend = {
  engine: Engine;
  /** Functions written inside of tests are registered here. */
  functions: Map<string, AppFunction>;
};

const openBackends: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of openBackends.splice(0).reverse()) await close();
});

/** The embedded host in the shape of `convexTest(schema, modules)`; scheduled functions run, crons do not. */
export const hostTest: CreateTest = (schema, modules) => {
  const backend = openBackend(schema, modules);
  // A test that never calls the backend must not fail for its opening; a call gets the rejection.
  backend.catch(() => undefined);
  openBackends.push(async () => {
    const opened = await backend.catch(() => null);
    await opened?.close();
  });
  return createCaller(backend, anyone) as ReturnType<CreateTest> as never;
};

const anyone: Caller = { identity: null, request: { ip: null, userAgent: null } };

async function openBackend(
  schema: SchemaDefinition<GenericSchema, boolean>,
  modules: Record<string, () => Promise<unknown>>,
): Promise<Backend & { close: () => Promise<void> }> {
  const loaded = await loadApp(appModules(modules));
  const functions = new Map(loaded.functions);
  const exportable = schema as unknown as { export(): string };
  const app: App = { ...loaded, functions, crons: [], schema: exportable.export() };
  const folder = await mkdtemp(join(tmpdir(), "engine-"));
  const engine = createEngine({
    app,
    database: openDatabase({ path: join(folder, "data.sqlite"), durable: false }),
    environment: process.env,
    filesFolder: join(folder, "files"),
  });
  engine.startJobs();
  const close = async () => {
    await engine.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { engine, functions, close };
}

/** Module paths of a glob as the host names them: "../../convex/jobs/seed.ts" becomes "jobs/seed". */
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
