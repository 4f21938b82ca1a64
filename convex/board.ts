import { v } from "convex/values";
import { moneyQuery, staffQuery } from "./functions.ts";
import * as Board from "./model/projects/board.ts";
import { boardOpening, vBoardOpening } from "./model/projects/boardOpening.ts";
import { listActive, requireProject } from "./model/projects/projects.ts";
import { unitRanges, vUnitRange } from "./model/projects/unitRanges.ts";

/**
 * The ranges of units that make the pages of a project's board and list. An open page asks for them once: whatever is
 * created or deleted later, each unit belongs to exactly one range.
 */
export const pages = staffQuery("project:read")({
  args: { projectId: v.string() },
  returns: v.array(vUnitRange),
  handler: async (ctx, { projectId }) =>
    await unitRanges(ctx, await requireProject(ctx, projectId)),
});

/**
 * The first answer of a board: its pages, its first rows and the order of its tasks. They come in one query, so that no
 * request waits for the answer of another. Without `projectId` it is the board of all active projects.
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
