import { makeFunctionReference } from "convex/server";
import type { Value } from "convex/values";
import fc from "fast-check";
import { vi } from "vitest";
import { internal } from "../../convex/_generated/api.js";
import type { TableNames } from "../../convex/_generated/dataModel.js";
import schema from "../../convex/schema.ts";
import { type Engine, modules } from "../support/workspace.ts";
import { type AppCaller, callerNames, insertPeople, sessionOf } from "./app-people.ts";
import { callsByFunction } from "./app-calls.ts";
import { insertRecords } from "./app-records.ts";
import {
  type EngineName,
  openEngine,
  pass,
  programsOf,
  resolve,
  type Sent,
  Transcript,
} from "convex-host/comparing";
import { insertUpload } from "./app-uploads.ts";

type Kind = "query" | "mutation" | "action";

/** One step of a program: a call of a public function, or something that happens besides. */
export type AppOperation = {
  path: string;
  caller: string;
  /** The minutes since the operation before. */
  minutes: number;
  args: Record<string, Sent>;
};

const chores: Record<string, (t: Engine, args: Record<string, Value>) => Promise<Value>> = {
  upload: async (t, { kind, size }) => {
    const session = await sessionOf(t, "admin");
    if (session === null) return null;
    return await insertUpload(t, session, { kind: kind as "png", size: Number(size) });
  },
  tick: (t) => t.mutation(internal.jobs.today.advance, {}),
  cleanUp: (t) => t.mutation(internal.jobs.cleanup.run, {}),
  sweepUploads: async (t) => {
    await t.mutation(internal.jobs.uploads.expire, {});
    return await t.mutation(internal.jobs.uploads.sweep, {});
  },
  seed: async (t) => {
    await t.mutation(internal.jobs.seed.prepare, { templates: true });
    while (await t.mutation(internal.jobs.seed.demoStep, {}));
    return null;
  },
};

const files = fc.record({
  kind: fc.constantFrom("jpeg", "png", "webp", "heic", "pdf"),
  size: fc.constantFrom(0, 100),
});

const minutes = fc.constantFrom(0, 0, 0, 1, 7, 60, 60 * 30);

/** Generates programs of `length` operations. Half of the calls go to the functions in `often`. */
export function appPrograms(
  length: number,
  { often = [] }: { often?: readonly string[] } = {},
): fc.Arbitrary<AppOperation[]> {
  const callers = fc.constantFrom(...callerNames);
  const functions = Object.entries(callsByFunction);
  const sum = functions.reduce((all, [, { weight = 1 }]) => all + weight, 0);
  const calls = functions.map(([path, { args, weight = 1 }]) => ({
    weight: often.includes(path) ? Math.ceil(sum / often.length) : weight,
    arbitrary: fc.record({
      path: fc.constant(path),
      caller: callers,
      minutes,
      args: fc.tuple(args, fc.nat(29)).map(([given, odds]) => {
        return odds === 0 ? { ...given, nonsense: true } : given;
      }),
    }),
  }));
  const chore = (path: string, args: fc.Arbitrary<Record<string, Sent>>, weight: number) => ({
    weight,
    arbitrary: fc.record({ path: fc.constant(path), caller: fc.constant("nobody"), minutes, args }),
  });
  const operation = fc.oneof(
    chore("tick", fc.constant({}), 1),
    chore("cleanUp", fc.constant({}), 1),
    chore("sweepUploads", fc.constant({}), 1),
    chore("upload", files, 5),
    ...calls,
  );
  return programsOf(operation, length);
}

type AtEnd = {
  /** Inspects the engine after the program. */
  look?: ((t: Engine) => Promise<void>) | undefined;
  /** False skips the queries at the end and compares only the stored rows. */
  asksAll?: boolean;
};

/**
 * Runs a program on a fresh engine. Returns the transcript of its answers, of all queries at the end, and of all stored
 * rows.
 */
export async function runAppProgram(
  engine: EngineName,
  program: readonly AppOperation[],
  { look, asksAll = true }: AtEnd = {},
): Promise<string[]> {
  vi.setSystemTime("2026-03-02T08:00:00Z");
  const { t, tableOfId } = await openEngine(engine, schema, modules);
  const transcript = new Transcript(tableOfId);
  const kinds = await publicFunctions();
  const callers = await insertPeople(t);
  await insertRecords(callers);
  await dump(t, transcript);
  for (const { minutes, ...operation } of program) {
    await pass(t, minutes * 60_000 + 1000);
    await carryOut({ ...operation, callers, kinds, transcript });
  }
  await pass(t, 60_000);
  if (asksAll) await sweep(callers, transcript);
  await dump(t, transcript);
  await look?.(t);
  return transcript.lines;
}

