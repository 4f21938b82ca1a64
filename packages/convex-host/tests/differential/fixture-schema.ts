import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

/** The schema: a table of any values under indexes, one with validated documents, and one with a search index. */
export default defineSchema({
  things: defineTable(v.any())
    .index("by_a", ["a"])
    .index("by_a_b", ["a", "b"])
    .index("by_n_a", ["n", "a"])
    .index("by_deep", ["o.x", "b"]),
  strict: defineTable({
    kind: v.union(v.literal("first"), v.literal("second")),
    count: v.number(),
    big: v.optional(v.int64()),
    thing: v.optional(v.id("things")),
    list: v.optional(v.array(v.union(v.string(), v.null()))),
    inner: v.optional(v.object({ flag: v.boolean(), note: v.optional(v.string()) })),
    bytes: v.optional(v.bytes()),
  }).index("by_kind_count", ["kind", "count"]),
  texts: defineTable({ words: v.string(), n: v.number() }).searchIndex("by_words", {
    searchField: "words",
    filterFields: ["n"],
  }),
});
