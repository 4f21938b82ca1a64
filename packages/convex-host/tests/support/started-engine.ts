import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineSchema } from "convex/server";
import { jsonToConvex, type Value } from "convex/values";
import { afterEach } from "vitest";
import { loadApp } from "../../src/functions/app/load-app.ts";
import { createEngine, type EngineOptions } from "../../src/functions/run/engine.ts";
import type { Json, JsonObject } from "../../src/values/json.ts";
import type { Identity } from "../../src/wire/caller.ts";
import type { AppModules } from "../../src/functions/app/app.ts";
import type { ActionOutcome, Call, Engine } from "../../src/functions/run/calls.ts";
import { openDatabase } from "../../src/database/open-database.ts";

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

export type EngineSetup = Omit<Partial<EngineOptions>, "app" | "database"> & {
  /** Exports by module; `app` is where most tests put their functions. */
  modules: Record<string, Record<string, unknown>>;
  /** The folder of an engine that was stopped before. */
  folder?: string;
  /** Milliseconds that commits which may wait are held. */
  heldMs?: number;
};

export type StartedEngine = { engine: Engine; folder: string };

/** An engine on a database of its own, stopped and removed after the test. */
export async function startEngine({
  modules,
  folder,
  heldMs = 0,
  ...rest
}: EngineSetup): Promise<StartedEngine> {
  const home = folder ?? (await mkdtemp(join(tmpdir(), "engine-")));
  const withSchema = { schema: { default: defineSchema({}) }, ...modules };
  const app = await loadApp(loaders(withSchema));
  const path = join(home, "data.sqlite");
  const { clock } = rest;
  const engine = createEngine({
    app,
    database: openDatabase({ path, durable: false, heldMs, ...(clock ? { clock } : {}) }),
    environment: { CONVEX_CLOUD_URL: "https://host.test" },
    filesFolder: join(home, "files"),
    ...rest,
    // Functions of tests may wait for the test.
    limits: { stalledMs: 30_000, ...rest.limits },
  });
  closers.push(async () => {
    await engine.stop();
    rmSync(home, { recursive: true, force: true });
  });
  return { engine, folder: home };
}

/** Builds a call with defaults for most fields. */
export function callOf(path: string, args: JsonObject = {}, more: Partial<Call> = {}): Call {
  return { path, args, identity: null, caller: "public", ...more };
}

/** The decoded value of a successful outcome; throws the message of a failure. */
export function valueOf(outcome: ActionOutcome): Value {
  if (!outcome.ok) throw new Error(outcome.message);
  return jsonToConvex(JSON.parse(outcome.value) as Json);
}

export function personOf(subject: string): Identity {
  const issuer = "https://issuer.test";
  return { tokenIdentifier: `${issuer}|${subject}`, issuer, subject };
}

function loaders(modules: EngineSetup["modules"]): AppModules {
  const entries = Object.entries(modules).map(
    ([path, moduleExports]) => [path, () => Promise.resolve(moduleExports)] as const,
  );
  return Object.fromEntries(entries);
}
