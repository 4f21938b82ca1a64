import type { Doc, Id } from "../../_generated/dataModel.js";
import { dayAt, dayMs } from "../../lib/dates.ts";
import { alarmDay, promisedMoment } from "../../rules/turn.ts";
import { sortableName } from "../../rules/urgency.ts";
import type { MutationCtx, QueryCtx } from "../context/context.ts";
import { readToday, type Today } from "../context/today.ts";
import { withTrash } from "../context/trashMarks.ts";
import { keepOpenWork, type OpenWork, wholeWork } from "./openWork.ts";

/** Units that one transaction of the job looks at; each may cost its tasks. */
const unitsPerStep = 100;

type UnitAlarm = NonNullable<Doc<"units">["alarm"]>;
type AlarmedUnit = Parameters<typeof alarmDay>[0] & Pick<Doc<"units">, "name" | "trashId">;

/** The day from which a unit with this open work needs a look. */
export function alarmOf(unit: AlarmedUnit, work: OpenWork, today: Today): UnitAlarm {
  const { timeZone: zone } = today;
  if (unit.trashId !== undefined) return { zone, isOn: false };
  const [due] = work.due;
  const from = alarmDay(unit, {
    hours: work.hours,
    blocked: work.blocks.length,
    overdueFrom: due === undefined ? null : dayAt(zone, due) + 1,
  });
  const promise = from === null ? null : promisedMoment(unit);
  return {
    zone,
    isOn: from !== null && from <= today.day,
    ...(from !== null && { from }),
    ...(promise !== null && { promise, name: sortableName(unit.name) }),
    ...(due !== undefined && { due }),
  };
}

/** The first late units of a project, or those at risk, by their dates, then names. */
export async function alarmedUnits(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  { kind, today, limit }: { kind: "late" | "at_risk"; today: Today; limit: number },
): Promise<Doc<"units">[]> {
  const startOfToday = today.day * dayMs;
  return await ctx.db
    .query("units")
    .withIndex("projectId_alarm", (q) => {
      const on = q
        .eq("projectId", projectId)
        .eq("alarm.zone", today.timeZone)
        .eq("alarm.isOn", true);
      return kind === "late"
        ? on.lt("alarm.promise", startOfToday)
        : on.gte("alarm.promise", startOfToday);
    })
    .take(limit);
}

/** The first units of a project by when their first open task is due: those with overdue tasks, or the others. */
export async function unitsDue(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  { isOverdue, today, limit }: { isOverdue: boolean; today: Today; limit: number },
): Promise<Doc<"units">[]> {
  return await ctx.db
    .query("units")
    .withIndex("projectId_alarm_due", (q) => {
      const due = q.eq("projectId", projectId).eq("alarm.zone", today.timeZone);
      return isOverdue
        ? due.gt("alarm.due", undefined).lt("alarm.due", today.startOfDay)
        : due.gte("alarm.due", today.startOfDay);
    })
    .take(limit);
}

/** The units whose alarm is not known: of an earlier version, or of another time zone. */
export async function unitsWithoutAlarm(
  ctx: QueryCtx,
  { timeZone }: Today,
  limit: number,
): Promise<Doc<"units">[]> {
  const units = ctx.db.query("units");
  const below = await units
    .withIndex("alarm_from", (q) => q.lt("alarm.zone", timeZone))
    .take(limit);
  const above = ctx.db.query("units").withIndex("alarm_from", (q) => q.gt("alarm.zone", timeZone));
  return below.length === limit ? below : [...below, ...(await above.take(limit - below.length))];
}

/** The units whose alarm has come since a job looked at them last. */
export async function unitsJustAlarmed(
  ctx: QueryCtx,
  { timeZone, day }: Today,
  limit: number,
): Promise<Doc<"units">[]> {
  return await ctx.db
    .query("units")
    .withIndex("alarm_from", (q) =>
      q
        .eq("alarm.zone", timeZone)
        .eq("alarm.isOn", false)
        .gt("alarm.from", undefined)
        .lte("alarm.from", day),
    )
    .take(limit);
}

/** The units whose alarm has not come any more: the day goes back when a wrong clock is set right. */
async function unitsAlarmedTooEarly(
  ctx: QueryCtx,
  { timeZone, day }: Today,
): Promise<Doc<"units">[]> {
  return await ctx.db
    .query("units")
    .withIndex("alarm_from", (q) =>
      q.eq("alarm.zone", timeZone).eq("alarm.isOn", true).gt("alarm.from", day),
    )
    .take(unitsPerStep);
}

/** One step of noting the alarms that have come, and those that are not known; true when more are left. */
export async function keepAlarms(ctx: MutationCtx): Promise<boolean> {
  const today = await readToday(ctx);
  const whole = withTrash(ctx);
  const units = [
    ...(await unitsWithoutAlarm(whole, today, unitsPerStep)),
    ...(await unitsJustAlarmed(whole, today, unitsPerStep)),
    ...(await unitsAlarmedTooEarly(whole, today)),
  ].slice(0, unitsPerStep);
  for (const unit of units) {
    await keepOpenWork(whole, unit);
    const kept = await whole.db.get("units", unit._id);
    if (kept !== null) await write(whole, kept, today);
  }
  return units.length === unitsPerStep;
}

async function write(ctx: MutationCtx, unit: Doc<"units">, today: Today): Promise<void> {
  const alarm = changedAlarm(unit, today);
  if (alarm !== null) await ctx.db.patch("units", unit._id, { alarm });
}

/** The alarm of a unit when another one is stored, else null. */
export function changedAlarm(unit: Doc<"units">, today: Today): UnitAlarm | null {
  const work = wholeWork(unit);
  // Until the job has counted the work of a row of an earlier version, readers ask the tasks.
  if (work === null) return null;
  const alarm = alarmOf(unit, work, today);
  return isSame(unit.alarm, alarm) ? null : alarm;
}

function isSame(a: UnitAlarm | undefined, b: UnitAlarm): boolean {
  return (
    a !== undefined &&
    a.zone === b.zone &&
    a.isOn === b.isOn &&
    a.from === b.from &&
    a.promise === b.promise &&
    a.name === b.name &&
    a.due === b.due
  );
}
