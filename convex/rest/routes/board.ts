import { type Infer, v } from "convex/values";
import { api } from "../../_generated/api.js";
import type { vBoardPage } from "../../model/projects/board.ts";
import { vBoardRow } from "../../model/projects/board.ts";
import { compareRows, type RankedUnit } from "../../rules/board.ts";
import { readRoute } from "../door/endpoint.ts";
import { LongList } from "../door/longAnswer.ts";
import { ProjectPages } from "../door/projectPages.ts";
import type { Route } from "../door/route.ts";

type BoardRow = Infer<typeof vBoardRow>;
type BoardPage = Infer<typeof vBoardPage>;

const shape = v.array(vBoardRow);

const boardPages = new ProjectPages({
  newList: boardRows,
  itemsOf: ({ rows }: BoardPage) => rows,
  read: ({ ctx, session }, projectId, after) =>
    ctx.runQuery(api.board.page, { session, projectId, after }),
});

export const boardRoutes: readonly Route[] = [
  readRoute("/api/projects/:projectId/board", {
    summary: "The units of a project with their tasks, the most urgent first",
    calls: api.board.page,
    isLong: true,
    answer: {
      shape,
      of: async (first, call) => (await boardPages.ofOne(call, first)).sorted(compareRows),
    },
  }),
  readRoute("/api/projects/:projectId/board/opening", {
    summary: "What the board of a project begins with: its pages and its most urgent units",
    calls: api.board.opening,
  }),
  readRoute("/api/board/opening", {
    summary: "The same for the board of all active projects",
    calls: api.board.opening,
  }),
  readRoute("/api/board", {
    summary: "The units of all active projects with their tasks, the most urgent first",
    calls: api.projects.list,
    isLong: true,
    answer: {
      shape,
      of: async (projects, call) => {
        const active = projects.filter(({ status }) => status === "active");
        return (await boardPages.ofAll(call, active)).sorted(compareRows);
      },
    },
  }),
];

/** An empty list of board rows, with the sort keys of their order. */
function boardRows() {
  return new LongList<BoardRow, { unit: RankedUnit }>(({ unit }) => {
    const { name, readyByDate, moveInDate, turn } = unit;
    const { risk, daysVacant } = turn;
    return { unit: { name, readyByDate, moveInDate, turn: { risk, daysVacant } } };
  });
}
