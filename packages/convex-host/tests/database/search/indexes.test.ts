import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
import { expect, onTestFinished, test } from "vitest";
import { importTables } from "../../../src/database/import-tables.ts";
import { openDatabase } from "../../../src/database/open-database.ts";
import { openSqlite } from "../../../src/database/sqlite/driver.ts";
import { hasOwnSchema } from "../../../src/database/sqlite/migrations.ts";
import { exportSchema, freshDatabase, mutate, read, temporaryPath } from "../fixture.ts";
import { found, notesSchema } from "./notes.ts";

const notes = () => defineTable(v.any());
const plain = exportSchema(defineSchema({ notes: notes() }));
const indexed = (filterFields: string[], searchField = "text") =>
  exportSchema(
    defineSchema({ notes: notes().searchIndex("by_text", { searchField, filterFields }) }),
  );

const tables = (path: string) => {
  const sqlite = openSqlite(path);
  const names = sqlite
    .prepare(
      "SELECT name FROM sqlite_schema WHERE name LIKE 'search%' AND type = 'table' ORDER BY 1",
    )
    .all()
    .map(([name]) => String(name));
  expect(hasOwnSchema(sqlite)).toBe(true);
  sqlite.close();
  return names.filter((name) => /^search_\d+$/.test(name)).length;
};

test("a new search index holds the documents that were there before it, and a removed one is gone [D30]", async () => {
  const path = temporaryPath();
  const database = freshDatabase({ path });
  database.applySchema(plain);
  const search = () => read(database, (tx) => found(tx, "tap")).toSorted();
  await mutate(database, (tx) => {
    for (let at = 0; at < 600; at++)
      tx.insert("notes", { text: at % 100 === 0 ? `tap ${at}` : "door" });
  });
  expect(search).toThrow("Index notes.by_text not found.");
  database.applySchema(indexed([]));
  expect(search()).toHaveLength(6);
  expect(tables(path)).toBe(1);
  const { latest } = database;
  database.applySchema(indexed([]));
  expect(database.latest).toBe(latest);
  database.applySchema(indexed(["kind"]));
  expect(search()).toHaveLength(6);
  expect(tables(path)).toBe(1);
  database.applySchema(indexed([], "other"));
  expect(search).toThrow("doesn't match the indexed `searchField`");
  database.applySchema(plain);
  expect(search).toThrow("Index notes.by_text not found.");
  expect(tables(path)).toBe(0);
});

test("a search index is there after a restart, also of a table that left the schema and came back [D30]", async () => {
  const path = temporaryPath();
  const first = openDatabase({ path, durable: false });
  first.applySchema(notesSchema);
  await mutate(first, (tx) => tx.insert("notes", { text: "tap", kind: "x" }));
  first.close();
  const second = openDatabase({ path, durable: false });
  onTestFinished(() => second.close());
  const { latest } = second;
  second.applySchema(notesSchema);
  expect(second.latest).toBe(latest);
  expect(read(second, (tx) => found(tx, "tap", { equal: [["kind", "x"]] }))).toEqual(["tap"]);
  second.applySchema(exportSchema(defineSchema({})));
  await mutate(second, (tx) => tx.insert("notes", { text: "tap two" }));
  second.applySchema(notesSchema);
  expect(read(second, (tx) => found(tx, "tap"))).toHaveLength(2);
});

test("a schema that is refused leaves the search indexes as they were [D30]", async () => {
  const database = freshDatabase();
  database.applySchema(indexed([]));
  await mutate(database, (tx) => tx.insert("notes", { text: "tap" }));
  const refused = exportSchema(
    defineSchema({
      notes: defineTable({ text: v.number() }).searchIndex("by_more", { searchField: "text" }),
    }),
  );
  expect(() => database.applySchema(refused)).toThrow("does not match the schema");
  expect(read(database, (tx) => found(tx, "tap"))).toEqual(["tap"]);
});

