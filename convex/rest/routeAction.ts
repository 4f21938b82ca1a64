import type { PublicHttpAction } from "convex/server";
import { type ActionCtx, httpAction } from "../_generated/server.js";
import { AppError, type ErrorCode, errorData } from "../lib/errors.ts";
import { type Handler, jsonResponse } from "./responses.ts";
import { isSameOrigin } from "./sameOrigin.ts";

const changingMethods: readonly string[] = ["POST", "PUT", "PATCH", "DELETE"];

const statusByCode: Readonly<Record<ErrorCode, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
};

/**
 * A handler as the router takes it. Every request meets the same rules around it: changes only from our own pages, and
 * errors as JSON.
 */
export function routeAction(handler: Handler): PublicHttpAction {
  return httpAction(async (ctx: ActionCtx, request) => {
    try {
      if (changingMethods.includes(request.method) && !isSameOrigin(request))
        throw new AppError("forbidden", "Requests from other sites are refused.");
      return await handler(ctx, request, {});
    } catch (error) {
      return errorResponse(error);
    }
  });
}

/** Expected errors answer with their own message, all others with none. */
function errorResponse(error: unknown): Response {
  const data = errorData(error);
  if (data === null) {
    console.error(error);
    return jsonResponse(500, { message: "Something went wrong." });
  }
  const { code, message, errors } = data;
  return jsonResponse(statusByCode[code], errors === undefined ? { message } : { message, errors });
}
