import { v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel.js";
import { toIso } from "../../lib/dates.ts";
import { AppError, must } from "../../lib/errors.ts";
import type { UpdateUnitInput } from "../../rules/inputs/units.ts";
import { unitTransition } from "../../rules/transitions.ts";
import { vUnitStatus } from "../../schema.ts";
import type { MutationCtx, QueryCtx, WriterCtx } from "../context/context.ts";
import { projectExists } from "../context/records.ts";
import { changesOf, recordEvent } from "../history/events.ts";
import { CountChanges, noTasks } from "../numbers/counts.ts";
import { toUnitPhoto, vPhoto } from "../photos/photos.ts";

/** The units of a project are listed up to this number. */
export const maxUnits = 5000;

const nullableText = v.union(v.string(), v.null());

export const vUnit = v.object({
  id: v.id("units"),
  projectId: v.id("projects"),
  name: v.string(),
  status: vUnitStatus,
  startDate: nullableText,
  completionDate: nullableText,
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

/** The unit of a sent id. */
export async function requireUnit(ctx: QueryCtx, sent: string): Promise<Doc<"units">> {
  const id = ctx.db.normalizeId("units", sent);
  const unit = id === null ? null : await ctx.db.get("units", id);
  if (unit === null || !(await projectExists(ctx, unit.projectId)))
    throw new AppError("not_found", "Unit not found");
  return unit;
}

/** A unit as responses carry it. */
export function toUnit(unit: Doc<"units">) {
  return {
    id: unit._id,
    projectId: unit.projectId,
    name: unit.name,
    status: unit.status,
    startDate: toIso(unit.startDate),
    completionDate: toIso(unit.completionDate),
    notes: unit.notes ?? null,
    createdAt: toIso(unit.createdAt),
    updatedAt: toIso(unit.updatedAt),
  };
}

/** A unit with its counts and newest photos, as lists carry it. */
export function toUnitListItem(unit: Doc<"units">, projectName: string) {
  return {
    ...toUnit(unit),
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

/** Inserts one unit for each name, in the order given, and counts it; the caller applies the counts. */
export async function insertUnits(
  ctx: MutationCtx,
  counts: CountChanges,
  { projectId, names, at }: { projectId: Id<"projects">; names: readonly string[]; at: number },
): Promise<Id<"units">[]> {
  const ids: Id<"units">[] = [];
  for (const name of names) {
    const unit = { projectId, name, status: "not_started" as const };
    const times = { createdAt: at, updatedAt: at };
    ids.push(await ctx.db.insert("units", { ...unit, ...noTasks, recentPhotos: [], ...times }));
    counts.unit(unit, 1);
  }
  return ids;
}

/** Adds one unit for each name to a project; the new ones. */
export async function addUnits(
  ctx: WriterCtx,
  project: Doc<"projects">,
  names: readonly string[],
): Promise<Doc<"units">[]> {
  if (project.unitCount + names.length > maxUnits) {
    throw new AppError("invalid", `A project can have at most ${maxUnits} units`);
  }
  const counts = new CountChanges();
  const ids = await insertUnits(ctx, counts, { projectId: project._id, names, at: Date.now() });
  await counts.apply(ctx);
  await recordEvent(ctx, { kind: "units.added", projectId: project._id, count: ids.length });
  return await Promise.all(
    ids.map(async (id) => must(await ctx.db.get("units", id), "a unit just created exists")),
  );
}

/** Updates the sent fields of a unit and what follows from them; the unit as it is then. */
export async function updateUnit(
  ctx: WriterCtx,
  unit: Doc<"units">,
  input: UpdateUnitInput,
): Promise<Doc<"units">> {
  const now = Date.now();
  const changes = changesOf(unit, unitTransition(unit, input, now));
  if (changes.length === 0) return unit;
  const patch = Object.fromEntries(changes.map(({ field, to }) => [field, to ?? undefined]));
  await ctx.db.patch("units", unit._id, { ...patch, updatedAt: now });
  const updated = await requireUnit(ctx, unit._id);
  const counts = new CountChanges();
  counts.unit(unit, -1);
  counts.unit(updated, 1);
  await counts.apply(ctx);
  await recordEvent(ctx, {
    kind: "unit.updated",
    projectId: unit.projectId,
    unitId: unit._id,
    label: unit.name,
    changes,
  });
  return updated;
}
