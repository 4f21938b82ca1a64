import { v } from "convex/values";
import { moneyQuery, staffQuery } from "./functions.ts";
import * as Board from "./model/projects/board.ts";
import { boardOpening, vBoardOpening } from "./model/projects/boardOpening.ts";
import { listActive, requireProject } from "./model/projects/projects.ts";
import { unitRanges, vUnitRange } from "./model/projects/unitRanges.ts";

/**
 * The pages of a project's units, on its board and in its list. They are asked once: whatever is created or deleted later,
 * each unit stands on exactly one of them.
 */
export const pages = staffQuery("project:read")({
  args: { projectId: v.string() },
  returns: v.array(vUnitRange),
  handler: async (ctx, { projectId }) =>
    await unitRanges(ctx, await requireProject(ctx, projectId)),
});

/**
 * The beginning of a board, so that nothing of it waits for the answer before: its pages, its first rows and the order of its
 * tasks. It is the board of all active projects where none is named.
 */
export const opening = moneyQuery("project:read")({
  args: { projectId: v.optional(v.string()) },
  returns: vBoardOpening,
  handler: async (ctx, { projectId }) =>
    await boardOpening(
      ctx,
      projectId === undefined ? await listActive(ctx) : [await requireProject(ctx, projectId)],
    ),
});

/**
 * One page of a project's board: units with their tasks, oldest unit first. A changed task changes this page alone. Without
 * `after` it is the first page, without `through` it has no end.
 */
export const page = moneyQuery("project:read")({
  args: {
    projectId: v.string(),
    after: v.optional(v.number()),
    through: v.optional(v.union(v.number(), v.null())),
  },
  returns: Board.vBoardPage,
  handler: async (ctx, { projectId, after = 0, through = null }) =>
    await Board.boardPage(ctx, await requireProject(ctx, projectId), { after, through }),
});
