import { v } from "convex/values";
import { internal } from "../../_generated/api.js";
import { type Handler, jsonResponse } from "../door/responses.ts";
import type { Route } from "../door/route.ts";

/** The health check of the workspace: answers 503 while the database does not answer. */
const health: Handler = async (ctx) => {
  try {
    await ctx.runQuery(internal.jobs.health.check);
  } catch (error) {
    console.error(error);
    return jsonResponse(503, { status: "unavailable", message: "The store does not answer." });
  }
  return jsonResponse(200, { status: "ok" });
};

export const healthRoute: Route = {
  ...{ method: "GET", path: "/api/health", access: "open" },
  summary: "The health of the workspace; 503 while its database does not answer",
  answer: { status: 200, shape: v.object({ status: v.literal("ok") }) },
  handler: health,
};
