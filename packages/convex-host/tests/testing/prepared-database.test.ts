import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../src/database/open-database.ts";
import { newPlaces, removePlaces } from "../../src/testing/prepared-database.ts";

const schema = defineSchema({ notes: defineTable({ text: v.string() }) });
// Convex's own text of a schema, which its types hide.
const schemaJson = (schema as unknown as { export(): string }).export();

test("each backend of a test begins with the tables, which are made once [D23]", () => {
  for (const _ of ["the first", "a further one"]) {
    const places = newPlaces(schemaJson);
    onTestFinished(() => removePlaces(places));
    const database = openDatabase({ path: places.path, durable: false });
    onTestFinished(() => database.close());

    expect(database.userTables()).toMatchObject([{ name: "notes" }]);
  }
});
