import { literals } from "convex-helpers/validators";
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { trashKinds } from "../rules/labels.ts";

export const vTrashKind = literals(...trashKinds);

/** The mark of a row in the trash: of the deleted record and of the records that were deleted with it. */
export const trashMark = { trashId: v.optional(v.id("trash")) };

/** Deletions that can be undone: one row for each deletion of a record. */
export const trashTables = {
  trash: defineTable({
    kind: vTrashKind,
    /** The id of the deleted record, in the table of its kind. */
    recordId: v.string(),
    name: v.string(),
    /** The project and unit of the record; a project has neither, and a unit has no unit. */
    projectId: v.optional(v.id("projects")),
    unitId: v.optional(v.id("units")),
    eventId: v.id("events"),
    deletedBy: v.id("users"),
    deletedAt: v.number(),
    /** The photos that were linked to a deleted task; some may not exist any more. */
    photoIds: v.optional(v.array(v.id("photos"))),
  })
    .index("kind", ["kind"])
    .index("recordId", ["recordId"])
    .index("eventId", ["eventId"])
    .index("unitId", ["unitId"])
    .index("projectId", ["projectId"])
    .index("projectId_kind", ["projectId", "kind"]),
};
