import { literals } from "convex-helpers/validators";
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { photoMimeTypes } from "../rules/inputs/photos.ts";

/** The kinds of events that the workspace counts by moment (slots of 15 minutes) for the dashboard. */
const vTallyKind = literals(
  "activeProjects",
  "unitsStarted",
  "unitsCompleted",
  "tasksStarted",
  "tasksCompleted",
  "openTasksDue",
);

/** The state of an apply-to-all: under way, complete, broken off by a failure, or stopped by the person who began it. */
export const vAssignmentStatus = literals("running", "done", "failed", "cancelled");

/** An act on very many records is being taken back, is taken back, or was broken off by a failure. */
export const vUndoStatus = literals("running", "done", "failed");

/** A project's deletion is under way, or was broken off by a failure. */
export const vDeletionStatus = literals("running", "failed");

/** One fact of an audit entry beyond who and from where. */
export const vAuditDetail = v.union(v.string(), v.number(), v.boolean(), v.null());

/** An image that was uploaded and checked: what its sender said of it, and what it is. */
export const vUploadedImage = v.object({
  sentType: v.string(),
  mimeType: literals(...photoMimeTypes),
  fileSize: v.number(),
  pixels: v.number(),
  sha256: v.string(),
});

/** The tables the backend keeps for itself: derived numbers, remembered answers and the progress of its own work. */
export const bookkeepingTables = {
  /** First answers to client-made keys, of changes the changed record, so that what is sent again is not done twice. */
  requestKeys: defineTable({
    userId: v.id("users"),
    key: v.string(),
    operation: v.string(),
    answer: v.string(),
    createdAt: v.number(),
  })
    .index("userId_key", ["userId", "key"])
    .index("createdAt", ["createdAt"]),

  /**
   * The last use of a session: time and address. Apart from its row, which every live query of the person reads: noting a
   * use runs none of them again.
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

  /** Addresses that take one image each for a session, and the image that they took. */
  photoUploads: defineTable({
    sessionId: v.id("sessions"),
    expiresAt: v.number(),
    storageId: v.optional(v.id("_storage")),
    image: v.optional(vUploadedImage),
  })
    .index("storageId", ["storageId"])
    .index("expiresAt", ["expiresAt"]),

  /** Task totals of a project, apart from its row so that ticking a task does not touch the project list. */
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

  /** The counts of a slot: of the workspace, in a row without a project, and of each project in it. */
  tallies: defineTable({
    projectId: v.optional(v.id("projects")),
    kind: vTallyKind,
    slot: v.number(),
    count: v.number(),
  }).index("projectId_kind_slot", ["projectId", "kind", "slot"]),

  /**
   * The additions of single transactions to the counts of projects and to tallies. Each is a row of its own, so that two people
   * never write the same one. A job puts the rows into the counts.
   */
  waitingCounts: defineTable({
    /** Missing for what is counted for the workspace alone. */
    projectId: v.optional(v.id("projects")),
    /** True for a row that changes the task totals of the project. */
    hasTotals: v.boolean(),
    totalTasks: v.number(),
    completedTasks: v.number(),
    tallies: v.array(v.object({ kind: vTallyKind, slot: v.number(), by: v.number() })),
  }).index("projectId_hasTotals", ["projectId", "hasTotals"]),

  /** Progress of an apply-to-all that is larger than one transaction. */
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

  /** Progress of taking back an act on more records than one transaction takes. */
  undoRuns: defineTable({
    userId: v.id("users"),
    /** The act, and the one that takes it back. */
    batchId: v.id("batches"),
    undoingId: v.id("batches"),
    /** The events recorded before this creation time are still to come. */
    before: v.number(),
    undone: v.number(),
    kept: v.number(),
    status: vUndoStatus,
    updatedAt: v.number(),
  })
    .index("updatedAt", ["updatedAt"])
    .index("undoingId", ["undoingId"]),

  /** Progress of a project's deletion that is larger than one transaction; gone when it is done. */
  projectRemovals: defineTable({
    projectId: v.id("projects"),
    name: v.string(),
    unitCount: v.number(),
    removedUnits: v.number(),
    /** Both are missing in rows of the first versions: a deletion under way then is taken for a failed one. */
    status: v.optional(vDeletionStatus),
    /** Steps that came to their end. */
    steps: v.optional(v.number()),
  }),

  /** The company's current day, advanced by a cron: queries that read it re-run at midnight. */
  dayMarkers: defineTable({
    startOfDay: v.number(),
    timeZone: v.string(),
  }),

  /** Sign-ins, roles, exports and refusals, for administrators; entries are only ever added, and deleted by age. */
  auditEntries: defineTable({
    kind: v.string(),
    userId: v.optional(v.id("users")),
    email: v.optional(v.string()),
    address: v.optional(v.string()),
    details: v.record(v.string(), vAuditDetail),
    /** The network that a refusal comes from, by which strangers are told apart. */
    network: v.optional(v.string()),
  })
    .index("kind_userId_network", ["kind", "userId", "network"])
    .index("kind", ["kind"])
    .index("userId", ["userId"])
    .index("kind_userId", ["kind", "userId"]),

  /** The refusals that were too many to be kept: the entry that counts them, and the network they came from. */
  refusalCounts: defineTable({
    kind: v.string(),
    userId: v.optional(v.id("users")),
    entryId: v.id("auditEntries"),
    networks: v.array(v.string()),
  }).index("kind_userId", ["kind", "userId"]),

  /** The seeds that ran, each with its last step. */
  seedRuns: defineTable({
    name: v.string(),
    step: v.number(),
    done: v.boolean(),
  }).index("name", ["name"]),

  /** The progress of cleaning earlier photos: files cleaned, and files left because nobody can read them. */
  photoCleanings: defineTable({
    /** The creation time of the photo whose step came to its end last. */
    afterPhoto: v.number(),
    stepId: v.union(v.id("_scheduled_functions"), v.null()),
    /** The number of times that the step was ordered. */
    tries: v.number(),
    cleaned: v.number(),
    left: v.number(),
    done: v.boolean(),
  }),
};
