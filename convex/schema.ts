import { literals } from "convex-helpers/validators";
import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
import {
  activityTypes,
  baseTaskStatuses,
  blockedReasons,
  memberRoles,
  projectStatuses,
  taskStatuses,
  unitStatuses,
} from "./rules/labels.ts";
import { analyticsTables, vUnitAlarm } from "./tables/analytics.ts";
import { authTables } from "./tables/auth.ts";
import { bookkeepingTables } from "./tables/bookkeeping.ts";
import { deskTables } from "./tables/desk.ts";
import { historyTables } from "./tables/history.ts";
import { photoTables, vRecentPhoto } from "./tables/photos.ts";
import { presenceTables } from "./tables/presence.ts";
import { trashMark, trashTables } from "./tables/trash.ts";

export const vProjectStatus = literals(...projectStatuses);
export const vUnitStatus = literals(...unitStatuses);
export const vBaseTaskStatus = literals(...baseTaskStatuses);
export const vTaskStatus = literals(...taskStatuses);
export const vMemberRole = literals(...memberRoles);
export const vActivityType = literals(...activityTypes);
export const vBlockedReason = literals(...blockedReasons);

/** A block of a unit or task. The fields are set and cleared together; only the note is optional. */
const blockFields = {
  blockedReason: v.optional(vBlockedReason),
  blockedNote: v.optional(v.string()),
  blockedAt: v.optional(v.number()),
  blockedBy: v.optional(v.id("users")),
};

/** The filter fields of the full-text search in tasks. */
const taskFilters: ("trashId" | "projectId")[] = ["trashId", "projectId"];

