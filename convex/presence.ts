import { v } from "convex/values";
import { mayWait, sessionMutation, staffQuery } from "./functions.ts";
import { parseInput } from "./lib/parse.ts";
import { listLookers } from "./model/presence/crowds.ts";
import * as Presences from "./model/presence/presences.ts";
import { requirePlace } from "./model/projects/places.ts";
import { requireProject } from "./model/projects/projects.ts";
import { vLooker } from "./tables/presence.ts";
import { leaveInput, lookInput, recordInput } from "./rules/inputs/presence.ts";

const optionalText = v.optional(v.union(v.string(), v.null()));

/** The people who look at a project or at one of its units now, in the order in which they came. */
export const list = staffQuery("project:read")({
  args: { projectId: v.string() },
  returns: v.array(vLooker),
  handler: async (ctx, { projectId }) => {
    const project = await requireProject(ctx, projectId);
    return await listLookers(ctx, project._id);
  },
});

/** The people who type in a field of a record now. */
export const typing = staffQuery("project:read")({
  args: { recordId: v.string() },
  returns: v.array(Presences.vTyper),
  handler: async (ctx, sent) => {
    const { recordId } = parseInput(recordInput, sent);
    return await Presences.listTypers(ctx, recordId);
  },
});

/** Reports that a page of the caller shows a place. The page repeats it every `beatMs`. */
export const look = mayWait(
  sessionMutation("project:read")({
    args: {
      page: v.string(),
      projectId: v.string(),
      unitId: optionalText,
      recordId: optionalText,
      field: optionalText,
    },
    returns: v.null(),
    handler: async (ctx, sent) => {
      const input = parseInput(lookInput, sent);
      if (await Presences.beat(ctx, ctx.ownSession, input)) return null;
      const place = await requirePlace(ctx, input);
      await Presences.look(ctx, { session: ctx.ownSession, page: input.page, place });
      return null;
    },
  }),
);

/** Reports that a page of the caller was closed or hidden. */
export const leave = sessionMutation("project:read")({
  args: { page: v.string() },
  returns: v.null(),
  handler: async (ctx, sent) => {
    const { page } = parseInput(leaveInput, sent);
    await Presences.leave(ctx, ctx.ownSession.userId, page);
    return null;
  },
});
