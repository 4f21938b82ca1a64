import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
import { expect, onTestFinished, test } from "vitest";
import { openSqlite } from "../../../src/database/sqlite/driver.ts";
import { SearchStatements } from "../../../src/database/sqlite/search-statements.ts";
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

/** Makes a full-text table of 25,000 texts of common words; the first texts are the given ones. Returns the search. */
function manyTexts(first: readonly string[]): (...words: string[]) => number[] {
  const sqlite = openSqlite(":memory:");
  const searches = new SearchStatements(sqlite);
  searches.create(1);
  sqlite.exec("BEGIN");
  for (let rid = 1; rid <= 25_000; rid++) {
    const after = { index: 1, text: first[rid - 1] ?? "common and usual", filters: "f0" };
    searches.store({ rid, index: 1, before: null, after });
  }
  sqlite.exec("COMMIT");
  return (...words) => {
    const match = { conditions: ['filters : "f0"'], words: words.map((word) => `"${word}"`) };
    return searches.find(1, match, 3).map(({ rid }) => rid);
  };
}

test("of a word in very many texts the newest matches are compared, and no more [Q14]", () => {
  const found = manyTexts([
    "common",
    ...Array.from({ length: 10_000 }, () => "common and"),
    "common",
  ]);

  // Without the bound, the first text would be the best match.
  expect(found("common")).toEqual([10_002, 10_001, 10_000]);
});

test("a rare word finds its texts among very many newer ones that have the other words [Q13] [Q14]", () => {
  const found = manyTexts(["a rare thing", "a rare and common thing", "seldom"]);

  expect(found("common", "rare", "usual", "and", "seldom")).toEqual([2, 3, 1]);
  expect(found("rare")).toEqual([1, 2]);
});

test("of words in very many texts those come first that have several of them [Q13] [Q14]", () => {
  const texts = Array.from({ length: 25_000 }, (_, at) => {
    const rid = at + 1;
    return `${rid % 2 === 1 ? "odd" : "even"} ${rid % 3 === 0 ? "third" : "none"}`;
  });

  expect(manyTexts(texts)("odd", "third")).toEqual([24_999, 24_993, 24_987]);
});
