import { literals } from "convex-helpers/validators";
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { blockedReasons } from "../rules/labels.ts";
import { trashMark } from "./trash.ts";

/** One changed field of a record, as history keeps it; of a field that holds a person, with the name of that time. */
const vChange = v.object({
  field: v.string(),
  from: v.union(v.string(), v.number(), v.boolean(), v.null()),
  to: v.union(v.string(), v.number(), v.boolean(), v.null()),
  fromName: v.optional(v.string()),
  toName: v.optional(v.string()),
});

/** The acts on the records of the workspace. */
export const historyTables = {
  /** History: one row per write. `inFeed` marks what the dashboard lists while its record exists. */
  events: defineTable({
    at: v.number(),
    /** The moment of the act where it was made on a device before it arrived. */
    madeAt: v.optional(v.number()),
    /** Absent where nobody did it, but the program. */
    userId: v.optional(v.id("users")),
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
     * The changes that did not come about, because somebody had made a later one before this act arrived: `from` is the
     * value that stands, `to` the value that was meant. Empty for a deletion that did not come about.
     */
    overtaken: v.optional(v.array(vChange)),
    inFeed: v.optional(v.boolean()),
    /** The act on many records that this one is a part of. */
    batchId: v.optional(v.id("batches")),
    /** The moment at which its person took it back. */
    undoneAt: v.optional(v.number()),
    /** The event that this one takes back. */
    undoes: v.optional(v.id("events")),
    /** True where what is taken back had itself taken something back. */
    isRedo: v.optional(v.boolean()),
    /** The act of a person that this one, which nobody did, followed from. */
    causeId: v.optional(v.id("events")),
    /** The trash item that took it off the dashboard's list, which lists it again when it is restored. */
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
    /** The batch that this one takes back. */
    undoes: v.optional(v.id("batches")),
    isRedo: v.optional(v.boolean()),
  }),

  /** The blocks of units, and of tasks where one is named; the one in force has no end. */
  blocks: defineTable({
    projectId: v.id("projects"),
    unitId: v.id("units"),
    taskId: v.optional(v.id("tasks")),
    reason: literals(...blockedReasons),
    from: v.number(),
    to: v.optional(v.number()),
    ...trashMark,
  }).index("unitId_taskId_from", ["unitId", "taskId", "from"]),
};
