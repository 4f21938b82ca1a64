import { v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel.js";
import { toIso } from "../../lib/dates.ts";
import { AppError } from "../../lib/errors.ts";
import { vUnitStatus } from "../../schema.ts";
import type { QueryCtx } from "../context/context.ts";
import { projectExists } from "../context/records.ts";
import { unitNamesOf } from "../numbers/unitNames.ts";
import { blockOf, vBlock } from "../people/blocks.ts";
import { toUnitPhoto, vPhoto } from "../photos/photos.ts";
import {
  givenTo,
  openWork,
  planOf,
  type UnitReader,
  unitPlanFields,
  vGivenTo,
} from "./unitTurns.ts";

/** The maximum number of units of a project, and of a list of units. */
export const maxUnits = 5000;

const nullableText = v.union(v.string(), v.null());

export const vUnit = v.object({
  id: v.id("units"),
  projectId: v.id("projects"),
  name: v.string(),
  status: vUnitStatus,
  startDate: nullableText,
  completionDate: nullableText,
  ...unitPlanFields,
  givenTo: vGivenTo,
  ...vBlock,
  notes: nullableText,
  createdAt: v.string(),
  updatedAt: v.string(),
});

export const vUnitListItem = vUnit.extend({
  projectName: v.string(),
  totalTasks: v.number(),
  completedTasks: v.number(),
  inProgressTasks: v.number(),
  notStartedTasks: v.number(),
  recentPhotos: v.array(vPhoto),
});

/** The units of one answer to a program. `next` is the value of `after` for the next ones; null when there are none. */
export const vUnitPage = v.object({
  units: v.array(vUnitListItem),
  next: v.union(v.number(), v.null()),
});

/** The unit of a sent id; throws "not_found" when it or its project is deleted. */
export async function requireUnit(ctx: QueryCtx, sent: string): Promise<Doc<"units">> {
  const id = ctx.db.normalizeId("units", sent);
  const unit = id === null ? null : await ctx.db.get("units", id);
  if (unit === null || !(await projectExists(ctx, unit.projectId)))
    throw new AppError("not_found", "Unit not found");
  return unit;
}

/** A unit in its public form. */
export async function toUnit(ctx: QueryCtx, unit: Doc<"units">, reader: UnitReader) {
  const work = await openWork(ctx, unit);
  return {
    id: unit._id,
    projectId: unit.projectId,
    name: unit.name,
    status: unit.status,
    startDate: toIso(unit.startDate),
    completionDate: toIso(unit.completionDate),
    ...planOf(unit, work, reader),
    givenTo: await givenTo(ctx, work, reader.names),
    ...(await blockOf(unit, reader.names)),
    notes: unit.notes ?? null,
    createdAt: toIso(unit.createdAt),
    updatedAt: toIso(unit.updatedAt),
  };
}

/** A unit with its counts and newest photos in its public form. */
export async function toUnitListItem(
  ctx: QueryCtx,
  unit: Doc<"units">,
  { projectName, ...reader }: UnitReader & { projectName: string },
) {
  return {
    ...(await toUnit(ctx, unit, reader)),
    projectName,
    totalTasks: unit.totalTasks,
    completedTasks: unit.completedTasks,
    inProgressTasks: unit.inProgressTasks,
    notStartedTasks: unit.notStartedTasks,
    recentPhotos: unit.recentPhotos.map((photo) => toUnitPhoto(unit._id, photo)),
  };
}

/** The units of a project, in the order entered. */
export async function listUnits(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  limit = maxUnits,
): Promise<Doc<"units">[]> {
  return await ctx.db
    .query("units")
    .withIndex("projectId", (q) => q.eq("projectId", projectId))
    .take(limit);
}

/** The names of a project's units, in the order entered. */
export async function listUnitNames(
  ctx: QueryCtx,
  project: Doc<"projects">,
): Promise<{ id: Id<"units">; name: string }[]> {
  const names = await unitNamesOf(ctx, project._id);
  // The rows of names are incomplete in the first seconds after an update from an earlier version.
  if (names.length === project.unitCount) return names.map(({ id, name }) => ({ id, name }));
  const units = await listUnits(ctx, project._id);
  return units.map(({ _id, name }) => ({ id: _id, name }));
}
