import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
import type { Json } from "../../src/values/json.ts";
import { collect, exportSchema, freshDatabase, mutate } from "./fixture.ts";
import type { ReadTransaction } from "../../src/database/transactions/read-transaction.ts";
import type { Database } from "../../src/database/database.ts";

const schema = exportSchema(
  defineSchema({
    items: defineTable({ a: v.optional(v.any()), b: v.optional(v.any()), in: v.optional(v.any()) })
      .index("by_a", ["a"])
      .index("by_a_b", ["a", "b"])
      .index("by_in_deep", ["in.deep"]),
  }),
);

/** A database with the table `items`, whose fields may be anything. */
export function itemsDatabase(): Database {
  const database = freshDatabase();
  database.applySchema(schema);
  return database;
}

/** A database with these items. */
export async function withItems(items: Record<string, Json>[]): Promise<Database> {
  const database = itemsDatabase();
  await mutate(database, (tx) => items.forEach((item) => tx.insert("items", item)));
  return database;
}

/** One field of every document of a query. */
export const labels = (tx: ReadTransaction, query: Parameters<typeof collect>[1], field = "a") =>
  collect(tx, query).map((item) => item[field]);
