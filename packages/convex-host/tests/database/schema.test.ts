import { defineSchema, defineTable, type GenericSchema } from "convex/server";
import { v } from "convex/values";
import { expect, onTestFinished, test } from "vitest";
import {
  collect,
  exportSchema,
  freshDatabase,
  mutate,
  range,
  read,
  scan,
  temporaryPath,
} from "./fixture.ts";
import { openDatabase } from "../../src/database/open-database.ts";

const schemaOf = (tables: GenericSchema, schemaValidation = true) =>
  exportSchema(defineSchema(tables, { schemaValidation }));

const plain = () => defineTable({ name: v.string(), age: v.optional(v.number()) });

test("every table of a schema has a number at once, which it keeps [D23]", () => {
  const path = temporaryPath();
  const first = openDatabase({ path, durable: false });
  first.applySchema(schemaOf({ people: plain(), pets: plain() }));
  const numbers = [first.catalog.tableNumber("people"), first.catalog.tableNumber("pets")];
  expect([...numbers].sort()).toEqual([10_001, 10_002]);
  first.close();
  const second = openDatabase({ path, durable: false });
  onTestFinished(() => second.close());
  second.applySchema(schemaOf({ birds: plain(), pets: plain() }));
  expect(second.catalog.tableNumber("people")).toBe(numbers[0]);
  expect(second.catalog.tableNumber("pets")).toBe(numbers[1]);
  expect(second.catalog.tableNumber("birds")).toBe(10_003);
});

test("a schema that is in force already changes nothing [D23]", () => {
  const database = freshDatabase();
  database.applySchema(schemaOf({ people: plain().index("by_name", ["name"]) }));
  const { latest } = database;
  database.applySchema(schemaOf({ people: plain().index("by_name", ["name"]) }));
  expect(database.latest).toBe(latest);
});

test("a new index holds the documents that were there before it [D24]", async () => {
  const database = freshDatabase();
  database.applySchema(schemaOf({ people: plain() }));
  await mutate(database, (tx) => {
    for (let at = 0; at < 700; at++) tx.insert("people", { name: `n${at % 7}`, age: at });
  });
  database.applySchema(schemaOf({ people: plain().index("by_name_age", ["name", "age"]) }));
  const found = read(database, (tx) =>
    collect(tx, range("people.by_name_age", [["Eq", "name", "n3"]], { order: "desc" })),
  );
  expect(found.map((person) => person["age"])).toEqual(
    Array.from({ length: 100 }, (_, at) => 696 - at * 7).map((age) => age + 0),
  );
});

test("a changed index is made anew, a removed one is gone [D24]", async () => {
  const database = freshDatabase();
  database.applySchema(schemaOf({ people: plain().index("by_x", ["name"]) }));
  await mutate(database, (tx) => {
    tx.insert("people", { name: "b", age: 1 });
    tx.insert("people", { name: "a", age: 2 });
  });
  const order = () =>
    read(database, (tx) => collect(tx, range("people.by_x")).map((person) => person["name"]));
  expect(order()).toEqual(["a", "b"]);
  database.applySchema(schemaOf({ people: plain().index("by_x", ["age"]) }));
  expect(order()).toEqual(["b", "a"]);
  await mutate(database, (tx) => tx.insert("people", { name: "c", age: 1.5 }));
  expect(order()).toEqual(["b", "c", "a"]);
  database.applySchema(schemaOf({ people: plain() }));
  expect(order).toThrow("Index people.by_x not found.");
});

test("a field may be added while it is optional [D25]", async () => {
  const database = freshDatabase();
  database.applySchema(schemaOf({ people: defineTable({ name: v.string() }) }));
  await mutate(database, (tx) => tx.insert("people", { name: "a" }));
  database.applySchema(schemaOf({ people: plain() }));
  await mutate(database, (tx) => tx.insert("people", { name: "b", age: 1 }));
  expect(read(database, (tx) => tx.count("people"))).toBe(2);
});

