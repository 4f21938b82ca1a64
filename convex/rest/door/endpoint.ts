import {
  type FunctionArgs,
  type FunctionReference,
  type FunctionReturnType,
  getFunctionName,
  type RoutableMethod,
} from "convex/server";
import type { GenericValidator } from "convex/values";
import * as z from "zod";
import type { ActionCtx } from "../../_generated/server.js";
import { must } from "../../lib/errors.ts";
import { parseInput } from "../../lib/parse.ts";
import { vDeleted } from "../../model/context/records.ts";
import { madeAtInput } from "../../rules/inputs/fields.ts";
import { permissionByFunction } from "../../rules/permissions.ts";
import { noteUse, requirePermission } from "./access.ts";
import { readJsonObject } from "./readBody.ts";
import { type Handler, jsonResponse } from "./responses.ts";
import type { Route } from "./route.ts";
import { readSessionCookie } from "./sessionCookie.ts";

/**
 * The body length in bytes up to which the permission is checked only in the transaction of the change; most bodies are
 * shorter.
 */
const shortBody = 4096;

type PublicQuery = FunctionReference<"query", "public">;
type PublicMutation = FunctionReference<"mutation", "public">;
type PublicFunction = PublicQuery | PublicMutation;

/** A request whose function has answered. */
export type Call = {
  ctx: ActionCtx;
  request: Request;
  session: string;
  params: Readonly<Record<string, string>>;
};

/**
 * The definition of a route. Its function gets the parameters of the path, and the search parameters and body fields
 * that `query` and `body` describe, under the same names. All other fields are ignored.
 */
type Definition<Function extends PublicFunction> = {
  summary: string;
  /** The public function behind the route. */
  calls: Function;
  query?: z.ZodObject;
  body?: z.ZodObject | (() => z.ZodObject);
  /** 201 for a creation; the default is 200. */
  status?: 200 | 201;
  /** The answer, where it differs from the function's result. */
  answer?: {
    shape: GenericValidator;
    of: (result: FunctionReturnType<Function>, call: Call) => unknown;
  };
} & Pick<Route, "isLong">;

/** A route that reads: it calls the public query of the live door with the session of the cookie. */
export function readRoute<Query extends PublicQuery>(
  path: string,
  definition: Definition<Query>,
): Route {
  return route({ method: "GET", path }, definition, async (ctx, args) =>
    ctx.runQuery(definition.calls, args),
  );
}

/** A route that changes data: it calls the public mutation of the live door with the session of the cookie. */
export function changeRoute<Mutation extends PublicMutation>(
  method: Exclude<RoutableMethod, "GET" | "OPTIONS">,
  path: string,
  definition: Definition<Mutation>,
): Route {
  return route({ method, path }, definition, async (ctx, args) =>
    ctx.runMutation(definition.calls, args),
  );
}

/** The additional field of creating routes: with a key made by the client, a request can be resent safely. */
export const requestKey = {
  key: z
    .string("A request key must be text")
    .min(1, "A request key has 1 to 255 characters")
    .max(255, "A request key has 1 to 255 characters")
    .optional(),
};

/**
 * The additional fields of changes that a device may make offline: a key, and the time at which the change was made.
 */
export const actFields = { ...requestKey, madeAt: madeAtInput.optional() };

/** The answer of routes whose function returns nothing. */
export const done = { shape: vDeleted, of: () => ({ success: true }) };

function route<Function extends PublicFunction>(
  address: Pick<Route, "method" | "path">,
  definition: Definition<Function>,
  call: (ctx: ActionCtx, args: FunctionArgs<Function>) => Promise<FunctionReturnType<Function>>,
): Route {
  const { calls, summary, query, body, answer, isLong, status = 200 } = definition;
  const name = getFunctionName(calls);
  const schema = typeof body === "function" ? body : body && (() => body);
  return {
    ...address,
    summary,
    access: must(permissionByFunction[name], `${name} has a row in the permission table`),
    ...(query && { query }),
    ...(isLong && { isLong }),
    ...(schema && { body: { type: "application/json", schema } }),
    answer: { status, shape: answer?.shape ?? { resultOf: name } },
    handler: handlerOf({ ...definition, name, schema, call, status }),
  };
}

function handlerOf<Function extends PublicFunction>(
  definition: Omit<Definition<Function>, "body"> & {
    name: string;
    schema: (() => z.ZodObject) | undefined;
    call: (ctx: ActionCtx, args: FunctionArgs<Function>) => Promise<FunctionReturnType<Function>>;
    status: 200 | 201;
  },
): Handler {
  const { name, query, schema, call, answer, status } = definition;
  return async (ctx, request, params) => {
    const session = readSessionCookie(request) ?? "";
    // Without a session the body is not read. A cookie may be made up, and a long body costs more than a check, so for
    // long bodies the permission is checked first.
    if (session === "" || (schema && isLongBody(request)))
      await requirePermission(ctx, session, { name });
    let body: Record<string, unknown> = {};
    let sent: Record<string, unknown>;
    try {
      if (schema) body = await readJsonObject(request);
      sent = {
        ...(query && parseInput(query, searchParameters(request))),
        ...(schema && sentFields(schema(), body)),
      };
    } catch (error) {
      // A caller without the permission gets that refusal first, and does not learn the form of a valid request.
      await requirePermission(ctx, session, { name, sent: body });
      throw error;
    }
    const result = await call(ctx, { ...params, ...sent, session });
    await noteUse(ctx, session);
    const answered =
      answer === undefined ? result : await answer.of(result, { ctx, request, session, params });
    return jsonResponse(status, answered);
  };
}

/** True for a long body; a body without a stated length counts as long. */
function isLongBody({ headers }: Request): boolean {
  return Number(headers.get("Content-Length") ?? Infinity) > shortBody;
}

/** The search parameters of a request; of two with one name, the last counts. */
export function searchParameters(request: Request): Record<string, string> {
  return Object.fromEntries(new URL(request.url).searchParams);
}

/** The described fields of a valid body as they were sent; the function parses them again. */
function sentFields(schema: z.ZodObject, body: Record<string, unknown>): Record<string, unknown> {
  parseInput(schema, body);
  return Object.fromEntries(
    Object.keys(schema.shape)
      .filter((field) => Object.hasOwn(body, field))
      .map((field) => [field, body[field]]),
  );
}
