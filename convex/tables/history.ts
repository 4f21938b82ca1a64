import { literals } from "convex-helpers/validators";
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { blockedReasons } from "../rules/labels.ts";
import { trashMark } from "./trash.ts";

/** One changed field of a record. A field that holds an id also has the name that its record had at that time. */
const vChange = v.object({
  field: v.string(),
  from: v.union(v.string(), v.number(), v.boolean(), v.null()),
  to: v.union(v.string(), v.number(), v.boolean(), v.null()),
  fromName: v.optional(v.string()),
  toName: v.optional(v.string()),
});

/** The tables of acts on the records of the workspace. */
export const historyTables = {
  /** History: one row per write. `inFeed` marks what the dashboard lists while its record exists. */
  events: defineTable({
    at: v.number(),
    /** The time of an act that was made on a device before it arrived. */
    madeAt: v.optional(v.number()),
    /** Missing when the program acted and not a user. */
    userId: v.optional(v.id("users")),
    /** The session of the act, which tells one device of a user from another. Missing in rows of earlier versions. */
    sessionId: v.optional(v.id("sessions")),
    kind: v.string(),
    projectId: v.optional(v.id("projects")),
    unitId: v.optional(v.id("units")),
    taskId: v.optional(v.id("tasks")),
    photoId: v.optional(v.id("photos")),
    noteId: v.optional(v.id("unitNotes")),
    timeEntryId: v.optional(v.id("timeEntries")),
    templateId: v.optional(v.id("taskTemplates")),
    teamMemberId: v.optional(v.id("teamMembers")),
    contractorId: v.optional(v.id("contractors")),
    viewId: v.optional(v.id("savedViews")),
    subjectUserId: v.optional(v.id("users")),
    label: v.optional(v.string()),
    count: v.optional(v.number()),
    changes: v.optional(v.array(vChange)),
    /**
     * The changes that were not applied, because a later change from elsewhere arrived before this act: `from`
     * is the present value, `to` the sent value. Empty for a deletion that was not carried out.
     */
    overtaken: v.optional(v.array(vChange)),
    inFeed: v.optional(v.boolean()),
    /** The batch of the act on many records that this event belongs to. */
    batchId: v.optional(v.id("batches")),
    /** The time at which the acting user undid the event. */
    undoneAt: v.optional(v.number()),
    /** The event that this one undoes. */
    undoes: v.optional(v.id("events")),
    /** True when the undone act was itself an undo. */
    isRedo: v.optional(v.boolean()),
    /** The event of a user's act from which this one, made by the program, followed. */
    causeId: v.optional(v.id("events")),
    /** The trash item that removed the event from the dashboard's list; restoring the item lists the event again. */
    unlistedBy: v.optional(v.id("trash")),
  })
    .index("inFeed_at", ["inFeed", "at"])
    .index("projectId_at", ["projectId", "at"])
    .index("unitId_inFeed_at", ["unitId", "inFeed", "at"])
    .index("taskId_inFeed", ["taskId", "inFeed"])
    .index("photoId_inFeed", ["photoId", "inFeed"])
    .index("timeEntryId_inFeed", ["timeEntryId", "inFeed"]),

  /** Acts of people on many records, each record with an event of its own. */
  batches: defineTable({
    userId: v.id("users"),
    at: v.number(),
    /** The number of its events of each kind. */
    kinds: v.array(v.object({ kind: v.string(), count: v.number() })),
    /** The creation times of its first and last event of each transaction. */
    parts: v.optional(v.array(v.object({ from: v.number(), to: v.number() }))),
    undoneAt: v.optional(v.number()),
    /** The batch that this one undoes. */
    undoes: v.optional(v.id("batches")),
    isRedo: v.optional(v.boolean()),
  }),

  /** The blocks of units, and of tasks if `taskId` is set. A block that is in force has no end. */
  blocks: defineTable({
    projectId: v.id("projects"),
    unitId: v.id("units"),
    taskId: v.optional(v.id("tasks")),
    reason: literals(...blockedReasons),
    from: v.number(),
    to: v.optional(v.number()),
    ...trashMark,
  })
    .index("unitId_taskId_from", ["unitId", "taskId", "from"])
    .index("unitId_trashId_taskId_from", ["unitId", "trashId", "taskId", "from"]),
};
