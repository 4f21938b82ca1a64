import { api } from "../../_generated/api.js";
import type { Id } from "../../_generated/dataModel.js";
import { AppError } from "../../lib/errors.ts";
import { vUndone } from "../../model/undo/runs.ts";
import { type Call, changeRoute } from "../door/endpoint.ts";
import { pause } from "../door/pause.ts";
import type { Route } from "../door/route.ts";

export const undoRoutes: readonly Route[] = [
  changeRoute("POST", "/api/history/:eventId/undo", {
    summary: "Take a change of one's own back, unless what it did was changed since",
    calls: api.undo.event,
    answer: { shape: vUndone, of: ({ undone, kept }) => ({ undone, kept }) },
  }),
  changeRoute("POST", "/api/batches/:batchId/undo", {
    summary: "Take an act of one's own on many records back, but for what was changed since",
    calls: api.undo.batch,
    answer: {
      shape: vUndone,
      of: async ({ undone, kept, pending }, call) =>
        pending === null ? { undone, kept } : await undoEnd(pending, call),
    },
  }),
];

/** Waits for the end of an undo that goes on in steps; throws when it ended incomplete. */
async function undoEnd(runId: Id<"undoRuns">, { ctx, session }: Call) {
  for (;;) {
    const { status, ...result } = await ctx.runQuery(api.undo.progress, { session, runId });
    if (status === "done") return result;
    if (status === "failed")
      throw new AppError("conflict", "Not all of it was undone; send it again to undo the rest.");
    await pause();
  }
}
