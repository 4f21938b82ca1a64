import type { Id } from "../../_generated/dataModel.js";
import { AppError } from "../../lib/errors.ts";
import type { LookInput } from "../../rules/inputs/presence.ts";
import type { QueryCtx } from "../context/context.ts";
import type { Place } from "../presence/presences.ts";
import { requireProject } from "./projects.ts";
import { requireUnit } from "./units.ts";

/** The tables of records in a project whose fields people type in. */
const typedTables = ["units", "tasks", "unitNotes", "timeEntries"] as const;

/** The place of a sent project, unit and record; throws "not_found" unless all of them exist in one project. */
export async function requirePlace(
  ctx: QueryCtx,
  { projectId: sent, unitId = null, recordId = null, field }: LookInput,
): Promise<Place> {
  const { _id: projectId } = await requireProject(ctx, sent);
  const unit = unitId === null ? null : await requireUnit(ctx, unitId);
  if (unit !== null && unit.projectId !== projectId)
    throw new AppError("not_found", "Unit not found");
  if (recordId !== null && !(await isInProject(ctx, projectId, recordId)))
    throw new AppError("not_found", "Record not found");
  return {
    projectId,
    ...(unit !== null && { unitId: unit._id }),
    ...(recordId !== null && { recordId, field: field ?? "" }),
  };
}

async function isInProject(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  recordId: string,
): Promise<boolean> {
  if (recordId === projectId) return true;
  for (const table of typedTables) {
    const id = ctx.db.normalizeId(table, recordId);
    const record = id === null ? null : await ctx.db.get(table, id);
    if (record === null) continue;
    if ("projectId" in record) return record.projectId === projectId;
    return (await ctx.db.get("units", record.unitId))?.projectId === projectId;
  }
  return false;
}