test("a schema that a document does not fit is refused by its name, and nothing changes [D25]", async () => {
  const database = freshDatabase();
  database.applySchema(schemaOf({ people: plain().index("by_age", ["age"]) }));
  const id = await mutate(database, (tx) => tx.insert("people", { name: "a" }));
  const { latest } = database;
  const stricter = schemaOf({
    added: plain(),
    people: defineTable({ name: v.string(), age: v.number() }).index("by_name", ["name"]),
  });
  expect(() => database.applySchema(stricter)).toThrow(
    `Document with ID "${id}" in table "people" does not match the schema: Object is missing the required field \`age\`.`,
  );
  expect(database.latest).toBe(latest);
  expect(database.catalog.tableNumber("added")).toBeNull();
  expect(read(database, (tx) => collect(tx, range("people.by_age")))).toHaveLength(1);
  expect(() => read(database, (tx) => collect(tx, range("people.by_name")))).toThrow("not found");
  await mutate(database, (tx) => tx.patch({ id, value: { age: 3 } }));
  database.applySchema(stricter);
  expect(read(database, (tx) => collect(tx, range("people.by_name")))).toHaveLength(1);
});

test("ids are checked by their table, also of tables that come with the same schema [D25]", async () => {
  const database = freshDatabase();
  const schema = schemaOf({ pets: defineTable({ owner: v.id("people") }), people: plain() });
  database.applySchema(schema);
  await mutate(database, (tx) => {
    const owner = tx.insert("people", { name: "a" });
    const pet = tx.insert("pets", { owner });
    expect(() => tx.insert("pets", { owner: pet })).toThrow(
      'does not match the table name in validator `v.id("people")`',
    );
  });
});

test("without schema validation anything goes, and unions work at the top [D25]", async () => {
  const database = freshDatabase();
  database.applySchema(schemaOf({ people: plain() }, false));
  await mutate(database, (tx) => tx.insert("people", { other: 1 }));
  database.applySchema(
    schemaOf({
      people: defineTable(v.union(v.object({ other: v.number() }), v.object({ name: v.string() }))),
    }),
  );
  await mutate(database, (tx) => {
    tx.insert("people", { name: "x" });
    expect(() => tx.insert("people", { name: 1 })).toThrow("does not match the schema");
  });
});

test("a table that leaves the schema keeps its documents and loses its rules [D25]", async () => {
  const database = freshDatabase();
  database.applySchema(schemaOf({ people: plain().index("by_name", ["name"]) }));
  await mutate(database, (tx) => tx.insert("people", { name: "a" }));
  database.applySchema(schemaOf({}));
  await mutate(database, (tx) => tx.insert("people", { anything: 1 }));
  expect(read(database, (tx) => collect(tx, scan("people")))).toHaveLength(2);
  expect(() => read(database, (tx) => collect(tx, range("people.by_name")))).toThrow("not found");
});

test("readers of a table that did not exist hear of it [D23]", () => {
  const database = freshDatabase();
  const missing = read(database, (tx) => {
    collect(tx, scan("people"));
    return tx.reads.ranges[0]!;
  });
  const keys: string[] = [];
  database.onCommit(({ writes }) =>
    writes.forEach(({ after }) => keys.push(...after.map(({ key }) => key))),
  );
  database.applySchema(schemaOf({ people: plain() }));
  expect(keys.some((key) => key >= missing.lower && key < missing.upper!)).toBe(true);
});

test("a snapshot keeps the tables and indexes of its time [D23]", async () => {
  const database = freshDatabase();
  database.applySchema(schemaOf({ people: plain().index("by_name", ["name"]) }));
  await mutate(database, (tx) => tx.insert("people", { name: "a" }));
  const snapshot = database.snapshot();
  database.applySchema(schemaOf({ people: plain().index("by_age", ["age"]) }));
  const tx = snapshot.begin({ nowMs: 1 });
  expect(collect(tx, range("people.by_name"))).toHaveLength(1);
  expect(() => collect(tx, range("people.by_age"))).toThrow("not found");
  snapshot.close();
});

