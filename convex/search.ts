import { v } from "convex/values";
import { staffQuery } from "./functions.ts";
import { parseInput } from "./lib/parse.ts";
import { searchAll, vSearchHit } from "./model/desk/search.ts";
import { searchInput } from "./rules/inputs/search.ts";

/** The projects, units, people and task templates that a text names, the best first. */
export const find = staffQuery("project:read")({
  args: { q: v.optional(v.string()), limit: v.optional(v.number()) },
  returns: v.array(vSearchHit),
  handler: async (ctx, sent) => await searchAll(ctx, parseInput(searchInput, sent)),
});
