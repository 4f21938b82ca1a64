import { v } from "convex/values";
import { moneyQuery, viewerQuery } from "./functions.ts";
import { parseInput } from "./lib/parse.ts";
import { historyPage, whileAwayPage } from "./model/history/historyPages.ts";
import { vHistoryPage } from "./model/history/toldEvents.ts";
import { projectsInCharge, requireProject } from "./model/projects/projects.ts";
import { requireUnit } from "./model/projects/units.ts";
import { historyInput, whileAwayInput } from "./rules/inputs/history.ts";

const optionalText = v.optional(v.union(v.string(), v.null()));

const pageArgs = { cursor: optionalText, limit: v.optional(v.number()) };

const historyArgs = {
  userId: v.optional(v.string()),
  kind: v.optional(v.string()),
  from: v.optional(v.string()),
  to: v.optional(v.string()),
  ...pageArgs,
  through: optionalText,
};

/**
 * A page of the history of a unit, newest event first. The arguments narrow it to one person, kind or noun, or a span
 * of days. A live page that ends at `through` keeps its end, so that pages join without gaps while events are added.
 */
export const ofUnit = moneyQuery("project:read")({
  args: { unitId: v.string(), ...historyArgs },
  returns: vHistoryPage,
  handler: async (ctx, { unitId, ...sent }) => {
    const { _id } = await requireUnit(ctx, unitId);
    return await historyPage(ctx, { unitId: _id }, parseInput(historyInput, sent));
  },
});

/** A page of the history of a project and its units, deleted units included; the arguments are those of `ofUnit`. */
export const ofProject = moneyQuery("project:read")({
  args: { projectId: v.string(), ...historyArgs },
  returns: vHistoryPage,
  handler: async (ctx, { projectId, ...sent }) => {
    const { _id } = await requireProject(ctx, projectId);
    return await historyPage(ctx, { projectId: _id }, parseInput(historyInput, sent));
  },
});

/**
 * A page of the events of other users since a given time, in the projects that the caller is in charge of, newest
 * first.
 */
export const whileAway = viewerQuery("project:read")({
  args: { since: v.string(), ...pageArgs },
  returns: vHistoryPage,
  handler: async (ctx, sent) => {
    const input = parseInput(whileAwayInput, sent);
    return await whileAwayPage(ctx, await projectsInCharge(ctx, ctx.viewer), input);
  },
});
