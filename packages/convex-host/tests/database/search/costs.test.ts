import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
import { expect, onTestFinished, test } from "vitest";
import { exportSchema, freshDatabase, mutate } from "../fixture.ts";
import { disk } from "../refusing-disk.ts";

const schema = exportSchema(
  defineSchema({
    plain: defineTable(v.any()),
    notes: defineTable(v.any()).searchIndex("by_text", {
      searchField: "text",
      filterFields: ["kind"],
    }),
  }),
);

test("writes that change no searched text and no filter field store nothing for search [D31]", async () => {
  const database = freshDatabase();
  database.applySchema(schema);
  const statements: string[] = [];
  disk.look = (sql) => {
    const verb = sql.includes("'delete'") ? "DELETE" : sql.trim().split(" ")[0]!;
    if (sql.includes("search_")) statements.push(verb);
  };
  onTestFinished(() => void (disk.look = null));
  const storedBy = async (work: Parameters<typeof mutate<string>>[1]) => {
    statements.length = 0;
    return [await mutate(database, work), [...new Set(statements)]] as const;
  };

  const [, ofPlain] = await storedBy((tx) => tx.insert("plain", { text: "tap" }));
  const [id, ofNew] = await storedBy((tx) => tx.insert("notes", { text: "tap", kind: 1 }));
  const [, ofOther] = await storedBy((tx) => tx.patch({ id, value: { done: true, kind: 1 } }));
  const [, ofText] = await storedBy((tx) => tx.patch({ id, value: { text: "door" } }));
  const [, ofKind] = await storedBy((tx) => tx.patch({ id, value: { kind: 2 } }));
  const [, ofNone] = await storedBy((tx) => tx.patch({ id, value: { text: null } }));

  expect({ ofPlain, ofOther }).toEqual({ ofPlain: [], ofOther: [] });
  expect({ ofNew, ofNone }).toEqual({ ofNew: ["INSERT"], ofNone: ["DELETE"] });
  for (const verbs of [ofText, ofKind]) expect(verbs).toEqual(["DELETE", "INSERT"]);
});
