import { v } from "convex/values";
import type { Id } from "./_generated/dataModel.js";
import { moneyQuery, staffMutation, staffQuery } from "./functions.ts";
import { parseInput } from "./lib/parse.ts";
import { actArgs, actTime } from "./model/context/actTimes.ts";
import { existingRecords, vBulk, vBulkDeleted } from "./model/context/bulk.ts";
import { vDeleted } from "./model/context/records.ts";
import { withRememberedReads } from "./model/context/rememberedReads.ts";
import { answerOnce, isFirstTime } from "./model/context/requestKeys.ts";
import { deleteUnits } from "./model/deletion/bulkUnits.ts";
import { deleteUnit } from "./model/deletion/units.ts";
import * as BulkUnits from "./model/projects/bulkUnits.ts";
import { requireProject } from "./model/projects/projects.ts";
import { unitsFrom, unitsIn } from "./model/projects/unitRanges.ts";
import * as Units from "./model/projects/units.ts";
import { unitReader } from "./model/projects/unitTurns.ts";
import * as Writes from "./model/projects/unitWrites.ts";
import { requireFields } from "./model/sessions/viewer.ts";
import { bulkChange, bulkDeletion } from "./rules/inputs/bulk.ts";
import { addUnitsInput } from "./rules/inputs/newUnits.ts";
import { updateUnitInput } from "./rules/inputs/units.ts";
import { can } from "./rules/permissions.ts";

const optionalText = v.optional(v.union(v.string(), v.null()));

/**
 * The units of a project with their counts and newest photos, in the order of creation. With `after` and `through`,
 * only the units of one page (`board.pages`), so that a change of another page does not send this one again. Without
 * them the list ends where it has more text than an answer has room for; the pages have all units.
 */
export const list = moneyQuery("project:read")({
  args: {
    projectId: v.string(),
    after: v.optional(v.number()),
    through: v.optional(v.union(v.number(), v.null())),
  },
  returns: v.array(Units.vUnitListItem),
  handler: async (ctx, { projectId, after = 0, through = null }) => {
    const project = await requireProject(ctx, projectId);
    const units = await unitsIn(ctx, project._id, { after, through });
    const reader = { ...(await unitReader(ctx, ctx.money)), projectName: project.name };
    return await Promise.all(units.map((unit) => Units.toUnitListItem(ctx, unit, reader)));
  },
});

/**
 * The units of a project created after a time, as many as one answer has room for: a project may have more than one
 * query can read. Programs read all of them one answer after the other.
 */
export const page = moneyQuery("project:read")({
  args: { projectId: v.string(), after: v.optional(v.number()) },
  returns: Units.vUnitPage,
  handler: async (ctx, { projectId, after = 0 }) => {
    const project = await requireProject(ctx, projectId);
    const { units, next } = await unitsFrom(ctx, project._id, after);
    const reader = { ...(await unitReader(ctx, ctx.money)), projectName: project.name };
    const items = units.map((unit) => Units.toUnitListItem(ctx, unit, reader));
    return { units: await Promise.all(items), next };
  },
});

/** The names of a project's units, in the order of creation: enough to choose a unit. */
export const names = staffQuery("project:read")({
  args: { projectId: v.string() },
  returns: v.array(v.object({ id: v.id("units"), name: v.string() })),
  handler: async (ctx, { projectId }) => {
    const project = await requireProject(ctx, projectId);
    return await Units.listUnitNames(ctx, project);
  },
});

/** One unit with its counts and newest photos. */
export const get = moneyQuery("project:read")({
  args: { unitId: v.string() },
  returns: Units.vUnitListItem,
  handler: async (ctx, { unitId }) => {
    const unit = await Units.requireUnit(ctx, unitId);
    const project = await requireProject(ctx, unit.projectId);
    const reader = { ...(await unitReader(ctx, ctx.money)), projectName: project.name };
    return await Units.toUnitListItem(ctx, unit, reader);
  },
});

/**
 * The stored answer for a resent key: ids only, because many whole units are too large for one row. Rows of earlier
 * versions hold whole units.
 */
type Made = Id<"units"> | { id: Id<"units"> };

