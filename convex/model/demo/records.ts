import type { Id } from "../../_generated/dataModel.js";
import type { MutationCtx } from "../context/context.ts";
import { createView } from "../desk/savedViewWrites.ts";
import { listProjectMembers } from "../teams/projectTeams.ts";
import { addNote } from "../notes/noteWrites.ts";
import { listUnits } from "../projects/units.ts";
import { addTimeEntry } from "../time/timeEntryWrites.ts";
import type { DemoClock } from "./clock.ts";
import { demoUsers } from "./people.ts";
import { demoUser } from "./workspace.ts";

const weeksOfHours = 4;

const shifts = [
  { start: 7, end: 16 },
  { start: 7.5, end: 16 },
  { start: 8, end: 17.5 },
  { start: 7, end: 14.5 },
];

const notes = [
  "Tenant left a sofa in the living room, haul-away booked for tomorrow morning.",
  "Water stain on the bathroom ceiling: primed twice, watch for bleed-through before painting.",
  "Countertop seam lifted next to the sink. Glued and clamped, check on Thursday.",
  "Carpet is in good shape, steam cleaning is enough here.",
  "Need two 36 inch blinds, the ones on site are 34.",
  "Neighbour asked for quiet hours before 9.",
  "Breaker 7 trips with the dryer on. Electrician has been told.",
  "All keys accounted for except one mailbox key, lock will be changed.",
];

/** Logs hours for the team of a demo project over the last weeks, and an open shift for today. */
export async function createDemoHours(
  ctx: MutationCtx,
  clock: DemoClock,
  projectId: Id<"projects">,
): Promise<void> {
  const writer = { ...ctx, viewer: await demoUser(ctx, 2) };
  const units = await listUnits(ctx, projectId);
  const crew = (await listProjectMembers(ctx, projectId)).filter(
    (member) => member.role !== "project_manager",
  );
  const lastWorkday = [-1, -2, -3].find((offset) => !clock.isWeekend(offset)) ?? -1;
  for (let offset = -7 * weeksOfHours; offset <= 0; offset++) {
    if (clock.isWeekend(offset)) continue;
    for (const [order, member] of crew.entries()) {
      const turn = 100 + offset + order * 2;
      const shift = shifts[turn % shifts.length];
      const isToday = offset === 0;
      // One shift of today is still open. On other days a member is absent now and then.
      if (shift === undefined || (isToday ? order > 0 : turn % 5 === 0)) continue;
      const unit = units[turn % units.length];
      await addTimeEntry(
        writer,
        {
          projectId,
          userId: writer.viewer._id,
          ...(unit === undefined ? {} : { unitId: unit._id }),
          teamMemberId: member._id,
          startTime: clock.shift(offset, shift.start),
          ...(isToday ? {} : { endTime: clock.shift(offset, shift.end) }),
          description: member.trade ?? "General work",
          date: clock.day(offset),
        },
        // The hours of the last working day were entered today, between today's changes of tasks.
        { at: offset < lastWorkday ? clock.hour(offset, 16) : clock.hour(0, 14.8 + order / 5) },
      );
    }
  }
}

const views = [
  { name: "Late units", page: "/board", query: "risk=late" },
  { name: "Waiting for something", page: "/board", query: "blocked=1&sort=-vacant" },
];

/** Creates shared views. */
export async function createDemoViews(ctx: MutationCtx, clock: DemoClock): Promise<void> {
  const writer = { ...ctx, viewer: await demoUser(ctx, 1) };
  for (const [order, view] of views.entries())
    await createView(writer, { ...view, shared: true }, { at: clock.hour(-20 + order, 10) });
}

/** Adds notes to units of a demo project; every third note is edited. */
export async function createDemoNotes(
  ctx: MutationCtx,
  clock: DemoClock,
  projectId: Id<"projects">,
): Promise<void> {
  const units = await listUnits(ctx, projectId);
  for (const [index, content] of notes.entries()) {
    const unit = units[(index * 3) % units.length];
    if (unit === undefined) continue;
    const viewer = await demoUser(ctx, index % demoUsers.length);
    const at = clock.hour(-index - 1, 9 + (index % 6));
    const id = await addNote({ ...ctx, viewer }, unit, { content, time: { at } });
    if (index % 3 === 0) await ctx.db.patch("unitNotes", id, { updatedAt: at + 2_700_000 });
  }
}
