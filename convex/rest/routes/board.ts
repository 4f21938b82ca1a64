import { type Infer, v } from "convex/values";
import { api } from "../../_generated/api.js";
import type { Id } from "../../_generated/dataModel.js";
import { errorData } from "../../lib/errors.ts";
import type { vBoardPage } from "../../model/projects/board.ts";
import { vBoardRow } from "../../model/projects/board.ts";
import { compareRows, type RankedUnit } from "../../rules/board.ts";
import { type Call, readRoute } from "../door/endpoint.ts";
import { LongList, requireWaiting } from "../door/longAnswer.ts";
import type { Route } from "../door/route.ts";

type BoardRow = Infer<typeof vBoardRow>;
type BoardPage = Infer<typeof vBoardPage>;

const shape = v.array(vBoardRow);

export const boardRoutes: readonly Route[] = [
  readRoute("/api/projects/:projectId/board", {
    summary: "The units of a project with their tasks, the most urgent first",
    calls: api.board.page,
    isLong: true,
    answer: {
      shape,
      of: async (first, call) => {
        const projectId = call.params["projectId"] ?? "";
        return (await rowsFrom(call, { projectId, first })).sorted(compareRows);
      },
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
    answer: { shape, of: async (projects, call) => await rowsOfActive(projects, call) },
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

/**
 * All rows of active projects as JSON text. They are read project by project and page by page, because all tasks of a
 * company do not fit one transaction.
 */
async function rowsOfActive(
  projects: readonly { id: Id<"projects">; status: string }[],
  call: Call,
): Promise<Uint8Array> {
  const rows = boardRows();
  for (const { id: projectId, status } of projects) {
    if (status !== "active") continue;
    try {
      const first = await readPage(call, projectId, 0);
      rows.join(await rowsFrom(call, { projectId, first }));
    } catch (error) {
      // The project was deleted after the list was read, so its units do not belong to the answer.
      if (errorData(error)?.code !== "not_found") throw error;
    }
  }
  return rows.sorted(compareRows);
}

/** The rows of a project: those of its first page and of all later pages. */
async function rowsFrom(
  call: Call,
  { projectId, first }: { projectId: string; first: BoardPage },
): Promise<ReturnType<typeof boardRows>> {
  const rows = boardRows();
  rows.add(first.rows);
  let { next } = first;
  while (next !== null) {
    const page = await readPage(call, projectId, next);
    rows.add(page.rows);
    next = page.next;
  }
  return rows;
}

async function readPage({ ctx, request, session }: Call, projectId: string, after: number) {
  requireWaiting(request);
  return await ctx.runQuery(api.board.page, { session, projectId, after });
}