/**
 * Adds units to a project; each is a name, or a name with its dates and rent. A resent key answers with the first
 * units.
 */
export const create = staffMutation("project:write")({
  args: { projectId: v.string(), units: v.array(v.any()), key: v.optional(v.string()) },
  returns: v.array(Units.vUnit),
  handler: async (ctx, { projectId, key, ...sent }) => {
    const { units: sentUnits } = parseInput(addUnitsInput, sent);
    const made = await answerOnce<Made[]>(ctx, { operation: "units:create", key }, async () => {
      const project = await requireProject(ctx, projectId);
      const units = await Writes.addUnits(ctx, project, sentUnits);
      return units.map(({ _id }) => _id);
    });
    const units = await Promise.all(
      made.map((one) => ctx.db.get("units", typeof one === "string" ? one : one.id)),
    );
    const reader = await unitReader(ctx, can(ctx.viewer.role, "money:read"));
    const left = units.filter((unit) => unit !== null);
    return await Promise.all(left.map((unit) => Units.toUnit(ctx, unit, reader)));
  },
});

/** Updates the sent fields of a unit, and the fields that depend on them. */
export const update = staffMutation("unit:write")({
  args: {
    unitId: v.string(),
    ...actArgs,
    status: v.optional(v.string()),
    startDate: optionalText,
    completionDate: optionalText,
    moveOutDate: optionalText,
    readyByDate: optionalText,
    moveInDate: optionalText,
    monthlyRent: v.optional(v.union(v.number(), v.null())),
    blockedReason: optionalText,
    blockedNote: optionalText,
  },
  returns: Units.vUnit,
  handler: async (ctx, { unitId, key, madeAt, ...sent }) => {
    await requireFields(ctx.viewer, "units:update", sent);
    const unit = await Units.requireUnit(ctx, unitId);
    const input = { ...parseInput(updateUnitInput, sent), time: actTime(madeAt) };
    const isFirst = await isFirstTime(ctx, { operation: "units:update", key, record: unitId });
    const updated = isFirst ? await Writes.updateUnit(ctx, unit, input) : unit;
    const reader = await unitReader(ctx, can(ctx.viewer.role, "money:read"));
    return await Units.toUnit(ctx, updated, reader);
  },
});

/** Makes one change in many units: in all of them, or in none. */
export const updateMany = staffMutation("unit:write")({
  args: { ids: v.array(v.string()), set: v.any(), key: v.optional(v.string()) },
  returns: vBulk(Units.vUnit),
  handler: async (caller, { key, ...sent }) => {
    const ctx = withRememberedReads(caller);
    await requireFields(ctx.viewer, "units:updateMany", sent);
    const input = parseInput(bulkChange(updateUnitInput), sent);
    const { batchId, ids } = await answerOnce(ctx, { operation: "units:updateMany", key }, () =>
      BulkUnits.updateUnits(ctx, input),
    );
    const reader = await unitReader(ctx, can(ctx.viewer.role, "money:read"));
    const units = await existingRecords(ctx, "units", ids);
    const items = await Promise.all(units.map((unit) => Units.toUnit(ctx, unit, reader)));
    return { updated: ids.length, batchId, items };
  },
});

/** Deletes a unit with its tasks, photos, notes and time entries. */
export const remove = staffMutation("unit:write")({
  args: { unitId: v.string() },
  returns: vDeleted,
  handler: async (ctx, { unitId }) => {
    await deleteUnit(ctx, await Units.requireUnit(ctx, unitId));
    return { success: true as const };
  },
});

/** Deletes many units, each with its tasks, photos, notes and time entries: all of them or none. */
export const removeMany = staffMutation("unit:write")({
  args: { ids: v.array(v.string()), key: v.optional(v.string()) },
  returns: vBulkDeleted,
  handler: async (caller, { key, ...sent }) => {
    const ctx = withRememberedReads(caller);
    const { ids } = parseInput(bulkDeletion, sent);
    return await answerOnce(ctx, { operation: "units:removeMany", key }, () =>
      deleteUnits(ctx, ids),
    );
  },
});
