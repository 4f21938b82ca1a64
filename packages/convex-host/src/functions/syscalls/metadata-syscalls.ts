import { convexToJson } from "convex/values";
import { displayPath } from "../../wire/function-path.ts";
import { refuse } from "./refusals.ts";
import type { ActionCaller, Caller, OperationTable, ReadCaller, WriteCaller } from "./callers.ts";

/** `ctx.auth` and the part of `ctx.meta` that every kind of function has. */
export const commonOperations = {
  sync: {},
  async: {
    "1.0/getUserIdentity": (from) => JSON.stringify(from.identity()),
    "1.0/getFunctionMetadata": (from) =>
      JSON.stringify({ name: displayPath(from.path), componentPath: "" }),
    "1.0/getDeploymentMetadata": () =>
      JSON.stringify({ name: "embedded", region: null, class: "s16" }),
    "1.0/auditLog": (from, { body }) => {
      if (typeof body !== "object" || body === null || Array.isArray(body))
        throw new Error("Invalid arguments for `body`: expected an object.");
      from.audit(body);
      return "null";
    },
    "1.0/signJwt": refuse("ctx.auth.signJwt"),
    "1.0/createServiceToken": refuse("getServiceToken"),
    "1.0/getServiceUrl": refuse("getServiceUrl"),
    "1.0/actions/vectorSearch": refuse("Vector search"),
  },
  js: {},
} satisfies OperationTable<Caller<unknown>>;

/** System calls that need a transaction. */
export const transactionOperations = {
  sync: {
    "1.0/getSnapshotTs": (from) => JSON.stringify(convexToJson(from.transaction.ts)),
  },
  async: {
    "1.0/getTransactionMetrics": (from) => JSON.stringify(from.transaction.metrics()),
  },
  js: {},
} satisfies OperationTable<ReadCaller>;

/** System calls about the request that started a mutation or an action. */
export const requestOperations = {
  sync: {},
  async: {
    "1.0/getRequestMetadata": ({ request: { ip, userAgent, requestId }, jobId }) =>
      JSON.stringify({ ip, userAgent, requestId, scheduledFunctionId: jobId, authToken: null }),
  },
  js: {},
} satisfies OperationTable<WriteCaller | ActionCaller>;
