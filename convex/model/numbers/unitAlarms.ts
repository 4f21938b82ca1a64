import type { Doc, Id } from "../../_generated/dataModel.js";
import { dayMs } from "../../lib/dates.ts";
import { firstDayAfter } from "../../rules/calendar.ts";
import { alarmDay, promisedMoment } from "../../rules/turn.ts";
import { sortableName } from "../../rules/urgency.ts";
import type { MutationCtx, QueryCtx } from "../context/context.ts";
import { ListRoom } from "../context/listRoom.ts";
import { readToday, type Today } from "../context/today.ts";
import { withTrash } from "../context/trashMarks.ts";
import { keepOpenWork, type OpenWork, wholeWork } from "./openWork.ts";
import { unitsDone } from "./unitSteps.ts";

/** The maximum number of units that one transaction of the job updates. It ends earlier when their tasks are large. */
const unitsPerStep = 100;
/** The maximum size of these units. Each is read up to four times. */
const unitBytesPerStep = 2 * 2 ** 20;

/** The most units to read, and the bytes that they may take. */
type Bounds = { limit: number; room: ListRoom };

type UnitAlarm = NonNullable<Doc<"units">["alarm"]>;
type AlarmedUnit = Parameters<typeof alarmDay>[0] & Pick<Doc<"units">, "name" | "trashId">;

/** The alarm of a unit with this open work: the day from which the unit needs attention, and its sort keys. */
export function alarmOf(unit: AlarmedUnit, work: OpenWork, today: Today): UnitAlarm {
  const { timeZone: zone } = today;
  if (unit.trashId !== undefined) return { zone, isOn: false };
  const [due] = work.due;
  const from = alarmDay(unit, {
    hours: work.hours,
    blocked: work.blocks.length,
    overdueFrom: due === undefined ? null : firstDayAfter(zone, due),
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

/** The first late units of a project, or the first units at risk, by promised date, then name. */
export async function alarmedUnits(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  { kind, today, limit, room }: { kind: "late" | "at_risk"; today: Today } & Bounds,
): Promise<Doc<"units">[]> {
  const startOfToday = today.day * dayMs;
  const alarmed = ctx.db.query("units").withIndex("projectId_alarm", (q) => {
    const on = q.eq("projectId", projectId).eq("alarm.zone", today.timeZone).eq("alarm.isOn", true);
    return kind === "late"
      ? on.lt("alarm.promise", startOfToday)
      : on.gte("alarm.promise", startOfToday);
  });
  return await room.take(alarmed, limit);
}

/** The first units of a project by the due date of their first open task: units with overdue tasks, or the others. */
export async function unitsDue(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  { isOverdue, today, limit, room }: { isOverdue: boolean; today: Today } & Bounds,
): Promise<Doc<"units">[]> {
  const due = ctx.db.query("units").withIndex("projectId_alarm_due", (q) => {
    const known = q.eq("projectId", projectId).eq("alarm.zone", today.timeZone);
    return isOverdue
      ? known.gt("alarm.due", undefined).lt("alarm.due", today.dueFrom)
      : known.gte("alarm.due", today.dueFrom);
  });
  return await room.take(due, limit);
}

/** The units whose alarm is unknown or was computed for another time zone. */
export async function unitsWithoutAlarm(
  ctx: QueryCtx,
  { timeZone }: Today,
  { limit, room }: Bounds,
): Promise<Doc<"units">[]> {
  const units = () => ctx.db.query("units");
  const below = units().withIndex("alarm_from", (q) => q.lt("alarm.zone", timeZone));
  const above = units().withIndex("alarm_from", (q) => q.gt("alarm.zone", timeZone));
  const first = await room.take(below, limit);
  return [...first, ...(await room.take(above, limit - first.length))];
}

/** The same of one project. */
export async function unitsOfProjectWithoutAlarm(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  { today: { timeZone }, limit, room }: { today: Today } & Bounds,
): Promise<Doc<"units">[]> {
  const units = () => ctx.db.query("units");
  const below = units().withIndex("projectId_alarm", (q) =>
    q.eq("projectId", projectId).lt("alarm.zone", timeZone),
  );
  const above = units().withIndex("projectId_alarm", (q) =>
    q.eq("projectId", projectId).gt("alarm.zone", timeZone),
  );
  const first = await room.take(below, limit);
  return [...first, ...(await room.take(above, limit - first.length))];
}

/** The units whose alarm day has come since the job last updated them. */
export async function unitsJustAlarmed(
  ctx: QueryCtx,
  { timeZone, day }: Today,
  { limit, room }: Bounds,
): Promise<Doc<"units">[]> {
  const due = ctx.db
    .query("units")
    .withIndex("alarm_from", (q) =>
      q
        .eq("alarm.zone", timeZone)
        .eq("alarm.isOn", false)
        .gt("alarm.from", undefined)
        .lte("alarm.from", day),
    );
  return await room.take(due, limit);
}

/** The units whose alarm day is in the future again, because the day went back when a wrong clock was set right. */
async function unitsAlarmedTooEarly(
  ctx: QueryCtx,
  { timeZone, day }: Today,
  { limit, room }: Bounds,
): Promise<Doc<"units">[]> {
  const early = ctx.db
    .query("units")
    .withIndex("alarm_from", (q) =>
      q.eq("alarm.zone", timeZone).eq("alarm.isOn", true).gt("alarm.from", day),
    );
  return await room.take(early, limit);
}

/** Runs one step of updating alarms; returns true while units are left. */
export async function keepAlarms(ctx: MutationCtx): Promise<boolean> {
  const today = await readToday(ctx);
  const whole = withTrash(ctx);
  const room = new ListRoom(unitBytesPerStep);
  const units: Doc<"units">[] = [];
  for (const read of [unitsWithoutAlarm, unitsJustAlarmed, unitsAlarmedTooEarly])
    units.push(...(await read(whole, today, { limit: unitsPerStep - units.length, room })));
  const done = await unitsDone(units, async (unit, roomOfTasks) => {
    await keepOpenWork(whole, unit, roomOfTasks);
    const kept = await whole.db.get("units", unit._id);
    if (kept !== null) await keepAlarm(whole, kept, today);
  });
  return done.length < units.length || units.length === unitsPerStep || room.isFull;
}

/** Stores the alarm of a unit whose open work is known. */
export async function keepAlarm(ctx: MutationCtx, unit: Doc<"units">, today: Today): Promise<void> {
  const alarm = changedAlarm(unit, today);
  if (alarm !== null) await ctx.db.patch("units", unit._id, { alarm });
}

/** The alarm of a unit if it differs from the stored one; otherwise null. */
export function changedAlarm(unit: Doc<"units">, today: Today): UnitAlarm | null {
  const work = wholeWork(unit);
  // The job has not computed the open work of this row yet. Until then readers count its tasks.
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
