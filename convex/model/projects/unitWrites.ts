import type { Doc, Id } from "../../_generated/dataModel.js";
import { AppError, must } from "../../lib/errors.ts";
import type { NewUnit } from "../../rules/inputs/newUnits.ts";
import { planErrors } from "../../rules/inputs/plan.ts";
import type { UpdateUnitInput } from "../../rules/inputs/units.ts";
import { blockTransition } from "../../rules/blocks.ts";
import { unitTransition } from "../../rules/transitions.ts";
import { type ActTime, momentOf } from "../context/actTimes.ts";
import type { WriterCtx } from "../context/context.ts";
import { readToday } from "../context/today.ts";
import { inBatch } from "../history/batches.ts";
import { type Change, changesOf, patchOf, recordEvent } from "../history/events.ts";
import {
  effectOn,
  fieldsChangedLater,
  withoutFields,
  withoutOvertaken,
} from "../history/laterActs.ts";
import { nameChanges } from "../history/fieldNames.ts";
import { keepBlocks } from "../numbers/blocks.ts";
import { CountChanges } from "../numbers/counts.ts";
import { alarmOf } from "../numbers/unitAlarms.ts";
import { noTasks } from "../numbers/unitCounts.ts";
import { addUnitNames } from "../numbers/unitNames.ts";
import { maxUnits, requireUnit } from "./units.ts";

/** Inserts units in the given order. The caller applies the counts and provides the batch. */
export async function insertUnits(
  ctx: WriterCtx,
  counts: CountChanges,
  { projectId, units, at }: { projectId: Id<"projects">; units: readonly NewUnit[]; at: number },
): Promise<Id<"units">[]> {
  const ids: Id<"units">[] = [];
  const today = await readToday(ctx);
  for (const { name, ...plan } of units) {
    const unit = { projectId, name, status: "not_started" as const };
    const times = { createdAt: at, updatedAt: at };
    const changes = changesOf({}, plan);
    const planned = { ...unit, ...patchOf(changes) };
    const id = await ctx.db.insert("units", {
      ...{ ...planned, ...noTasks, recentPhotos: [], ...times },
      alarm: alarmOf(planned, noTasks.openWork, today),
    });
    counts.unit(planned, 1);
    ids.push(id);
    await recordEvent(ctx, {
      ...{ kind: "unit.added", at, projectId, unitId: id, label: name },
      ...(changes.length > 0 && { changes }),
    });
  }
  // The project's newest units are those just inserted. One range reads them all; reading them one by one would cost an
  // index range each.
  const inserted = await ctx.db
    .query("units")
    .withIndex("projectId", (q) => q.eq("projectId", projectId))
    .order("desc")
    .take(units.length);
  await addUnitNames(ctx, projectId, inserted);
  return ids;
}

/** Adds units to a project; returns the new units. */
export async function addUnits(
  ctx: WriterCtx,
  project: Doc<"projects">,
  units: readonly NewUnit[],
): Promise<Doc<"units">[]> {
  if (project.unitCount + units.length > maxUnits) {
    throw new AppError("invalid", `A project can have at most ${maxUnits} units`);
  }
  const counts = new CountChanges();
  const place = { projectId: project._id, units, at: Date.now() };
  const { result: ids } = await inBatch(ctx, (part) => insertUnits(part, counts, place));
  await counts.apply(ctx);
  return await Promise.all(
    ids.map(async (id) => must(await ctx.db.get("units", id), "a unit just created exists")),
  );
}

type UnitUpdate = UpdateUnitInput & { time: ActTime };

/** Updates the sent fields of a unit, and the fields that depend on them; returns the updated unit. */
export async function updateUnit(
  ctx: WriterCtx,
  unit: Doc<"units">,
  update: UnitUpdate,
): Promise<Doc<"units">> {
  const counts = new CountChanges();
  const updated = await changeUnit(ctx, counts, { unit, update });
  await counts.apply(ctx);
  return updated;
}

/** Like `updateUnit`, as a part of a larger act: the caller applies the counts. */
export async function changeUnit(
  ctx: WriterCtx,
  counts: CountChanges,
  { unit, update: { time, ...sent } }: { unit: Doc<"units">; update: UnitUpdate },
): Promise<Doc<"units">> {
  const at = momentOf(time);
  const later = await fieldsChangedLater(ctx, { kind: "unit.updated", unitId: unit._id }, time);
  const { kept, overtaken } = withoutOvertaken(unit, sent, {
    fields: later,
    effectOf: (part) => effectOn(unit, () => transitionOf(ctx, unit, { input: part, at })),
  });
  requirePlanInOrder(unit, kept);
  const fields = changesOf(unit, transitionOf(ctx, unit, { input: kept, at }));
  const changes = await nameChanges(ctx, withoutFields(fields, later));
  if (changes.length + overtaken.length === 0) return unit;
  const updated =
    changes.length === 0 ? unit : await writeChanges(ctx, counts, { unit, changes, time });
  await recordEvent(ctx, {
    kind: "unit.updated",
    ...time,
    projectId: unit.projectId,
    unitId: unit._id,
    label: unit.name,
    changes,
    ...(overtaken.length > 0 && { overtaken: await nameChanges(ctx, overtaken) }),
  });
  return updated;
}

/** Applies the given changes to a unit without the usual consequences; the caller applies the counts. */
export async function setUnitFields(
  ctx: WriterCtx,
  counts: CountChanges,
  { unit, changes }: { unit: Doc<"units">; changes: Change[] },
): Promise<void> {
  requirePlanInOrder(unit, Object.fromEntries(changes.map(({ field, to }) => [field, to])));
  await writeChanges(ctx, counts, { unit, changes, time: { at: Date.now() } });
  const { _id: unitId, projectId, name: label } = unit;
  await recordEvent(ctx, { kind: "unit.updated", projectId, unitId, label, changes });
}

/** The sent fields, and the status, dates and block that follow from them. */
function transitionOf(
  ctx: WriterCtx,
  unit: Doc<"units">,
  { input, at }: { input: UpdateUnitInput; at: number },
) {
  const sent = unitTransition(unit, input, at);
  return { ...sent, ...blockTransition("unit", { record: unit, sent, at, by: ctx.viewer._id }) };
}

/** Writes changes of a unit and counts them; returns the updated unit. */
async function writeChanges(
  ctx: WriterCtx,
  counts: CountChanges,
  { unit, changes, time }: { unit: Doc<"units">; changes: readonly Change[]; time: ActTime },
): Promise<Doc<"units">> {
  const at = momentOf(time);
  await ctx.db.patch("units", unit._id, { ...patchOf(changes), updatedAt: time.at });
  const updated = await requireUnit(ctx, unit._id);
  const place = { projectId: unit.projectId, unitId: unit._id };
  await keepBlocks(ctx, place, { before: unit, after: updated, at });
  counts.unit(unit, -1);
  counts.unit(updated, 1);
  return updated;
}

/** Throws "invalid" when the dates of the unit would be out of order after the change. */
function requirePlanInOrder(unit: Doc<"units">, input: UpdateUnitInput): void {
  const { moveOutDate = unit.moveOutDate } = input;
  const { readyByDate = unit.readyByDate, moveInDate = unit.moveInDate } = input;
  const [error, ...others] = planErrors({ moveOutDate, readyByDate, moveInDate });
  if (error !== undefined) throw new AppError("invalid", error.message, [error, ...others]);
}
