import {
  type FunctionArgs,
  type FunctionReference,
  type FunctionReturnType,
  getFunctionName,
  type PublicHttpAction,
} from "convex/server";
import { internal } from "../_generated/api.js";
import { type ActionCtx, httpAction } from "../_generated/server.js";
import { AppError, type ErrorCode, errorData } from "../lib/errors.ts";
import { can, permissionByFunction } from "../model/permissions.ts";
import { type Handler, jsonResponse } from "./responses.ts";
import { isSameOrigin } from "./sameOrigin.ts";
import { readSessionCookie } from "./sessionCookie.ts";

/** What a route gives its function to work with. The body is the parsed JSON, undefined when there is none. */
export type RestInput = {
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  body: unknown;
};

type PublicQuery = FunctionReference<"query", "public">;
type PublicMutation = FunctionReference<"mutation", "public">;

type Definition<Function extends PublicQuery | PublicMutation> = {
  /** The function's arguments; throws `AppError("invalid")` for input that it could not take. */
  parse: (input: RestInput) => Omit<FunctionArgs<Function>, "session">;
  /** Where the answer differs from the function's result. */
  answer?: (result: FunctionReturnType<Function>) => unknown;
  /** 200 unless something is created. */
  status?: 200 | 201;
};

/** A reading route: the same public query as on the live door, with the session of the cookie. */
export function queryEndpoint<Query extends PublicQuery>(
  query: Query,
  definition: Definition<Query>,
): Handler {
  return endpoint(query, definition, async (ctx, args) => await ctx.runQuery(query, args));
}

/** A changing route: the same public mutation as on the live door, with the session of the cookie. */
export function mutationEndpoint<Mutation extends PublicMutation>(
  mutation: Mutation,
  definition: Definition<Mutation>,
): Handler {
  return endpoint(mutation, definition, async (ctx, args) => await ctx.runMutation(mutation, args));
}

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

const changingMethods: readonly string[] = ["POST", "PUT", "PATCH", "DELETE"];

// No form has more than a few thousand characters; files do not come this way.
const longestBody = 1_000_000;

const statusByCode: Readonly<Record<ErrorCode, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
};

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

function endpoint<Function extends PublicQuery | PublicMutation>(
  reference: Function,
  { parse, answer, status = 200 }: Definition<Function>,
  call: (ctx: ActionCtx, args: FunctionArgs<Function>) => Promise<FunctionReturnType<Function>>,
): Handler {
  return async (ctx, request, params) => {
    const session = readSessionCookie(request) ?? "";
    const query = new URL(request.url).searchParams;
    let args: Omit<FunctionArgs<Function>, "session">;
    try {
      args = parse({ params, query, body: await readJson(request) });
    } catch (error) {
      // Who may not do this at all learns that first, and not what a valid request looks like.
      await requirePermission(ctx, session, getFunctionName(reference));
      throw error;
    }
    const result = await call(ctx, { ...args, session });
    return jsonResponse(status, answer === undefined ? result : answer(result));
  };
}

async function readJson(request: Request): Promise<unknown> {
  if (!changingMethods.includes(request.method)) return undefined;
  const text = await request.text();
  if (text.length > longestBody) throw new AppError("too_large", "The request is too large.");
  if (text === "") return undefined;
  const type = request.headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") throw new AppError("invalid", "Send the body as JSON.");
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new AppError("invalid", "The body is not valid JSON.");
  }
}

/** Refuses a session that may not call the public function of this name. */
export async function requirePermission(
  ctx: ActionCtx,
  session: string,
  name: string,
): Promise<void> {
  const permission = permissionByFunction[name];
  if (permission === undefined || permission === "open") return;
  const current = await ctx.runQuery(internal.sessions.current, { session });
  if (current === null) throw new AppError("unauthenticated", "You are not signed in.");
  if (!can(current.user.role, permission))
    throw new AppError("forbidden", "You do not have permission to do this.");
}
