import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  defineSchema,
  defineTable,
  type GenericSchema,
  type SchemaDefinition,
} from "convex/server";
import { v } from "convex/values";
import { onTestFinished } from "vitest";
import type { Database, DatabaseOptions } from "../../src/database/database.ts";
import type { Json, JsonObject } from "../../src/values/json.ts";
import type { Timestamp } from "../../src/values/timestamp.ts";
import type { ReadTransaction } from "../../src/database/transactions/read-transaction.ts";
import type { WriteTransaction } from "../../src/database/transactions/write-transaction.ts";
import { openDatabase } from "../../src/database/open-database.ts";

export type Doc = JsonObject & { _id: string; _creationTime: number };

/** Returns a path for a database; its folder is removed after the test. */
export function temporaryPath(name = "test.db"): string {
  const folder = mkdtempSync(join(tmpdir(), "convex-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, name);
}

/** Opens an empty database and closes it after the test. */
export function freshDatabase(options: Partial<DatabaseOptions> = {}): Database {
  const database = openDatabase({ path: temporaryPath(), durable: false, ...options });
  onTestFinished(() => database.close());
  return database;
}

/** Returns the JSON text of `schema.export()`, which the types of Convex hide. */
export function exportSchema<S extends GenericSchema>(
  schema: SchemaDefinition<S, boolean>,
): string {
  return (schema as unknown as { export(): string }).export();
}

export const unitsSchema = exportSchema(
  defineSchema({
    rooms: defineTable({
      name: v.string(),
      floor: v.optional(v.any()),
      house: v.optional(v.string()),
    })
      .index("by_name", ["name"])
      .index("by_house_and_floor", ["house", "floor"]),
  }),
);

/** A database with the `rooms` table. */
export function roomsDatabase(options: Partial<DatabaseOptions> = {}): Database {
  const database = freshDatabase(options);
  database.applySchema(unitsSchema);
  return database;
}

/** Runs one mutation and waits for the disk. */
export async function mutate<T>(
  database: Database,
  work: (tx: WriteTransaction) => T,
  nowMs = Date.now(),
): Promise<T> {
  const [result, flushed] = commit(database, work, nowMs);
  await flushed;
  return result;
}

/** Runs one mutation without waiting for the disk. Returns its result and the promise of its flush. */
export function commit<T>(
  database: Database,
  work: (tx: WriteTransaction) => T,
  nowMs = Date.now(),
): [T, Promise<Timestamp>] {
  const tx = database.begin({ nowMs });
  let result: T;
  try {
    result = work(tx);
  } catch (error) {
    database.rollback(tx);
    throw error;
  }
  return [result, database.commit(tx)];
}

/** Runs one query at the newest state. */
export function read<T>(database: Database, work: (tx: ReadTransaction) => T): T {
  const snapshot = database.snapshot();
  try {
    return work(snapshot.begin({ nowMs: 0 }));
  } finally {
    snapshot.close();
  }
}

export function scan(
  table: string,
  operators: Json[] = [],
  order: "asc" | "desc" = "asc",
): JsonObject {
  return { source: { type: "FullTableScan", tableName: table, order }, operators };
}

export function range(
  indexName: string,
  bounds: [type: string, fieldPath: string, value: Json][] = [],
  options: { order?: "asc" | "desc"; operators?: Json[] } = {},
): JsonObject {
  const list = bounds.map(([type, fieldPath, value]) => ({ type, fieldPath, value }));
  return {
    source: { type: "IndexRange", indexName, range: list, order: options.order ?? "asc" },
    operators: options.operators ?? [],
  };
}

/** Returns every document that a query finds, in order. */
export function collect(tx: ReadTransaction, query: JsonObject): Doc[] {
  const documents: Doc[] = [];
  const id = tx.queryStream(query);
  for (let next = tx.queryStreamNext(id); !next.done; next = tx.queryStreamNext(id)) {
    documents.push(JSON.parse(next.value!) as Doc);
  }
  return documents;
}

export function get(tx: ReadTransaction, id: string): Doc | null {
  const text = tx.get({ id, isSystem: false });
  return text === null ? null : (JSON.parse(text) as Doc);
}
