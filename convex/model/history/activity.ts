import { type Infer, v } from "convex/values";
import type { Doc } from "../../_generated/dataModel.js";
import { toIso } from "../../lib/dates.ts";
import type { ActivityType } from "../../rules/labels.ts";
import { vActivityType } from "../../schema.ts";
import type { QueryCtx } from "../context/context.ts";

/** The dashboard lists this many. */
const recentCount = 10;
/** While a large project is deleted its events still come first; this many are looked at to find others. */
const maxLooked = 1000;

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
  const items: Infer<typeof vActivity>[] = [];
  let looked = 0;
  const events = ctx.db
    .query("events")
    .withIndex("inFeed_at", (q) => q.eq("inFeed", true))
    .order("desc");
  for await (const event of events) {
    const item = await toActivity(ctx, event);
    if (item !== null) items.push(item);
    looked += 1;
    if (items.length === recentCount || looked === maxLooked) break;
  }
  return items;
}

/** An event as the dashboard shows it; null when its project or unit was deleted and it will go too. */
async function toActivity(ctx: QueryCtx, event: Doc<"events">) {
  const project =
    event.projectId === undefined ? null : await ctx.db.get("projects", event.projectId);
  const unit = event.unitId === undefined ? null : await ctx.db.get("units", event.unitId);
  const isGone =
    (event.projectId !== undefined && project === null) ||
    (event.unitId !== undefined && unit === null);
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
