import type { Doc, Id } from "../../_generated/dataModel.js";
import { AppError, must } from "../../lib/errors.ts";
import type { UpdateUnitInput } from "../../rules/inputs/units.ts";
import { blockTransition } from "../../rules/blocks.ts";
import { unitTransition } from "../../rules/transitions.ts";
import type { MutationCtx, WriterCtx } from "../context/context.ts";
import { changesOf, patchOf, recordEvent } from "../history/events.ts";
import { CountChanges } from "../numbers/counts.ts";
import { noTasks } from "../numbers/unitCounts.ts";
import { nameChanges } from "../people/names.ts";
import { maxUnits, requireUnit } from "./units.ts";

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
  const sent = unitTransition(unit, input, now);
  const block = blockTransition("unit", { record: unit, sent, at: now, by: ctx.viewer._id });
  const changes = await nameChanges(ctx, changesOf(unit, { ...sent, ...block }));
  if (changes.length === 0) return unit;
  await ctx.db.patch("units", unit._id, { ...patchOf(changes), updatedAt: now });
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
