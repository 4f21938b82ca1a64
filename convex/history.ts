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
 * A page of the history of a unit, newest first, of one person, kind or noun, or span of days where these are given. A live
 * page that ends at `through` keeps its end, so that pages join whatever happens meanwhile.
 */
export const ofUnit = moneyQuery("project:read")({
  args: { unitId: v.string(), ...historyArgs },
  returns: vHistoryPage,
  handler: async (ctx, { unitId, ...sent }) => {
    const { _id } = await requireUnit(ctx, unitId);
    return await historyPage(ctx, { unitId: _id }, parseInput(historyInput, sent));
  },
});

/** The same of a project with its units, deleted ones included. */
export const ofProject = moneyQuery("project:read")({
  args: { projectId: v.string(), ...historyArgs },
  returns: vHistoryPage,
  handler: async (ctx, { projectId, ...sent }) => {
    const { _id } = await requireProject(ctx, projectId);
    return await historyPage(ctx, { projectId: _id }, parseInput(historyInput, sent));
  },
});

/** A page of what others did from a moment on in the projects that the caller is in charge of, newest first. */
export const whileAway = viewerQuery("project:read")({
  args: { since: v.string(), ...pageArgs },
  returns: vHistoryPage,
  handler: async (ctx, sent) => {
    const input = parseInput(whileAwayInput, sent);
    return await whileAwayPage(ctx, await projectsInCharge(ctx, ctx.viewer), input);
  },
});
