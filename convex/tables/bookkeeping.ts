import { literals } from "convex-helpers/validators";
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { photoMimeTypes } from "../rules/photoLimits.ts";

/** The kinds of counts that the dashboard reads; each is kept in slots of 15 minutes. */
const vTallyKind = literals(
  "activeProjects",
  "unitsStarted",
  "unitsCompleted",
  "tasksStarted",
  "tasksCompleted",
  "openTasksDue",
);

/** The status of a large assignment: running, complete, stopped by a failure, or stopped by the user who began it. */
export const vAssignmentStatus = literals("running", "done", "failed", "cancelled");

/** The status of a large undo: running, complete, or stopped by a failure. */
export const vUndoStatus = literals("running", "done", "failed");

/** The status of a project's deletion: running, or stopped by a failure. */
export const vDeletionStatus = literals("running", "failed");

/** One detail of an audit entry, besides its user and address. */
export const vAuditDetail = v.union(v.string(), v.number(), v.boolean(), v.null());

/** An image that was uploaded and checked: the type that its sender stated, and its real properties. */
export const vUploadedImage = v.object({
  sentType: v.string(),
  mimeType: literals(...photoMimeTypes),
  fileSize: v.number(),
  pixels: v.number(),
  sha256: v.string(),
});

/** The tables the backend keeps for itself: derived numbers, remembered answers and the progress of its own work. */
export const bookkeepingTables = {
  /**
   * The first answers to client-made keys, so that a resent request is not carried out twice. For a change it is the
   * record's id.
   */
  requestKeys: defineTable({
    userId: v.id("users"),
    key: v.string(),
    operation: v.string(),
    answer: v.string(),
    /** The event of a change, by which its author undoes it. */
    eventId: v.optional(v.id("events")),
    createdAt: v.number(),
  })
    .index("userId_key", ["userId", "key"])
    .index("createdAt", ["createdAt"]),

  /**
   * The last use of a session: time, device and address. It is separate from the session's row, which every live query
   * of the user reads, so that noting a use reruns none of them.
   */
  sessionUses: defineTable({
    sessionId: v.id("sessions"),
    userId: v.id("users"),
    generation: v.number(),
    lastSeenAt: v.number(),
    userAgent: v.optional(v.string()),
    address: v.optional(v.string()),
  })
    .index("sessionId", ["sessionId"])
    .index("userId_generation_lastSeenAt", ["userId", "generation", "lastSeenAt"])
    .index("lastSeenAt", ["lastSeenAt"]),

  /** Upload addresses of sessions, and the image that each has received. */
  photoUploads: defineTable({
    sessionId: v.id("sessions"),
    expiresAt: v.number(),
    storageId: v.optional(v.id("_storage")),
    image: v.optional(vUploadedImage),
  })
    .index("storageId", ["storageId"])
    .index("expiresAt", ["expiresAt"]),

  /**
   * The task totals of a project. They are separate from the project's row, so that a ticked task does not rerun the
   * project list.
   */
  projectCounts: defineTable({
    projectId: v.id("projects"),
    totalTasks: v.number(),
    completedTasks: v.number(),
  }).index("projectId", ["projectId"]),

  /** The number of units of a project that have a task from a template. */
  templateUses: defineTable({
    projectId: v.id("projects"),
    templateId: v.id("taskTemplates"),
    units: v.number(),
  }).index("projectId_templateId", ["projectId", "templateId"]),

  /** The count of a kind in one slot: of a project, or of the workspace in a row without a project. */
  tallies: defineTable({
    projectId: v.optional(v.id("projects")),
    kind: vTallyKind,
    slot: v.number(),
    count: v.number(),
  }).index("projectId_kind_slot", ["projectId", "kind", "slot"]),

  /**
   * Changes of project counts and tallies by single transactions. Each transaction inserts rows of its own, so that
   * concurrent changes never write the same row. A job adds the rows to the counts.
   */
  waitingCounts: defineTable({
    /** Missing for changes that count for the workspace alone. */
    projectId: v.optional(v.id("projects")),
    /** True for a row that changes the task totals of the project. */
    hasTotals: v.boolean(),
    totalTasks: v.number(),
    completedTasks: v.number(),
    tallies: v.array(v.object({ kind: vTallyKind, slot: v.number(), by: v.number() })),
  }).index("projectId_hasTotals", ["projectId", "hasTotals"]),

  /** The progress of an assignment to all units that is larger than one transaction. */
  bulkAssignments: defineTable({
    projectId: v.id("projects"),
    templateIds: v.array(v.id("taskTemplates")),
    assignedToId: v.optional(v.id("users")),
    crewMemberId: v.optional(v.id("teamMembers")),
    userId: v.id("users"),
    /** Missing in rows of earlier versions. */
    batchId: v.optional(v.id("batches")),
    afterUnit: v.union(v.number(), v.null()),
    created: v.number(),
    skipped: v.number(),
    unitCount: v.number(),
    status: vAssignmentStatus,
    updatedAt: v.number(),
  })
    .index("updatedAt", ["updatedAt"])
    .index("batchId", ["batchId"]),

  /** The progress of an undo that is larger than one transaction. */
  undoRuns: defineTable({
    userId: v.id("users"),
    /** The session of the undo, whose further steps are acts of the same device. Missing in rows of earlier versions. */
    sessionId: v.optional(v.id("sessions")),
    /** The batch to undo, and the batch of the undo. */
    batchId: v.id("batches"),
    undoingId: v.id("batches"),
    /** Events with an earlier creation time are still to be undone. */
    before: v.number(),
    undone: v.number(),
    kept: v.number(),
    status: vUndoStatus,
    updatedAt: v.number(),
  })
    .index("updatedAt", ["updatedAt"])
    .index("undoingId", ["undoingId"]),

  /** The progress of a project's deletion that is larger than one transaction; the row is deleted at the end. */
  projectRemovals: defineTable({
    projectId: v.id("projects"),
    name: v.string(),
    unitCount: v.number(),
    removedUnits: v.number(),
    /** Missing in rows of the first versions, where a running deletion counts as failed. */
    status: v.optional(vDeletionStatus),
    /** The number of completed steps. Missing in rows of the first versions. */
    steps: v.optional(v.number()),
  }),

  /** The company's current day, advanced by a cron: queries that read it re-run at midnight. */
  dayMarkers: defineTable({
    startOfDay: v.number(),
    timeZone: v.string(),
  }),

  /**
   * Sign-ins, changes of roles, exports and refusals, for administrators. Entries are never changed, and are deleted by
   * age.
   */
  auditEntries: defineTable({
    kind: v.string(),
    userId: v.optional(v.id("users")),
    email: v.optional(v.string()),
    address: v.optional(v.string()),
    details: v.record(v.string(), vAuditDetail),
    /** The network of a refused caller, which tells strangers apart. */
    network: v.optional(v.string()),
  })
    .index("kind_userId_network", ["kind", "userId", "network"])
    .index("kind", ["kind"])
    .index("userId", ["userId"])
    .index("kind_userId", ["kind", "userId"]),

  /** The counts of refusals that were too many to store: the entry that holds the count, and their networks. */
  refusalCounts: defineTable({
    kind: v.string(),
    userId: v.optional(v.id("users")),
    entryId: v.id("auditEntries"),
    networks: v.array(v.string()),
  }).index("kind_userId", ["kind", "userId"]),

  /** The seeds that were begun, each with its last step. */
  seedRuns: defineTable({
    name: v.string(),
    step: v.number(),
    done: v.boolean(),
  }).index("name", ["name"]),

  /**
   * The progress of cleaning earlier photos: the numbers of cleaned files, and of files left because they are not
   * readable.
   */
  photoCleanings: defineTable({
    /** The creation time of the photo whose step ended last. */
    afterPhoto: v.number(),
    stepId: v.union(v.id("_scheduled_functions"), v.null()),
    /** The number of times that the current step was scheduled. */
    tries: v.number(),
    cleaned: v.number(),
    left: v.number(),
    done: v.boolean(),
  }),
};
