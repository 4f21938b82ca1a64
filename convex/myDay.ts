import { v } from "convex/values";
import { staffQuery, viewerQuery } from "./functions.ts";
import { readMyDay, vMyDay } from "./model/myDay/myDay.ts";
import { listWorkers, vWorker } from "./model/myDay/workPlaces.ts";

/** The caller's tasks: overdue, today, in the next seven days, blocked, and without a date. */
export const mine = viewerQuery("project:read")({
  args: {},
  returns: vMyDay,
  handler: async (ctx) => await readMyDay(ctx),
});

/** People with the places where they work today, by name. */
export const people = staffQuery("project:write")({
  args: {},
  returns: v.array(vWorker),
  handler: async (ctx) => await listWorkers(ctx),
});
