import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../../convex/_generated/api.js";

/** A unit with its tasks, as the board shows it. */
export type BoardRow = FunctionReturnType<typeof api.board.page>["rows"][number];

export type BoardUnit = BoardRow["unit"];

export type BoardTask = BoardRow["tasks"][number];

/** The range of a project's board that one page holds. */
export type BoardRange = FunctionReturnType<typeof api.board.pages>[number];
