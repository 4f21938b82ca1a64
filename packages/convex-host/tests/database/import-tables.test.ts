import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
import { expect, test } from "vitest";
import { importTables, type TableImport } from "../../src/database/import-tables.ts";
import { walkTable } from "../../src/database/walk-table.ts";
import { encodeId } from "../../src/values/ids.ts";
import type { JsonObject } from "../../src/values/json.ts";
import { exportSchema, temporaryPath } from "./fixture.ts";
import { openDatabase } from "../../src/database/open-database.ts";

const schema = exportSchema(
  defineSchema({
    owners: defineTable({ name: v.string() }).index("by_name", ["name"]),
    pets: defineTable({ owner: v.id("owners") }).index("by_owner", ["owner"]),
    rest: defineTable({ text: v.string() }),
  }),
);

const owner = (number: number, name: string, at = 1) => ({
  ...{ _id: encodeId(number, new Uint8Array(16).fill(at)), _creationTime: 1000 + at, name },
});
const pet = (number: number, of: { _id: string }, at = 1) => ({
  ...{
    _id: encodeId(number, new Uint8Array(16).fill(at)),
    _creationTime: 2000 + at,
    owner: of._id,
  },
});

/** A closed database with the schema. */
function closedDatabase(): string {
  const path = temporaryPath();
  const database = openDatabase({ path });
  database.applySchema(schema);
  database.close();
  return path;
}

function importInto(path: string, given: Partial<TableImport>): number {
  return importTables(path, { tables: [], mode: "replace", cleared: [], nowMs: 5000, ...given });
}

/** All documents, by table, after the schema was applied once more. */
function contents(path: string): Record<string, JsonObject[]> {
  const database = openDatabase({ path });
  database.applySchema(schema);
  const snapshot = database.snapshot();
  const tables = database.userTables().map(({ name }) => [name, [...walkTable(snapshot, name)]]);
  snapshot.close();
  database.close();
  return Object.fromEntries(tables) as Record<string, JsonObject[]>;
}

test("tables take the numbers of the import, also when these are those of each other [C9]", () => {
  const path = closedDatabase();
  const ann = owner(10002, "Ann");
  const rex = pet(10003, ann);

  const rows = importInto(path, {
    tables: [
      { name: "pets", number: 10003, documents: [rex] },
      { name: "owners", number: 10002, documents: [ann] },
    ],
  });

  expect(rows).toBe(2);
  expect(contents(path)).toEqual({ owners: [ann], pets: [rex], rest: [] });
});

test("what is imported twice in place of itself is there once, with working indexes [C9]", () => {
  const path = closedDatabase();
  const tables = [{ name: "owners", number: 10001, documents: [owner(10001, "Ann")] }];

  importInto(path, { tables });
  importInto(path, { tables });

  const database = openDatabase({ path });
  const snapshot = database.snapshot();
  const range = [{ type: "Eq", fieldPath: "name", value: "Ann" }];
  const source = { type: "IndexRange", indexName: "owners.by_name", range, order: "asc" };
  const read = snapshot.begin({ nowMs: 0 });
  const query = { source, operators: [] };
  const { page } = JSON.parse(read.queryPage({ query, cursor: null, pageSize: 10 })) as {
    page: unknown[];
  };
  snapshot.close();
  database.close();
  expect(page).toEqual([owner(10001, "Ann")]);
});

test("documents without an id get one, and those of the table stay when the import adds to it [C9]", () => {
  const path = closedDatabase();
  const ann = owner(10001, "Ann");
  importInto(path, { tables: [{ name: "owners", number: null, documents: [ann] }] });

  importInto(path, {
    mode: "append",
    tables: [{ name: "owners", number: null, documents: [{ name: "Bob" }] }],
  });

  const { owners } = contents(path);
  expect(owners).toHaveLength(2);
  expect(owners).toContainEqual(ann);
  expect(owners).toContainEqual(expect.objectContaining({ name: "Bob", _creationTime: 5000 }));
});

test("documents without a creation time are newer than all that is imported before them [D6]", () => {
  const path = closedDatabase();
  const future = { ...owner(10001, "Ann"), _creationTime: 1e16 };
  const documents = [future, { name: "Bob" }, { name: "Cem" }];

  importInto(path, { tables: [{ name: "owners", number: null, documents }] });

  const owners = contents(path)["owners"]!;
  expect(owners.map(({ name }) => name)).toEqual(["Ann", "Bob", "Cem"]);
  expect(new Set(owners.map(({ _creationTime }) => _creationTime)).size).toBe(3);
});

test.each([
  {
    what: "does not fit the schema",
    documents: [owner(10001, "Ann"), { ...owner(10001, "", 2), name: 7 }],
    reason:
      /Document 2 of the table "owners" \("_id": "[0-9a-z]{32}"\) was refused: .*does not match the schema/,
  },
  {
    what: "has the id of another",
    documents: [owner(10001, "Ann"), owner(10001, "Bob")],
    reason: /There is a document with this _id/,
  },
  {
    what: "has the id of another table",
    documents: [owner(10002, "Ann")],
    reason: /The _id is not one of this table/,
  },
])("a document that $what is named, and nothing changes [C10]", ({ documents, reason }) => {
  const path = closedDatabase();
  importInto(path, {
    tables: [{ name: "owners", number: null, documents: [owner(10001, "Eve", 9)] }],
  });
  const before = contents(path);

  expect(() => importInto(path, { tables: [{ name: "owners", number: null, documents }] })).toThrow(
    reason,
  );

  expect(contents(path)).toEqual(before);
});

test("a table that holds something is neither filled nor renumbered without being asked [C10]", () => {
  const path = closedDatabase();
  const documents = [owner(10001, "Ann")];
  importInto(path, { tables: [{ name: "owners", number: null, documents }] });

  const again = () =>
    importInto(path, {
      mode: "requireEmpty",
      tables: [{ name: "owners", number: null, documents }],
    });
  const inTheWay = () =>
    importInto(path, { tables: [{ name: "pets", number: 10001, documents: [] }] });

  expect(again).toThrow('The table "owners" has documents already');
  expect(inTheWay).toThrow('The documents of "owners" have the table number 10001');
  expect(contents(path)["owners"]).toEqual(documents);
});

test("what is noted of an import is there exactly when its rows are [C10]", () => {
  const path = closedDatabase();
  const good = { name: "owners", number: 10002, documents: [owner(10002, "Ann")] };
  const bad = { name: "rest", number: null, documents: [{ nonsense: true }] };
  const noteOf = () => {
    const database = openDatabase({ path });
    const text = database.meta.get("note");
    database.close();
    return text;
  };
  const note: TableImport["note"] = (meta, rows) => meta.set("note", `${rows} rows`);

  expect(() => importInto(path, { tables: [good, bad], note })).toThrow(/refused/);
  expect([noteOf(), contents(path)["owners"]]).toEqual([null, []]);

  importInto(path, { tables: [good], note });
  expect([noteOf(), contents(path)["owners"]]).toEqual(["1 rows", [owner(10002, "Ann")]]);
});
