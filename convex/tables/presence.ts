import { defineTable } from "convex/server";
import { v } from "convex/values";

/** Somebody who looks at a project or at some of its units. */
export const vLooker = v.object({
  userId: v.id("users"),
  name: v.string(),
  /** The units that the person has open, in the order in which they were opened. */
  unitIds: v.array(v.id("units")),
});

/** The tables of open pages. Their rows are deleted within seconds after a page is gone. */
export const presenceTables = {
  /** An open page of a person, and the place that it shows: a project or one of its units. */
  presences: defineTable({
    userId: v.id("users"),
    sessionId: v.id("sessions"),
    /** The name that the page has given itself. */
    page: v.string(),
    projectId: v.id("projects"),
    unitId: v.optional(v.id("units")),
    /** The record and the field that the person types in. */
    recordId: v.optional(v.string()),
    field: v.optional(v.string()),
    beatId: v.id("presenceBeats"),
  })
    .index("userId_page", ["userId", "page"])
    .index("projectId", ["projectId"])
    .index("recordId", ["recordId"])
    .index("beatId", ["beatId"]),

  /**
   * The lookers of a project, as all of them see them. The row is computed once for everyone when a page comes, goes or
   * moves. Typing does not change it.
   */
  presenceCrowds: defineTable({ projectId: v.id("projects"), lookers: v.array(vLooker) }).index(
    "projectId",
    ["projectId"],
  ),

  /**
   * The last update of a large crowd, and the next one if it is scheduled. It is separate from the crowd's row, which
   * everyone there watches.
   */
  presenceTurns: defineTable({
    projectId: v.id("projects"),
    at: v.number(),
    /** The time at which the names of its people were read. */
    namesAt: v.optional(v.number()),
    stepId: v.optional(v.id("_scheduled_functions")),
  }).index("projectId", ["projectId"]),

  /**
   * The last beat of an open page. It is separate from the page's row, which others watch, so that a beat reruns no
   * query.
   */
  presenceBeats: defineTable({ at: v.number() }).index("at", ["at"]),

  /** The next scheduled sweep while a page is open; at most one row. */
  presenceSweeps: defineTable({ stepId: v.id("_scheduled_functions") }),
};
