import { convexTest } from "convex-test";
import type { GenericSchema, SchemaDefinition } from "convex/server";
import { currentExecution } from "../../src/functions/run/context.ts";
import { installEnvironment } from "../../src/functions/run/process-globals.ts";
import { encodeId, tableNumberOfId } from "../../src/values/ids.ts";
import { hostTest } from "../../src/testing/engine-host.ts";
import type { TableOfId } from "./transcript.ts";
import type { TestEngine } from "../../src/testing/test-engine.ts";

export type Modules = Record<string, () => Promise<unknown>>;

export type EngineName = "host" | "convex-test";

/** One engine with an empty database, and the function that tells the table of its ids. */
export type Opened<Schema extends GenericSchema> = {
  t: TestEngine<Schema>;
  tableOfId: TableOfId;
};

type Schema<Tables extends GenericSchema> = SchemaDefinition<Tables, boolean>;

shareSystemCalls();

/** Opens an engine; the host's engine closes after the test. */
export async function openEngine<Tables extends GenericSchema>(
  name: EngineName,
  schema: Schema<Tables>,
  modules: Modules,
): Promise<Opened<Tables>> {
  const tables = [...Object.keys(schema.tables), "_storage", "_scheduled_functions"];
  if (name === "convex-test") {
    return { t: convexTest({ schema, modules }), tableOfId: (text) => tableOfFakeId(text, tables) };
  }
  const t = hostTest(schema, modules, { random: ascendingIds() });
  const tableByNumber = await readTableNumbers(t, tables);
  return { t, tableOfId: (text) => tableByNumber.get(tableNumberOfId(text) ?? 0) ?? null };
}

/**
 * Lets both engines share one process. A system call within an execution of the host goes to the host; any other goes
 * to convex-test, which finds out by itself which of its backends it belongs to.
 */
function shareSystemCalls(): void {
  installEnvironment();
  const ofHost = systemCalls();
  convexTest({ modules: { "./_generated/api.js": () => Promise.resolve({}) } });
  const ofConvexTest = systemCalls();
  const answering = () => (currentExecution() === undefined ? ofConvexTest : ofHost);
  Reflect.set(globalThis, "Convex", {
    get syscall() {
      return answering().syscall;
    },
    get asyncSyscall() {
      return answering().asyncSyscall;
    },
    get jsSyscall() {
      return answering().jsSyscall;
    },
  });
}

type SystemCalls = Record<"syscall" | "asyncSyscall" | "jsSyscall", unknown>;

function systemCalls(): SystemCalls {
  return Reflect.get(globalThis, "Convex") as SystemCalls;
}

/**
 * Returns a source of bytes for ids that ascend like those of convex-test, so that both engines sort rows by id in the
 * same order.
 */
function ascendingIds(): (bytes: Uint8Array) => void {
  let count = 0;
  return (bytes) => {
    count += 1;
    new DataView(bytes.buffer, bytes.byteOffset).setUint32(0, count);
  };
}

/**
 * Finds the number of each table. The app's tables are numbered from 10001, so an id of each number is tried on all
 * tables.
 */
async function readTableNumbers<Tables extends GenericSchema>(
  t: TestEngine<Tables>,
  tables: readonly string[],
): Promise<Map<number, string>> {
  const named = await t.run(async ({ db }) =>
    tables.flatMap((_, at) => {
      const number = 10_001 + at;
      const id = encodeId(number, new Uint8Array(16));
      return tables
        .filter((table) => !table.startsWith("_") && db.normalizeId(table, id) !== null)
        .map((table): [number, string] => [number, table]);
    }),
  );
  return new Map([[539, "_scheduled_functions"], [540, "_storage"], ...named]);
}

/** Reads the table from an id of convex-test, which is a counter padded with zeros and then the table's name. */
function tableOfFakeId(text: string, tables: readonly string[]): string | null {
  const table = /^\d+(\D.*)$/.exec(text)?.[1];
  return table !== undefined && text.length >= 32 && tables.includes(table) ? table : null;
}
