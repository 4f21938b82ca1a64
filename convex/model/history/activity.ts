import { type Infer, v } from "convex/values";
import type { Doc } from "../../_generated/dataModel.js";
import { toIso } from "../../lib/dates.ts";
import type { ActivityType } from "../../rules/labels.ts";
import { vActivityType } from "../../schema.ts";
import type { QueryCtx } from "../context/context.ts";

/** The number of events that the dashboard lists. */
const recentCount = 10;
/**
 * The maximum number of events read from the common list. Events of a project in the trash are still listed and are
 * skipped.
 */
const maxLooked = 200;
/**
 * The maximum number of events read from each project when the common list is not enough; few unlisted events lie
 * between the listed ones.
 */
const maxLookedOfProject = 60;
/** The maximum number of projects read in that case, newest first. */
const maxProjects = 300;

export const vActivity = v.object({
  type: vActivityType,
  id: v.id("events"),
  description: v.string(),
  projectName: v.string(),
  unitNumber: v.union(v.string(), v.null()),
  createdAt: v.string(),
});

/** The newest events of records that still exist, newest first. */
export async function recentActivity(ctx: QueryCtx) {
  const items: Item[] = [];
  let looked = 0;
  const events = ctx.db
    .query("events")
    .withIndex("inFeed_at", (q) => q.eq("inFeed", true))
    .order("desc");
  for await (const event of events) {
    const item = await toActivity(ctx, event);
    if (item !== null) items.push(item);
    looked += 1;
    if (items.length === recentCount) break;
    if (looked === maxLooked) return await activityByProject(ctx);
  }
  return items;
}

type Item = Infer<typeof vActivity>;

/**
 * Like `recentActivity`, but project by project, for when the common list has too many events of projects in the trash.
 */
async function activityByProject(ctx: QueryCtx): Promise<Item[]> {
  const items: Item[] = [];
  const projects = ctx.db.query("projects").withIndex("createdAt").order("desc");
  for (const { _id: projectId } of await projects.take(maxProjects)) {
    const events = ctx.db
      .query("events")
      .withIndex("projectId_at", (q) => q.eq("projectId", projectId))
      .order("desc");
    const own: Item[] = [];
    for (const event of await events.take(maxLookedOfProject)) {
      const item = event.inFeed === true ? await toActivity(ctx, event) : null;
      if (item !== null) own.push(item);
      if (own.length === recentCount) break;
    }
    items.push(...own);
  }
  // ISO texts sort in the order of time.
  return items.sort((a, b) => b.createdAt.localeCompare(a.createdAt)).slice(0, recentCount);
}

/**
 * An event as the dashboard shows it; null when its project, unit or task is deleted. The many events of a deleted task
 * leave the list in steps.
 */
async function toActivity(ctx: QueryCtx, event: Doc<"events">) {
  const project =
    event.projectId === undefined ? null : await ctx.db.get("projects", event.projectId);
  const unit = event.unitId === undefined ? null : await ctx.db.get("units", event.unitId);
  const task = event.taskId === undefined ? null : await ctx.db.get("tasks", event.taskId);
  const isGone =
    (event.projectId !== undefined && project === null) ||
    (event.unitId !== undefined && unit === null) ||
    (event.taskId !== undefined && task === null);
  if (isGone) return null;
  return {
    ...describe(event),
    id: event._id,
    projectName: project?.name ?? "",
    unitNumber: unit?.name ?? null,
    createdAt: toIso(event.at),
  };
}

function describe(event: Doc<"events">): { type: ActivityType; description: string } {
  const label = event.label ?? "";
  switch (event.kind) {
    case "photo.added":
      return { type: "photo", description: `${capitalised(label)} photo uploaded` };
    case "time.added":
    case "time.updated": {
      const hours = (event.count ?? 0).toFixed(1);
      return { type: "time_entry", description: `${label} logged ${hours} hours` };
    }
    default: {
      const status = event.changes?.find(({ field }) => field === "status")?.to;
      const words = String(status).replaceAll("_", " ");
      return { type: "task_update", description: `Task "${label}" marked as ${words}` };
    }
  }
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
