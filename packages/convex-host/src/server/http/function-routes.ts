import * as z from "zod";
import { anonymous } from "../sync/caller-check.ts";
import { inSlices } from "../../slices.ts";
import { decodeTimestamp, encodeTimestamp } from "../sync/encoded-timestamp.ts";
import type { Json, JsonObject } from "../../values/json.ts";
import type { CallOutcome, FunctionCall } from "../../wire/commands.ts";
import { requireCaller } from "./authorization.ts";
import { parseBody, parseJson } from "./body.ts";
import type { Exchange, RouteHandler } from "./exchange.ts";
import { HttpError, sendJson } from "./respond.ts";
import { type Asked, inTurn, readArguments } from "./run-call.ts";
import { answerCall } from "./unread-answers.ts";

const plainObject = z.custom<JsonObject>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
);
const callBody = z.object({
  path: z.string().min(1).max(1024),
  args: z.union([z.tuple([plainObject]).transform(([args]) => args), plainObject]).default({}),
  format: z.enum(["convex_encoded_json", "convex_json", "json", "convex_clean_json"]).nullish(),
  componentPath: z.string().nullish(),
});
/** The most queries of a batch. A waiting call takes half a kilobyte, however short it is. */
const mostQueries = 200;
const batchBody = z.object({ queries: z.array(callBody).max(mostQueries) });
type CallBody = z.output<typeof callBody>;
type Kind = "query" | "mutation" | "action" | "any";

/** `/api/query`, `/api/mutation`, `/api/action` and `/api/function` (SPEC section H). */
export function functionRoute(kind: Kind): RouteHandler {
  return async (services, exchange) => {
    requireMethod(exchange, kind === "query");
    const caller = await requireCaller(services, exchange);
    const asked = { services, exchange, caller };
    const { call, format } = await readCall(asked);
    const outcome = await runOne(asked, kind, call);
    sendOutcome(asked, outcome, format ?? "convex_encoded_json");
  };
}