type Step = Omit<AppOperation, "minutes"> & {
  callers: Map<string, AppCaller>;
  kinds: Map<string, Kind>;
  transcript: Transcript;
};

async function carryOut({ path, args, caller, callers, kinds, transcript }: Step): Promise<void> {
  const { t, session } = callers.get(caller)!;
  const own = resolve(args, (table) => transcript.idsOf(table)) as Record<string, Value>;
  const sent = session === undefined || path in chores ? own : { ...own, session };
  await transcript.writeOutcome({ path, caller, args: own }, async () => {
    const chore = chores[path];
    if (chore !== undefined) return await chore(t, sent);
    const kind = kinds.get(path) ?? "query";
    return await callerOf(t)[kind](makeFunctionReference(path), sent);
  });
}

type AnyCaller = Record<Kind, (target: object, args: Record<string, Value>) => Promise<Value>>;

/** Paths from a text have no types to check. */
function callerOf(t: Engine): AnyCaller {
  return t as unknown as AnyCaller;
}

/** Asks every query about every known record. */
async function sweep(callers: Map<string, AppCaller>, transcript: Transcript): Promise<void> {
  const kinds = new Map<string, Kind>();
  for (const [path, { sweep, fixed = {} }] of Object.entries(callsByFunction)) {
    if (sweep === undefined) continue;
    let asked: Record<string, Sent>[] = [fixed];
    for (const [name, table] of Object.entries(sweep))
      asked = asked.flatMap((args) =>
        transcript.idsOf(table).map((id) => ({ ...args, [name]: id })),
      );
    for (const args of asked)
      await carryOut({ path, args, caller: "admin", callers, kinds, transcript });
  }
}

/** Records the rows of all tables, including files and scheduled functions. */
async function dump(t: Engine, transcript: Transcript): Promise<void> {
  for (const table of Object.keys(schema.tables) as TableNames[]) {
    const rows = await t.run(async ({ db }) => await db.query(table).collect());
    const isOfMoments = table === "unitNames" || table === "batches";
    transcript.write({ table, rows: isOfMoments ? inOrderOfCreation(rows) : rows });
  }
  const system = await t.run(async ({ db }) => ({
    files: (await db.system.query("_storage").collect()).map(({ _id, sha256, size }) => ({
      ...{ _id, sha256, size },
    })),
    // The host stores the name with its file extension.
    jobs: (await db.system.query("_scheduled_functions").collect()).map(({ name, state }) => {
      return `${name.replace(".js:", ":")} ${state.kind}`;
    }),
  }));
  transcript.write(system);
}

/** The fields of rows that hold creation times of other rows. */
const momentFields: readonly string[] = ["from", "to", "at"];

/** Each engine adds its own fractions to creation times, so only their order is compared. */
function inOrderOfCreation(rows: readonly object[]): Value[] {
  const moments: number[] = [];
  const eachMoment = (change: (moment: number) => number) =>
    JSON.parse(
      JSON.stringify(rows, (name, value: unknown) =>
        typeof value === "number" && momentFields.includes(name) ? change(value) : value,
      ),
    ) as Value[];
  eachMoment((moment) => moments.push(moment));
  const order = [...new Set(moments)].sort((a, b) => a - b);
  return eachMoment((moment) => order.indexOf(moment));
}

/** Returns the app's public functions with their kinds, read from its modules instead of a list. */
export async function publicFunctions(): Promise<Map<string, Kind>> {
  const found = new Map<string, Kind>();
  for (const [path, load] of Object.entries(modules)) {
    if (path.includes("_generated/")) continue;
    const module = path.slice(path.indexOf("convex/") + "convex/".length).replace(/\.ts$/, "");
    const exported = (await load()) as Record<string, Record<string, unknown> | undefined>;
    for (const [name, value] of Object.entries(exported)) {
      const kind = kindOf(value);
      if (kind !== null) found.set(`${module}:${name}`, kind);
    }
  }
  return found;
}

function kindOf(value: Record<string, unknown> | undefined): Kind | null {
  if (value?.["isPublic"] !== true) return null;
  if (value["isQuery"] === true) return "query";
  return value["isMutation"] === true ? "mutation" : "action";
}