test("a schema waits for no open mutation [D23]", () => {
  const database = freshDatabase();
  const tx = database.begin({ nowMs: 1 });
  expect(() => database.applySchema(schemaOf({}))).toThrow("while a mutation is open");
  database.rollback(tx);
});

const fields = (list: string[]) =>
  JSON.stringify({
    tables: [
      {
        tableName: "people",
        indexes: [{ indexDescriptor: "by_x", fields: list }],
        documentType: { type: "any" },
      },
    ],
    schemaValidation: true,
  });
test.each<[string, string]>([
  ["an index on _id", fields(["_id"])],
  ["an index on _creationTime", fields(["name", "_creationTime"])],
  ["an index on nothing", fields([])],
  ["an index on a field twice", fields(["a", "a"])],
  ["an index on 17 fields", fields(Array.from({ length: 17 }, (_, at) => `f${at}`))],
  ["an index on no field path", fields(["a..b"])],
  ["a reserved index name", fields(["a"]).replace("by_x", "by_id")],
  ["an index name with an underscore first", fields(["a"]).replace("by_x", "_x")],
  ["a table name of the system", fields(["a"]).replace("people", "_people")],
])("a schema is refused: %s [D26]", (_name, text) => {
  const database = freshDatabase();
  const { latest } = database;
  expect(() => database.applySchema(text)).toThrow();
  expect(database.latest).toBe(latest);
});

const record = v.record(v.union(v.literal("a"), v.literal("b")) as never, v.number());
const people = () => defineTable({ name: v.string(), at: v.object({ room: v.string() }) });

test.each<[string, GenericSchema, string]>([
  ["a missing field", { people: people().index("by_x", ["age" as never]) }, 'the field "age"'],
  [
    "a missing nested field",
    { people: people().index("by_x", ["at.floor" as never]) },
    '"at.floor"',
  ],
  [
    "a field of a text",
    { people: people().index("by_x", ["name.first" as never]) },
    '"name.first"',
  ],
  [
    "a missing text",
    { people: people().searchIndex("by_x", { searchField: "text" as never }) },
    'the field "text"',
  ],
  [
    "the fields of another",
    { people: people().index("by_x", ["name"]).index("by_y", ["name"]) },
    '"by_x" and "by_y" index the same fields',
  ],
  [
    "vectors",
    { people: defineTable(v.any()).vectorIndex("by_v", { vectorField: "v", dimensions: 2 }) },
    'the vector index "by_v": the embedded host serves no vector indexes',
  ],
])("an index on %s is refused by name [D26]", (_name, tables, message) => {
  expect(() => freshDatabase().applySchema(schemaOf(tables))).toThrow(message);
});

test.each<[string, GenericSchema, string]>([
  ["a text", { people: defineTable(v.string() as never) }, "must be an object, a union"],
  [
    "a text or an object",
    { people: defineTable(v.union(v.string(), v.object({})) as never) },
    "must be",
  ],
  [
    "an odd field name",
    { people: defineTable({ "first-name": v.string() }) },
    '"first-name" is no field name',
  ],
  [
    "an odd field name within",
    { people: defineTable({ list: v.array(v.object({ "a.b": v.null() })) }) },
    '"a.b" is no field name',
  ],
  ["a record of literals", { people: defineTable({ record }) }, "The keys of v.record()"],
])("a document that is %s is refused in a schema [D26]", (_name, tables, message) => {
  expect(() => freshDatabase().applySchema(schemaOf(tables))).toThrow(message);
});

test("indexes may have system fields as filters, and any field where documents may be anything [D26]", () => {
  const database = freshDatabase();
  database.applySchema(
    schemaOf({
      things: defineTable(v.any()).index("by_x", ["a.b.c"]),
      people: people()
        .index("by_room", ["at.room"])
        .searchIndex("by_name", { searchField: "name", filterFields: ["_creationTime" as never] }),
    }),
  );
  database.applySchema(schemaOf({ people: people().index("by_x", ["age" as never]) }, false));
});
