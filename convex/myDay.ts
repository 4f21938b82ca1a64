import { v } from "convex/values";
import { staffQuery, viewerQuery } from "./functions.ts";
import { readMyDay, vMyDay } from "./model/myDay/myDay.ts";
import { requireProject } from "./model/projects/projects.ts";
import { listWorkers, vWorker } from "./model/myDay/workPlaces.ts";

/** The caller's tasks: overdue, today, in the next seven days, blocked, and without a date. */
export const mine = viewerQuery("project:read")({
  args: {},
  returns: vMyDay,
  handler: async (ctx) => await readMyDay(ctx),
});

/** The people who have work today with the places of their work, by name: in one project, or in all active ones. */
export const people = staffQuery("project:write")({
  args: { projectId: v.optional(v.string()) },
  returns: v.array(vWorker),
  handler: async (ctx, { projectId }) =>
    await listWorkers(
      ctx,
      projectId === undefined ? undefined : await requireProject(ctx, projectId),
    ),
});