/** `/api/run/{dir/file/function}`: calls a function whose path is in the address, and answers with plain JSON. */
export const runRoute: RouteHandler = async (services, exchange) => {
  const segments = exchange.url.pathname.replace(/^\/api\/run\//, "").split("/");
  const name = segments.pop() ?? "";
  requireMethod(exchange);
  const caller = await requireCaller(services, exchange);
  const asked = { services, exchange, caller };
  const { call, format } = await readNamedCall(asked, `${segments.join("/")}:${name}`);
  const outcome = await runOne(asked, "any", call);
  sendOutcome(asked, outcome, format ?? "json");
};

/** `/api/query_batch`: runs several queries on one snapshot. */
export const queryBatchRoute: RouteHandler = async (services, exchange) => {
  requireMethod(exchange);
  const caller = await requireCaller(services, exchange);
  const asked = { services, exchange, caller };
  const { calls, formats } = await readBatch(asked);
  const { outcomes } = await inTurn(asked, (thread) => thread.ask("query", { queries: calls }));
  const text = await resultsText(outcomes, formats);
  answerCall(asked, { status: 200, type: "application/json", text });
};

/** The outcomes of a batch as the text of an answer, each in the format that its query asks for. */
export async function resultsText(
  outcomes: readonly CallOutcome[],
  formats: readonly CallBody["format"][],
): Promise<string> {
  const results = await inSlices(outcomes, (outcome, index) =>
    outcomeText(outcome, formats[index] ?? "convex_encoded_json"),
  );
  return `{"results":[${results.join(",")}]}`;
}

/** `/api/query_ts`: the timestamp of the last commit. */
export const queryTsRoute: RouteHandler = async (services, exchange) => {
  const asked = { services, exchange, caller: anonymous };
  const ts = await inTurn(asked, (thread) => thread.ask("latest", {}));
  sendJson(exchange.response, 200, { ts: encodeTimestamp(ts) });
};

/**
 * `/api/query_at_ts`: a query at a given timestamp. The host keeps no earlier states, so it must be that of the last
 * commit.
 */
export const queryAtTsRoute: RouteHandler = async (services, exchange) => {
  requireMethod(exchange);
  const caller = await requireCaller(services, exchange);
  const asked = { services, exchange, caller };
  const { at, call, format } = await readCallAt(asked);
  const queries = [call];
  const { outcomes, ts } = await inTurn(asked, (thread) => thread.ask("query", { queries }));
  if (ts !== null && ts !== at)
    throw new HttpError(
      409,
      "TimestampNotAvailable",
      "This host answers queries at the last commit only, and ts is another moment.",
    );
  sendOutcome(asked, onlyOne(outcomes), format ?? "convex_encoded_json");
};

/** A call that may wait for its turn. Its arguments stay a text, which takes a tenth of the memory of their values. */
type WaitingCall = { call: FunctionCall; format: CallBody["format"] };

async function readCall(asked: Asked): Promise<WaitingCall> {
  const { request, url } = asked.exchange;
  if (request.method === "POST") return toWaiting(asked, await readArguments(asked));
  const { path, args, format } = Object.fromEntries(url.searchParams);
  const parsed = args === undefined ? undefined : parseJson("args", args);
  return toWaiting(asked, { path, format, args: parsed });
}

async function readNamedCall(asked: Asked, path: string): Promise<WaitingCall> {
  return toWaiting(asked, { ...(await readArguments(asked)), path });
}

async function readCallAt(asked: Asked) {
  const json = await readArguments(asked);
  const at = typeof json["ts"] === "string" ? decodeTimestamp(json["ts"]) : null;
  if (at === null) throw new HttpError(400, "InvalidTimestamp", "ts must be a base64 timestamp.");
  return { at, ...toWaiting(asked, json) };
}

async function readBatch(
  asked: Asked,
): Promise<{ calls: FunctionCall[]; formats: CallBody["format"][] }> {
  const { queries } = parseBody(batchBody, await readArguments(asked));
  const calls = await inSlices(queries, (body) => toCall(asked, body));
  return { calls, formats: queries.map(({ format }) => format) };
}

function toWaiting(asked: Asked, json: unknown): WaitingCall {
  const body = parseBody(callBody, json);
  return { call: toCall(asked, body), format: body.format };
}

/** Throws for another method, before anything of a body is read. */
function requireMethod({ request }: Exchange, allowsGet = false): void {
  if (request.method === "POST" || (allowsGet && request.method === "GET")) return;
  throw new HttpError(405, "MethodNotAllowed", "Use POST.");
}

function toCall({ services, exchange, caller }: Asked, body: CallBody): FunctionCall {
  if (body.componentPath !== undefined && body.componentPath !== null && body.componentPath !== "")
    throw new HttpError(
      400,
      "ComponentsNotSupported",
      "Components are not supported by this host.",
    );
  return {
    path: body.path,
    args: JSON.stringify(body.args),
    identity: caller.identity,
    caller: caller.isAdmin ? "internal" : "public",
    metadata: services.turns.metadataOf(exchange, caller),
  };
}

async function runOne(asked: Asked, kind: Kind, call: FunctionCall): Promise<CallOutcome> {
  return await inTurn(asked, async (thread) => {
    switch (kind) {
      case "query": {
        const { outcomes } = await thread.ask("query", { queries: [call] });
        return onlyOne(outcomes);
      }
      case "mutation":
        return await thread.ask("mutation", { function: call, client: null, request: null });
      case "action":
        return await thread.ask("action", { function: call, client: null });
      case "any":
        return await thread.ask("any", { function: call });
    }
  });
}

/** The outcome of a single call. */
function onlyOne(outcomes: readonly CallOutcome[]): CallOutcome {
  const [outcome] = outcomes;
  if (outcome === undefined) throw new Error("The function thread answered without an outcome.");
  return outcome;
}

function sendOutcome(
  asked: Asked,
  outcome: CallOutcome,
  format: NonNullable<CallBody["format"]>,
): void {
  // Status 560: a function failed, and the body says why. Clients read it like 200; monitoring sees a failure.
  answerCall(asked, {
    status: outcome.ok ? 200 : 560,
    type: "application/json",
    text: outcomeText(outcome, format),
  });
}

/** An outcome as the text of an answer. */
export function outcomeText(outcome: CallOutcome, format: NonNullable<CallBody["format"]>): string {
  const isClean = format === "json" || format === "convex_clean_json";
  const logLines = outcome.logLines.length > 0 ? { logLines: outcome.logLines } : {};
  if (!outcome.ok) {
    const { message, data } = outcome;
    const errorData = data === undefined ? {} : { errorData: isClean ? toCleanJson(data) : data };
    return JSON.stringify({ status: "error", errorMessage: message, ...errorData, ...logLines });
  }
  // Most values are the same in plain JSON. Only encoded values have these characters: quotes within a text have a
  // backslash.
  const isWrittenAnew = isClean && outcome.value.includes('{"$');
  const value = isWrittenAnew
    ? JSON.stringify(toCleanJson(JSON.parse(outcome.value) as Json))
    : outcome.value;
  const tail = outcome.logLines.length > 0 ? `,"logLines":${JSON.stringify(outcome.logLines)}` : "";
  return `{"status":"success","value":${value}${tail}}`;
}

/** Encoded values as plain JSON: integers as decimal text, bytes as base64, NaN and infinities as text. */
function toCleanJson(value: Json): Json {
  if (Array.isArray(value)) return value.map(toCleanJson);
  if (typeof value !== "object" || value === null) return value;
  const { $integer, $float, $bytes } = value;
  if (typeof $integer === "string")
    return Buffer.from($integer, "base64").readBigInt64LE().toString();
  if (typeof $bytes === "string") return $bytes;
  if (typeof $float === "string") return floatText(Buffer.from($float, "base64").readDoubleLE());
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toCleanJson(item)]));
}

function floatText(value: number): Json {
  return Object.is(value, -0) ? -0 : String(value);
}
