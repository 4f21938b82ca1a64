import type { Doc } from "../../_generated/dataModel.js";
import { AppError } from "../../lib/errors.ts";
import {
  comparePlaces,
  maxUnitIdsPerPage,
  type ReportCursor,
  type ReportPlace,
  type ReportScope,
} from "../../rules/reports.ts";
import type { QueryCtx } from "../context/context.ts";
import type { Reading } from "./reportReading.ts";

/** The scope of a report, with an optional cursor. */
export type Scope = ReportScope & { after?: ReportCursor | undefined };

/**
 * A position in a report: a unit, or null at the start of a project, so that a page can also end at a project without
 * units.
 */
export type Stop = { place: ReportPlace; project: Doc<"projects">; unit: Doc<"units"> | null };

/** The units of a report in its order, after the cursor. */
export function stopsFrom(ctx: QueryCtx, scope: Scope, reading: Reading): AsyncIterable<Stop> {
  const { unitIds = [] } = scope;
  return unitIds.length === 0
    ? stopsOfProjects(ctx, scope, reading)
    : stopsOfUnits(ctx, { ...scope, unitIds });
}

async function* stopsOfUnits(
  ctx: QueryCtx,
  { projectId, unitIds, after }: Scope & { unitIds: readonly string[] },
): AsyncGenerator<Stop> {
  if (unitIds.length > maxUnitIdsPerPage) {
    throw new AppError("invalid", `A page is of at most ${maxUnitIdsPerPage} units`);
  }
  const stops: Stop[] = [];
  for (const sent of new Set(unitIds)) {
    const id = ctx.db.normalizeId("units", sent);
    const unit = id === null ? null : await ctx.db.get("units", id);
    if (unit === null || (projectId !== undefined && unit.projectId !== projectId)) continue;
    const project = await ctx.db.get("projects", unit.projectId);
    if (project !== null) stops.push({ place: placeOf(project, unit), project, unit });
  }
  stops.sort((a, b) => comparePlaces(a.place, b.place));
  for (const stop of stops) {
    if (after !== undefined && !isAhead(stop.place, after)) continue;
    yield stop;
  }
}

async function* stopsOfProjects(
  ctx: QueryCtx,
  { projectId, after }: Scope,
  reading: Reading,
): AsyncGenerator<Stop> {
  for await (const project of projectsFrom(ctx, projectId, after)) {
    reading.add(project);
    const start = placeOf(project);
    const isBegun = after !== undefined && after.project === start.project;
    if (after !== undefined && !isBegun && comparePlaces(start, after) < 0) continue;
    if (!isBegun) yield { place: start, project, unit: null };
    const units = ctx.db.query("units").withIndex("projectId", (q) => {
      return q.eq("projectId", project._id).gte("_creationTime", isBegun ? after.unit : 0);
    });
    for await (const unit of units) {
      const place = placeOf(project, unit);
      if (isBegun && !isAhead(place, after)) continue;
      reading.add(unit);
      yield { place, project, unit };
    }
  }
}

async function* projectsFrom(
  ctx: QueryCtx,
  projectId: string | undefined,
  after: ReportCursor | undefined,
): AsyncGenerator<Doc<"projects">> {
  if (projectId !== undefined) {
    const id = ctx.db.normalizeId("projects", projectId);
    const project = id === null ? null : await ctx.db.get("projects", id);
    if (project !== null) yield project;
    return;
  }
  const newestFirst = ctx.db
    .query("projects")
    .withIndex("createdAt", (q) => q.lte("createdAt", after?.projectAt ?? Infinity))
    .order("desc");
  for await (const project of newestFirst) yield project;
}

function placeOf(project: Doc<"projects">, unit?: Doc<"units">): ReportPlace {
  return {
    projectAt: project.createdAt,
    project: project._creationTime,
    unit: unit?._creationTime ?? 0,
  };
}

/** True when the unit at this place has not been read completely. */
function isAhead(place: ReportPlace, after: ReportCursor): boolean {
  const distance = comparePlaces(place, after);
  return distance > 0 || (distance === 0 && after.entry !== undefined);
}
