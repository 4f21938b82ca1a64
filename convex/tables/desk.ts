import { defineTable } from "convex/server";
import { v } from "convex/values";

/** The tables that serve at a desk: finding things again. */
export const deskTables = {
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
