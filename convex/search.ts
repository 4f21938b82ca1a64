import { v } from "convex/values";
import { staffQuery } from "./functions.ts";
import { parseInput } from "./lib/parse.ts";
import { searchAll, vSearchHit } from "./model/desk/search.ts";
import { searchTexts, vTextHit } from "./model/desk/textSearch.ts";
import { searchInput } from "./rules/inputs/search.ts";

/** The projects, units, people and task templates that a text names, the best first. */
export const find = staffQuery("project:read")({
  args: { q: v.optional(v.string()), limit: v.optional(v.number()) },
  returns: v.array(vSearchHit),
  handler: async (ctx, sent) => await searchAll(ctx, parseInput(searchInput, sent)),
});

/** The tasks and notes in whose texts all words of a text stand, tasks first, the best of each first. */
export const text = staffQuery("project:read")({
  args: { q: v.optional(v.string()), limit: v.optional(v.number()) },
  returns: v.array(vTextHit),
  handler: async (ctx, sent) => await searchTexts(ctx, parseInput(searchInput, sent)),
});
