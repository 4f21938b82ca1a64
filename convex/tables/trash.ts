import { literals } from "convex-helpers/validators";
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { trashKinds } from "../rules/labels.ts";

export const vTrashKind = literals(...trashKinds);

/** The mark of a row that is in the trash: what the person deleted, and what went with it. */
export const trashMark = { trashId: v.optional(v.id("trash")) };

/** Deletions that people may take back: one row for each act of deletion on a record. */
export const trashTables = {
  trash: defineTable({
    kind: vTrashKind,
    /** The id of the deleted record, of the table of its kind. */
    recordId: v.string(),
    name: v.string(),
    /** The place of the record; a project has none, and a unit has no unit. */
    projectId: v.optional(v.id("projects")),
    unitId: v.optional(v.id("units")),
    eventId: v.id("events"),
    deletedBy: v.id("users"),
    deletedAt: v.number(),
    /** The photos of a task. Some may be gone by now. */
    photoIds: v.optional(v.array(v.id("photos"))),
  })
    .index("kind", ["kind"])
    .index("recordId", ["recordId"])
    .index("eventId", ["eventId"])
    .index("unitId", ["unitId"])
    .index("projectId", ["projectId"])
    .index("projectId_kind", ["projectId", "kind"]),
};
