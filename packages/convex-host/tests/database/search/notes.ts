import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
import type { Database } from "../../../src/database/database.ts";
import type { ReadTransaction } from "../../../src/database/transactions/read-transaction.ts";
import type { Json, JsonObject } from "../../../src/values/json.ts";
import { collect, exportSchema, freshDatabase, mutate } from "../fixture.ts";

export const notesSchema = exportSchema(
  defineSchema({
    notes: defineTable(v.any())
      .searchIndex("by_text", { searchField: "text", filterFields: ["kind", "at.room"] })
      .searchIndex("by_title", { searchField: "head.title" }),
  }),
);

/** A database whose notes are searched by text and by title. */
export function notesDatabase(): Database {
  const database = freshDatabase();
  database.applySchema(notesSchema);
  return database;
}

/** A database with notes of these texts. */
export async function withTexts(...texts: string[]): Promise<Database> {
  const database = notesDatabase();
  await mutate(database, (tx) => texts.forEach((text) => tx.insert("notes", { text })));
  return database;
}

/** Builds the JSON of a search as functions send it. */
export function searchFor(
  text: string,
  options: { equal?: [field: string, value: Json][]; operators?: Json[] } = {},
): JsonObject {
  const { equal = [], operators = [] } = options;
  const filters = equal.map(([fieldPath, value]) => ({ type: "Eq", fieldPath, value }));
  const search = { type: "Search", fieldPath: "text", value: text };
  return {
    source: { type: "Search", indexName: "notes.by_text", filters: [search, ...filters] },
    operators,
  };
}

/** Returns the texts that a search finds, in the order of the search. */
export function found(
  tx: ReadTransaction,
  text: string,
  options?: Parameters<typeof searchFor>[1],
): Json[] {
  return collect(tx, searchFor(text, options)).map((note) => note["text"]!);
}
