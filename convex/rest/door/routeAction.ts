import type { PublicHttpAction } from "convex/server";
import { internal } from "../../_generated/api.js";
import { type ActionCtx, httpAction } from "../../_generated/server.js";
import { answerMark } from "../../rules/answerMark.ts";
import { AppError, type ErrorCode, errorData, isPassing } from "../../lib/errors.ts";
import { type Handler, jsonResponse } from "./responses.ts";
import { isSameOrigin } from "./sameOrigin.ts";
import { readSessionCookie } from "./sessionCookie.ts";

const changingMethods: readonly string[] = ["POST", "PUT", "PATCH", "DELETE"];

const statusByCode: Readonly<Record<ErrorCode, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  NotStored: 503,
  Overloaded: 503,
};

/**
 * Wraps a handler for the router. Changes are accepted from our own origin only, errors become JSON answers, and every
 * answer has the mark by which our pages know it.
 */
export function routeAction(handler: Handler): PublicHttpAction {
  return httpAction(async (ctx: ActionCtx, request) => {
    const response = await answerOf(handler, ctx, request);
    response.headers.set(answerMark, "1");
    return response;
  });
}

async function answerOf(handler: Handler, ctx: ActionCtx, request: Request): Promise<Response> {
  try {
    if (changingMethods.includes(request.method) && !isSameOrigin(request))
      throw new AppError("forbidden", "Requests from other sites are refused.");
    return await handler(ctx, request, {});
  } catch (error) {
    if (errorData(error)?.code === "forbidden") await tryToKeepRefusal(ctx, request);
    return errorResponse(error);
  }
}

/** A host that does not take the entry at the moment does not change the refusal. */
async function tryToKeepRefusal(ctx: ActionCtx, request: Request): Promise<void> {
  try {
    await keepRefusal(ctx, request);
  } catch (error) {
    if (!isPassing(error)) throw error;
  }
}

/** Adds an audit entry for a refused user. A refused stranger gets none: the access log has the request. */
async function keepRefusal(ctx: ActionCtx, request: Request): Promise<void> {
  const session = readSessionCookie(request);
  const current = session && (await ctx.runQuery(internal.sessions.current, { session }));
  if (!current) return;
  const { ip } = await ctx.meta.getRequestMetadata();
  const entry = {
    ...{ kind: "access.refused", userId: current.user.id, email: current.user.email },
    ...(ip !== null && { address: ip }),
    details: { method: request.method, path: new URL(request.url).pathname },
  };
  await ctx.runMutation(internal.jobs.audit.keep, { entries: [entry] });
}

/** An expected failure answers with its own message; any other error answers 500 without details. */
function errorResponse(error: unknown): Response {
  const data = errorData(error);
  if (data === null) {
    console.error(error);
    return jsonResponse(500, { message: "Something went wrong." });
  }
  const { code, message, errors } = data;
  return jsonResponse(statusByCode[code], errors === undefined ? { message } : { message, errors });
}
