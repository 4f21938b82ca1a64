import fc from "fast-check";
import { expect, test } from "vitest";
import { indexKey, indexKeys } from "../../src/database/tables/index-keys.ts";
import { newTable, type TableInfo } from "../../src/database/tables/catalog.ts";
import type { JsonObject } from "../../src/values/json.ts";

const fieldsByIndex = { ab: ["a", "b"], ba: ["b", "a"], nested: ["c.d", "a"], whole: ["c"] };

function tableWithIndexes(): TableInfo {
  const table = newTable("items", { nextTable: 10_001, nextIndex: 1 });
  const indexes = new Map(table.indexes);
  for (const [name, fields] of Object.entries(fieldsByIndex)) {
    const paths = [...fields, "_creationTime", "_id"].map((field) => field.split("."));
    indexes.set(name, { id: 100 + indexes.size, table: table.name, name, fields: paths });
  }
  return { ...table, indexes };
}

const scalar = () =>
  fc.constantFrom<JsonObject[string]>(null, 0, 1, "", "a", "a\0b", true, {
    $float: "AAAAAAAAAIA=",
  });
const documents = () =>
  fc
    .record(
      {
        a: scalar(),
        b: scalar(),
        c: fc.oneof(scalar(), fc.array(scalar(), { maxLength: 2 }), fc.record({ d: scalar() })),
      },
      { requiredKeys: [] },
    )
    .map((fields): JsonObject => ({ ...fields, _creationTime: 1, _id: "x" }));

test("a document has in each index the key of its own fields, whatever document was in its place [Q1] [D10]", () => {
  const table = tableWithIndexes();
  const keysOf = (document: JsonObject) =>
    [...table.indexes.values()].map((index) => ({
      index: index.id,
      key: indexKey(index, document),
    }));

  fc.assert(
    fc.property(documents(), documents(), (old, document) => {
      const before = { document: old, keys: indexKeys(table, old) };
      expect(before.keys).toEqual(keysOf(old));
      expect(indexKeys(table, document, before)).toEqual(keysOf(document));
      // The new document may share nested objects with the old one.
      const mixed = { ...old, ...document };
      expect(indexKeys(table, mixed, before)).toEqual(keysOf(mixed));
    }),
  );
});
