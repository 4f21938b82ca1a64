import type { Json, JsonObject } from "../../values/json.ts";
import { addressedPath, handleOf } from "./function-addresses.ts";
import { textOf } from "./read-arguments.ts";
import { unsupported } from "./refusals.ts";
import type { ActionCaller, Caller, OperationTable, ReadCaller, WriteCaller } from "./callers.ts";
import type { FunctionKind } from "../../wire/find-function.ts";

/** `ctx.runQuery` of queries. */
export const queryCallOperations = {
  sync: {},
  async: { "1.0/runUdf": (from, args) => runUdf(from, args, ["query"]) },
  js: {},
} satisfies OperationTable<ReadCaller>;

/** `ctx.runQuery` and `ctx.runMutation` of mutations: in the same transaction. */
export const mutationCallOperations = {
  sync: {},
  async: {
    "1.0/runUdf": (from, args) => runUdf(from, args, ["query", "snapshotQuery", "mutation"]),
  },
  js: {},
} satisfies OperationTable<WriteCaller>;

/** `ctx.runQuery`, `runMutation`, `runAction` of actions: each in a transaction of its own. */
export const actionCallOperations = {
  sync: {},
  async: {
    "1.0/actions/query": (from, args) => callAs("query", from, args),
    "1.0/actions/mutation": (from, args) => callAs("mutation", from, args),
    "1.0/actions/action": (from, args) => callAs("action", from, args),
  },
  js: {},
} satisfies OperationTable<ActionCaller>;

/** Function handles, for every kind of function. */
export const handleOperations = {
  sync: {},
  async: {
    "1.0/createFunctionHandle": (_from, args) => JSON.stringify(handleOf(addressedPath(args))),
  },
  js: {},
} satisfies OperationTable<Caller<unknown>>;

function runUdf(from: Caller<unknown>, args: JsonObject, allowed: readonly string[]) {
  const type = textOf(args, "udfType");
  if (!allowed.includes(type)) throw new Error(`A ${type} cannot be called from this function.`);
  if (args["transactionLimits"] !== undefined) throw unsupported("The option transactionLimits");
  return from.call({
    kind: type === "mutation" ? "mutation" : "query",
    path: addressedPath(args),
    args: argumentsOf(args),
    stale: type === "snapshotQuery",
  });
}

function callAs(kind: FunctionKind, from: ActionCaller, args: JsonObject): Promise<string> {
  return from.call({ kind, path: addressedPath(args), args: argumentsOf(args) });
}

/** The single argument object of a call or a scheduled call. */
export function argumentsOf(args: JsonObject): JsonObject {
  const given: Json | undefined = args["args"];
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new Error("The arguments to a Convex function must be an object.");
  }
  return given;
}