/** The tables. All dates are epoch milliseconds; an absent field is an empty one. */
export default defineSchema({
  ...authTables,

  users: defineTable({
    email: v.string(),
    firstName: v.optional(v.string()),
    lastName: v.optional(v.string()),
    profileImageUrl: v.optional(v.string()),
    role: v.string(),
    /** False for a user who was created by signing in; missing in rows of earlier versions. */
    addedByHand: v.optional(v.boolean()),
    passwordHash: v.optional(v.string()),
    removedAt: v.optional(v.number()),
    createdAt: v.number(),
    updatedAt: v.number(),
    name: v.optional(v.string()),
    image: v.optional(v.string()),
    emailVerificationTime: v.optional(v.number()),
    phone: v.optional(v.string()),
    phoneVerificationTime: v.optional(v.number()),
    isAnonymous: v.optional(v.boolean()),
    /** The number of times that all sessions of the user were ended. Sessions of an earlier generation are invalid. */
    sessionGeneration: v.optional(v.number()),
  })
    .index("email", ["email"])
    .index("phone", ["phone"])
    .index("removedAt_createdAt", ["removedAt", "createdAt"])
    .index("role_removedAt", ["role", "removedAt"]),

  sessions: defineTable({
    sid: v.string(),
    sess: v.record(v.string(), v.any()),
    expire: v.number(),
    userId: v.id("users"),
    /** The hash of the key in the session's tokens. Rows of the first versions have none until their first token. */
    tokenHash: v.optional(v.string()),
    /** The user's `sessionGeneration` at the start of the session. */
    generation: v.optional(v.number()),
  })
    .index("sid", ["sid"])
    .index("userId_generation", ["userId", "generation"])
    .index("expire", ["expire"]),

  projects: defineTable({
    name: v.string(),
    description: v.optional(v.string()),
    status: vProjectStatus,
    managerId: v.optional(v.id("users")),
    supervisorId: v.optional(v.id("users")),
    startDate: v.optional(v.number()),
    targetCompletionDate: v.optional(v.number()),
    actualCompletionDate: v.optional(v.number()),
    unitCount: v.number(),
    ...trashMark,
    createdAt: v.number(),
    updatedAt: v.number(),
  })
    .index("createdAt", ["createdAt"])
    .index("status", ["status"])
    .index("supervisorId", ["supervisorId"]),

  units: defineTable({
    projectId: v.id("projects"),
    name: v.string(),
    status: vUnitStatus,
    startDate: v.optional(v.number()),
    completionDate: v.optional(v.number()),
    /** Three calendar days, stored at 12:00 UTC. */
    moveOutDate: v.optional(v.number()),
    readyByDate: v.optional(v.number()),
    moveInDate: v.optional(v.number()),
    /** The rent in cents. */
    monthlyRent: v.optional(v.number()),
    ...blockFields,
    notes: v.optional(v.string()),
    totalTasks: v.number(),
    completedTasks: v.number(),
    inProgressTasks: v.number(),
    notStartedTasks: v.number(),
    /**
     * The open tasks of the unit: hours in hundredths, due dates, blocks and people. Missing in rows of earlier
     * versions.
     */
    openWork: v.optional(
      v.object({
        hours: v.number(),
        due: v.array(v.number()),
        blocks: v.array(v.object({ reason: vBlockedReason, at: v.number() })),
        /** Missing in rows of earlier versions. */
        people: v.optional(
          v.array(
            v.object({
              person: v.union(v.id("users"), v.id("teamMembers")),
              tasks: v.number(),
            }),
          ),
        ),
      }),
    ),
    /** The day from which the unit needs attention (unitAlarms.ts). Missing in rows of earlier versions. */
    alarm: v.optional(vUnitAlarm),
    recentPhotos: v.array(vRecentPhoto),
    ...trashMark,
    createdAt: v.number(),
    updatedAt: v.number(),
  })
    .index("projectId", ["projectId"])
    .index("projectId_blockedReason", ["projectId", "blockedReason"])
    .index("projectId_alarm", [
      "projectId",
      "alarm.zone",
      "alarm.isOn",
      "alarm.promise",
      "alarm.name",
    ])
    .index("projectId_alarm_due", ["projectId", "alarm.zone", "alarm.due"])
    .index("alarm_from", ["alarm.zone", "alarm.isOn", "alarm.from"])
    .searchIndex("search_name", { searchField: "name", filterFields: ["trashId"] }),

  taskTemplates: defineTable({
    name: v.string(),
    description: v.optional(v.string()),
    category: v.optional(v.string()),
    estimatedHours: v.optional(v.number()),
    sortOrder: v.number(),
    isDefault: v.boolean(),
    retiredAt: v.optional(v.number()),
    createdAt: v.number(),
  }).index("retiredAt_sortOrder_name", ["retiredAt", "sortOrder", "name"]),

  tasks: defineTable({
    unitId: v.id("units"),
    projectId: v.id("projects"),
    templateId: v.optional(v.id("taskTemplates")),
    name: v.string(),
    description: v.optional(v.string()),
    category: v.optional(v.string()),
    status: vBaseTaskStatus,
    assignedToId: v.optional(v.id("users")),
    crewMemberId: v.optional(v.id("teamMembers")),
    /** The name of a deleted team member who had this task; set on completed tasks only. */
    crewMemberName: v.optional(v.string()),
    completedBy: v.optional(v.id("users")),
    ...blockFields,
    startDate: v.optional(v.number()),
    dueDate: v.optional(v.number()),
    completionDate: v.optional(v.number()),
    estimatedHours: v.optional(v.number()),
    actualHours: v.optional(v.number()),
    notes: v.optional(v.string()),
    sortOrder: v.number(),
    ...trashMark,
    createdAt: v.number(),
    updatedAt: v.number(),
  })
    .index("unitId_sortOrder_createdAt_name", ["unitId", "sortOrder", "createdAt", "name"])
    .index("unitId_trashId_templateId", ["unitId", "trashId", "templateId"])
    .index("assignedToId_status_dueDate", ["assignedToId", "status", "dueDate"])
    .index("crewMemberId_status_projectId", ["crewMemberId", "status", "projectId"])
    .index("projectId_status_dueDate", ["projectId", "status", "dueDate"])
    .index("projectId_assignedToId_crewMemberId_status_dueDate", [
      "projectId",
      "assignedToId",
      "crewMemberId",
      "status",
      "dueDate",
    ])
    .index("projectId_blockedReason", ["projectId", "blockedReason"])
    .searchIndex("search_name", { searchField: "name", filterFields: taskFilters })
    .searchIndex("search_description", { searchField: "description", filterFields: taskFilters })
    .searchIndex("search_blockedNote", { searchField: "blockedNote", filterFields: taskFilters }),

  teamMembers: defineTable({
    createdBy: v.id("users"),
    firstName: v.string(),
    lastName: v.string(),
    email: v.optional(v.string()),
    role: vMemberRole,
    trade: v.optional(v.string()),
    phone: v.optional(v.string()),
    isActive: v.boolean(),
    createdAt: v.number(),
  }).index("firstName_lastName", ["firstName", "lastName"]),

  projectTeamAssignments: defineTable({
    projectId: v.id("projects"),
    teamMemberId: v.id("teamMembers"),
    assignedAt: v.number(),
    isActive: v.boolean(),
  })
    .index("projectId_isActive_assignedAt", ["projectId", "isActive", "assignedAt"])
    .index("projectId_teamMemberId", ["projectId", "teamMemberId"])
    .index("teamMemberId_isActive", ["teamMemberId", "isActive"])
    .index("isActive_assignedAt", ["isActive", "assignedAt"]),

  contractors: defineTable({
    projectId: v.id("projects"),
    companyName: v.string(),
    contactName: v.optional(v.string()),
    specialty: v.optional(v.string()),
    phone: v.optional(v.string()),
    email: v.optional(v.string()),
    isActive: v.boolean(),
    createdAt: v.number(),
  }).index("projectId_companyName", ["projectId", "companyName"]),

  ...photoTables,

  timeEntries: defineTable({
    projectId: v.id("projects"),
    unitId: v.optional(v.id("units")),
    userId: v.id("users"),
    /** Absent in data of earlier versions, where it is `userId`. */
    createdBy: v.optional(v.id("users")),
    teamMemberId: v.optional(v.id("teamMembers")),
    startTime: v.number(),
    endTime: v.optional(v.number()),
    totalHours: v.optional(v.number()),
    description: v.optional(v.string()),
    date: v.number(),
    ...trashMark,
    createdAt: v.number(),
    updatedAt: v.number(),
  })
    .index("projectId_date_startTime", ["projectId", "date", "startTime"])
    .index("unitId_trashId", ["unitId", "trashId"])
    .index("teamMemberId", ["teamMemberId"]),

  unitNotes: defineTable({
    unitId: v.id("units"),
    userId: v.id("users"),
    content: v.string(),
    ...trashMark,
    createdAt: v.number(),
    updatedAt: v.number(),
  })
    .index("unitId_createdAt", ["unitId", "createdAt"])
    .index("unitId_trashId", ["unitId", "trashId"])
    .searchIndex("search_content", { searchField: "content", filterFields: ["trashId"] }),

  ...historyTables,
  ...trashTables,
  ...bookkeepingTables,
  ...analyticsTables,
  ...presenceTables,
  ...deskTables,
});
