import type { GenericSchema, SchemaDefinition } from "convex/server";
import { onTestFinished } from "vitest";
import type { App, AppFunction, AppModules } from "../functions/app/app.ts";
import { loadApp } from "../functions/app/load-app.ts";
import { createEngine } from "../functions/run/engine.ts";
import type { Random } from "../values/ids.ts";
import { type Caller, createCaller } from "./engine-host-caller.ts";
import type { Engine } from "../functions/run/calls.ts";
import type { TestEngine } from "./test-engine.ts";
import { openDatabase } from "../database/open-database.ts";
import { newPlaces, removePlaces } from "./prepared-database.ts";

/** One backend of a test: an engine on a database in a temporary folder. */
export type Backend = {
  engine: Engine;
  /** The functions of the app, and those that are written inside of tests. */
  functions: Map<string, AppFunction>;
};

/** `random` makes the random bytes in the ids of documents. */
export type HostOptions = { random?: Random };

/**
 * The embedded host in the shape of `convexTest(schema, modules)`. It serves one test and closes with it. Scheduled
 * functions run, crons do not.
 */
export function hostTest<Schema extends GenericSchema>(
  schema: SchemaDefinition<Schema, boolean>,
  modules: Modules,
  options: HostOptions = {},
): TestEngine<Schema> {
  const backend = openBackend({ schema, modules, ...options });
  // A failed opening must not fail a test that never calls the backend. A call gets the rejection.
  backend.catch(() => undefined);
  onTestFinished(async () => {
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
  modules: Modules;
}): Promise<Backend & { close: () => Promise<void> }> {
  const loaded = await (appByModules.get(modules) ?? load(modules));
  const functions = new Map(loaded.functions);
  const app: App = { ...loaded, functions, crons: [], schema: textOf(schema) };
  const places = newPlaces(app.schema);
  const engine = createEngine({
    app,
    database: openDatabase({
      path: places.path,
      durable: false,
      heldMs: 0,
      ...(random && { random }),
    }),
    environment: process.env,
    filesFolder: places.filesFolder,
    // The code inside of `run` may wait for files. Tests make large transactions, for which a busy machine takes
    // longer.
    limits: { stalledMs: 30_000, transactionMs: 60_000 },
  });
  engine.startJobs();
  const close = async () => {
    await engine.stop();
    removePlaces(places);
  };
  return { engine, functions, close };
}

type Modules = Record<string, () => Promise<unknown>>;

/** Caches by modules and by schema: the tests of a file load the same modules and have the same schema. */
const appByModules = new WeakMap<Modules, Promise<App>>();
const textBySchema = new WeakMap<object, string>();

function load(modules: Modules): Promise<App> {
  const app = loadApp(appModules(modules));
  appByModules.set(modules, app);
  return app;
}

function textOf(schema: object): string {
  const text = textBySchema.get(schema) ?? (schema as { export(): string }).export();
  textBySchema.set(schema, text);
  return text;
}

/** Module paths of a glob as the host names them: "../convex/jobs/fill.ts" becomes "jobs/fill". */
function appModules(modules: Modules): AppModules {
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
