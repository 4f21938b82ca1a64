import { defineTable } from "convex/server";
import { v } from "convex/values";

/** Somebody who looks at a project or at some of its units. */
export const vLooker = v.object({
  userId: v.id("users"),
  name: v.string(),
  /** The units that the person has open, in the order in which they were opened. */
  unitIds: v.array(v.id("units")),
});

/** The people who look at something now. Nothing of it outlives the open pages by more than seconds. */
export const presenceTables = {
  /** An open page of a person, and the place that it shows: a project or one of its units. */
  presences: defineTable({
    userId: v.id("users"),
    sessionId: v.id("sessions"),
    /** The name that the page has given itself. */
    page: v.string(),
    projectId: v.id("projects"),
    unitId: v.optional(v.id("units")),
    /** The record and its field that the person types in. */
    recordId: v.optional(v.string()),
    field: v.optional(v.string()),
    beatId: v.id("presenceBeats"),
  })
    .index("userId_page", ["userId", "page"])
    .index("projectId", ["projectId"])
    .index("recordId", ["recordId"])
    .index("beatId", ["beatId"]),

  /**
   * The people at a project, as each of them is told: made anew from its pages when one comes, goes or moves, once instead of
   * once for everybody there. What somebody types does not change it.
   */
  presenceCrowds: defineTable({ projectId: v.id("projects"), lookers: v.array(vLooker) }).index(
    "projectId",
    ["projectId"],
  ),

  /**
   * The last telling of a large crowd, and the next one where that is ordered. Apart from the crowd's row, which everybody there
   * watches.
   */
  presenceTurns: defineTable({
    projectId: v.id("projects"),
    at: v.number(),
    /** The time at which the names of its people were read. */
    namesAt: v.optional(v.number()),
    stepId: v.optional(v.id("_scheduled_functions")),
  }).index("projectId", ["projectId"]),

  /** The last sign of life of an open page. Apart from the page's row, which others watch: a beat runs no query again. */
  presenceBeats: defineTable({ at: v.number() }).index("at", ["at"]),

  /** The next look at the beats, while there is an open page; at most one row. */
  presenceSweeps: defineTable({ stepId: v.id("_scheduled_functions") }),
};
