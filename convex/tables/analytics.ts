import { defineTable } from "convex/server";
import { v } from "convex/values";

/** The fields of a task that analytics needs: the due date of an open task, all fields of a completed one. */
export const vTaskFigure = v.object({
  category: v.optional(v.string()),
  startDate: v.optional(v.number()),
  dueDate: v.optional(v.number()),
  completionDate: v.optional(v.number()),
  estimatedHours: v.optional(v.number()),
});

/** The days of a turn, split by cause. */
export const vDays = v.object({
  beforeWork: v.number(),
  blocked: v.object({
    parts: v.number(),
    vendor: v.number(),
    access: v.number(),
    approval: v.number(),
    other: v.number(),
  }),
  finalCheck: v.number(),
  working: v.number(),
  total: v.number(),
});

/**
 * The alarm of a unit: when it needs attention if nothing changes. A missing field means that this never happens. Days
 * belong to the company's time zone at the time of writing, `zone`.
 */
export const vUnitAlarm = v.object({
  zone: v.string(),
  /**
   * The first day number on which the unit is late or at risk. `isOn` is true when that day had come at the last
   * update.
   */
  from: v.optional(v.number()),
  isOn: v.boolean(),
  /** The earlier of the unit's promised dates (in milliseconds) while it is open, and the sort key of its name. */
  promise: v.optional(v.number()),
  name: v.optional(v.string()),
  /** The earliest due date of its open tasks, in milliseconds since the epoch. */
  due: v.optional(v.number()),
});

/** The compact rows that analytics reads instead of units, tasks, photos and time entries. */
export const analyticsTables = {
  /**
   * A unit with its tasks that are completed or have a due date; a unit without any data has no row. The unit's own
   * dates are set only when it is completed. `latestDate` is the latest of all dates in the row.
   */
  unitFigures: defineTable({
    projectId: v.id("projects"),
    unitId: v.id("units"),
    startDate: v.optional(v.number()),
    completionDate: v.optional(v.number()),
    hasCompletionPhoto: v.boolean(),
    tasks: v.array(vTaskFigure),
    latestDate: v.number(),
  })
    .index("unitId", ["unitId"])
    .index("projectId_latestDate", ["projectId", "latestDate"]),

  /** The sums of a project's time entries on a calendar day (the day number in UTC); hours are in hundredths. */
  workDays: defineTable({
    projectId: v.id("projects"),
    day: v.number(),
    entries: v.number(),
    finished: v.number(),
    long: v.number(),
    hours: v.number(),
    members: v.array(v.object({ teamMemberId: v.id("teamMembers"), hours: v.number() })),
  }).index("projectId_day", ["projectId", "day"]),

  /** The split of a completed unit's days; units whose turn has no beginning have no row. */
  turnSplits: defineTable({
    projectId: v.id("projects"),
    unitId: v.id("units"),
    /** A copy of the unit's name, which never changes. */
    unitName: v.string(),
    completionDate: v.number(),
    days: vDays,
  })
    .index("unitId", ["unitId"])
    .index("projectId_completionDate", ["projectId", "completionDate"])
    .index("completionDate", ["completionDate"]),

  /**
   * The cost of vacancy in the units of a project: for each day from `firstDay` on, the cents of its month up to that
   * day.
   */
  vacancyLosses: defineTable({
    projectId: v.id("projects"),
    firstDay: v.number(),
    cents: v.array(v.number()),
  }).index("projectId", ["projectId"]),

  /** The current hour, updated by a cron. Answers about the last days read it, so that they run again every hour. */
  hourMarkers: defineTable({ hour: v.number() }),

  /** The progress of building the rows above for records of earlier versions. */
  figureBuilds: defineTable({
    afterUnit: v.number(),
    afterEntry: v.number(),
    done: v.boolean(),
    /** The progress of the open work on units; missing while only the rows above have been built. */
    afterWork: v.optional(v.number()),
    isWorkDone: v.optional(v.boolean()),
    /** The progress of the people in the open work. */
    afterPeople: v.optional(v.number()),
    hasPeople: v.optional(v.boolean()),
    /** The progress of the alarms. */
    afterAlarm: v.optional(v.number()),
    hasAlarms: v.optional(v.boolean()),
    /** The progress of the turn splits, and the time zone of their days. */
    afterSplit: v.optional(v.number()),
    splitZone: v.optional(v.string()),
    /** The progress of the rows of unit names. */
    afterName: v.optional(v.number()),
    isNamed: v.optional(v.boolean()),
  }),
};
