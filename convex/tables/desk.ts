import { defineTable } from "convex/server";
import { v } from "convex/values";

/** The tables that serve at a desk: finding things, and finding them again. */
export const deskTables = {
  /**
   * The names of the units of a project, in the order entered, many in a row: all of a company are read at once, and the work
   * in units touches none of them. `from` is the creation time of the first unit that may stand in the row.
   */
  unitNames: defineTable({
    projectId: v.id("projects"),
    from: v.number(),
    names: v.array(v.object({ id: v.id("units"), name: v.string(), at: v.number() })),
  }).index("projectId_from", ["projectId", "from"]),

  /** Filters of pages that people kept under a name, for themselves or for everyone. */
  savedViews: defineTable({
    name: v.string(),
    /** The path of the page. */
    page: v.string(),
    /** The part of the address behind the "?". */
    query: v.string(),
    shared: v.boolean(),
    createdBy: v.id("users"),
    createdAt: v.number(),
    updatedAt: v.number(),
  })
    .index("createdBy", ["createdBy"])
    .index("shared", ["shared"]),
};
