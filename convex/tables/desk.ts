import { defineTable } from "convex/server";
import { v } from "convex/values";

/** The tables for finding records again: unit names and saved views. */
export const deskTables = {
  /**
   * The names of a project's units in the order of creation, many in each row. The search reads all names of a company
   * at once, and work in units changes none of these rows. `from` is the lowest creation time of a unit in the row.
   */
  unitNames: defineTable({
    projectId: v.id("projects"),
    from: v.number(),
    names: v.array(v.object({ id: v.id("units"), name: v.string(), at: v.number() })),
  }).index("projectId_from", ["projectId", "from"]),

  /** Filters of pages that users stored under a name, for themselves or for everyone. */
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