test("a snapshot searches the index of its time, while the index goes [D30]", async () => {
  const database = freshDatabase();
  database.applySchema(indexed([]));
  await mutate(database, (tx) => tx.insert("notes", { text: "tap" }));
  const snapshot = database.snapshot();
  expect(found(snapshot.begin({ nowMs: 0 }), "tap")).toEqual(["tap"]);
  database.applySchema(plain);
  expect(found(snapshot.begin({ nowMs: 0 }), "tap")).toEqual(["tap"]);
  snapshot.close();
});

test("imported documents are searched, and replaced ones are not [D30]", async () => {
  const path = temporaryPath();
  const database = openDatabase({ path, durable: false });
  database.applySchema(notesSchema);
  await mutate(database, (tx) => tx.insert("notes", { text: "tap one" }));
  database.close();
  const bring = (mode: "append" | "replace", text: string, number: number | null = null) => {
    const table = { name: "notes", number, documents: [{ text }] };
    importTables(path, { tables: [table], mode, cleared: [], nowMs: 1 });
    const opened = openDatabase({ path, durable: false });
    const answer = read(opened, (tx) => found(tx, "tap"));
    opened.close();
    return answer.toSorted();
  };
  expect(bring("append", "tap two")).toEqual(["tap one", "tap two"]);
  expect(bring("replace", "tap three")).toEqual(["tap three"]);
  expect(bring("replace", "tap four", 10_077)).toEqual(["tap four"]);
  expect(tables(path)).toBe(2);
});

const field = (index: object) =>
  JSON.stringify({
    tables: [
      { tableName: "notes", indexes: [], searchIndexes: [index], documentType: { type: "any" } },
    ],
    schemaValidation: true,
  });
const usual = { indexDescriptor: "by_text", searchField: "text", filterFields: [] as string[] };

test.each<[string, object]>([
  ["17 filter fields", { ...usual, filterFields: Array.from({ length: 17 }, (_, at) => `f${at}`) }],
  ["a filter field twice", { ...usual, filterFields: ["a", "a"] }],
  ["no search field", { ...usual, searchField: "" }],
  ["a filter field that is no path", { ...usual, filterFields: ["a..b"] }],
  ["a reserved name", { ...usual, indexDescriptor: "by_id" }],
  ["a name with a quote", { ...usual, indexDescriptor: `a"b` }],
])("a search index with %s is refused [D26]", (_name, index) => {
  const database = freshDatabase();
  expect(() => database.applySchema(field(index))).toThrow();
  expect(database.catalog.tableNumber("notes")).toBeNull();
});

test("an index and a search index of one name are refused [D26]", () => {
  const both = field(usual).replace(
    `"indexes":[]`,
    `"indexes":[{"indexDescriptor":"by_text","fields":["a"]}]`,
  );
  expect(() => freshDatabase().applySchema(both)).toThrow('declares index "notes.by_text" twice');
});

test("the search indexes of format 4, which counted removed texts, are made anew from the documents [D29] [D30]", async () => {
  const path = temporaryPath();
  const database = freshDatabase({ path });
  database.applySchema(notesSchema);
  await mutate(database, (tx) => tx.insert("notes", { text: "tap" }));
  database.close();
  const sqlite = openSqlite(path);
  sqlite.exec("DROP TABLE recent_commits; PRAGMA user_version = 4");
  for (const [id] of sqlite.prepare("SELECT id FROM search_indexes").all()) {
    sqlite.exec(`DROP TABLE search_${Number(id)}`);
    sqlite.exec(
      `CREATE VIRTUAL TABLE search_${Number(id)} USING fts5(
        words, filters, content='', contentless_delete=1, tokenize='ascii')`,
    );
  }
  sqlite.close();

  const again = openDatabase({ path, durable: false });
  onTestFinished(() => again.close());
  again.applySchema(notesSchema);
  expect(read(again, (tx) => found(tx, "tap"))).toEqual(["tap"]);
  expect(tables(path)).toBe(2);
});
