import { defineTable } from "convex/server";
import { v } from "convex/values";

/** The dates of a task that analytics needs: of an open task the due date, of a completed one all of them. */
export const vTaskFigure = v.object({
  category: v.optional(v.string()),
  startDate: v.optional(v.number()),
  dueDate: v.optional(v.number()),
  completionDate: v.optional(v.number()),
  estimatedHours: v.optional(v.number()),
});

/** The days of a turn by what they went to. */
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
 * The days from which an unchanged unit needs a look. Days are numbers, those of the company's time zone that stands in
 * it; what is missing never comes.
 */
export const vUnitAlarm = v.object({
  zone: v.string(),
  /** The first day on which it is at risk or late, and whether that had come when a job or a change looked last. */
  from: v.optional(v.number()),
  isOn: v.boolean(),
  /** The earlier of its dates as long as it is open, and its name as it is sorted. */
  promise: v.optional(v.number()),
  name: v.optional(v.string()),
  /** The day on which the first of its open tasks is due. */
  due: v.optional(v.number()),
});

/** The compact rows that analytics reads instead of units, tasks, photos and time entries. */
export const analyticsTables = {
  /**
   * A unit with its tasks that are completed or due; a unit with nothing to tell has no row. The dates of the unit are
   * those of a completed one. `latestDate` is the latest date of all in the row.
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

  /** The time entries of a project on a calendar day (UTC, as a number); hours are kept in hundredths. */
  workDays: defineTable({
    projectId: v.id("projects"),
    day: v.number(),
    entries: v.number(),
    finished: v.number(),
    long: v.number(),
    hours: v.number(),
    members: v.array(v.object({ teamMemberId: v.id("teamMembers"), hours: v.number() })),
  }).index("projectId_day", ["projectId", "day"]),

  /** The days of a completed unit by what they went to, where its turn has a beginning. */
  turnSplits: defineTable({
    projectId: v.id("projects"),
    unitId: v.id("units"),
    /** Units keep their names. */
    unitName: v.string(),
    completionDate: v.number(),
    days: vDays,
  })
    .index("unitId", ["unitId"])
    .index("projectId_completionDate", ["projectId", "completionDate"])
    .index("completionDate", ["completionDate"]),

  /** The cost of vacancy in the units of a project: for each day from the first one on, the cents of the month up to that day. */
  vacancyLosses: defineTable({
    projectId: v.id("projects"),
    firstDay: v.number(),
    cents: v.array(v.number()),
  }).index("projectId", ["projectId"]),

  /** The current hour, advanced by a cron: what is told of the last days runs again when they have moved on. */
  hourMarkers: defineTable({ hour: v.number() }),

  /** The progress of making the rows above for records that were there before them. */
  figureBuilds: defineTable({
    afterUnit: v.number(),
    afterEntry: v.number(),
    done: v.boolean(),
    /** Of the open work on the rows of units; missing where only the rows above were made yet. */
    afterWork: v.optional(v.number()),
    isWorkDone: v.optional(v.boolean()),
    /** Of the people in it. */
    afterPeople: v.optional(v.number()),
    hasPeople: v.optional(v.boolean()),
    /** Of the split of turns, and the time zone that its days are those of. */
    afterSplit: v.optional(v.number()),
    splitZone: v.optional(v.string()),
    /** Of the names of units. */
    afterName: v.optional(v.number()),
    isNamed: v.optional(v.boolean()),
  }),
};
