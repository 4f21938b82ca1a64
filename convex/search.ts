import { v } from "convex/values";
import { staffQuery } from "./functions.ts";
import { parseInput } from "./lib/parse.ts";
import { searchAll, vSearchHit } from "./model/desk/search.ts";
import { searchTexts, vTextHit } from "./model/desk/textSearch.ts";
import { searchInput } from "./rules/inputs/search.ts";

/** The projects, units, people and task templates whose names match a text, best match first. */
export const find = staffQuery("project:read")({
  args: { q: v.optional(v.string()), limit: v.optional(v.number()) },
  returns: v.array(vSearchHit),
  handler: async (ctx, sent) => await searchAll(ctx, parseInput(searchInput, sent)),
});

/** The tasks and notes whose texts contain all words of a text: tasks first, the best match first within each kind. */
export const text = staffQuery("project:read")({
  args: { q: v.optional(v.string()), limit: v.optional(v.number()) },
  returns: v.array(vTextHit),
  handler: async (ctx, sent) => await searchTexts(ctx, parseInput(searchInput, sent)),
});
