import type { JsonObject } from "../../values/json.ts";
import { textOf } from "./read-arguments.ts";
import type { OperationTable, ReadCaller, WriteCaller } from "./callers.ts";
import type { PageArgs } from "../../database/queries/pagination.ts";

/** `ctx.db` of queries: point reads, streams, pages. */
export const readOperations = {
  sync: {
    "1.0/queryStream": (from, args) =>
      JSON.stringify({ queryId: from.transaction.queryStream(queryOf(args)) }),
    "1.0/queryCleanup": (from, args) =>
      JSON.stringify(from.transaction.queryCleanup(args["queryId"] as number)),
    "1.0/db/normalizeId": (from, args) =>
      JSON.stringify({
        id: from.transaction.normalizeId({
          table: textOf(args, "table"),
          idString: textOf(args, "idString"),
        }),
      }),
  },
  async: {
    "1.0/get": (from, args) =>
      from.transaction.get({ ...documentOf(args), isSystem: args["isSystem"] === true }) ?? "null",
    "1.0/queryStreamNext": (from, args) => {
      const { value, done } = from.transaction.queryStreamNext(args["queryId"] as number);
      return `{"value":${value ?? "null"},"done":${String(done)}}`;
    },
    "1.0/queryPage": (from, args) =>
      from.transaction.queryPage({ ...(args as PageArgs), query: queryOf(args) }),
    "1.0/count": (from, args) => String(from.transaction.count(textOf(args, "table"))),
  },
  js: {},
} satisfies OperationTable<ReadCaller>;

/** The answer to a write. Convex's package would parse a document and discard it. */
const unread = "null";

/** `ctx.db` of mutations, without the reads. */
export const writeOperations = {
  sync: {},
  async: {
    "1.0/insert": (from, args) =>
      JSON.stringify({ _id: from.transaction.insert(textOf(args, "table"), valueOf(args)) }),
    "1.0/shallowMerge": (from, args) => {
      from.transaction.patch({ ...documentOf(args), value: valueOf(args) });
      return unread;
    },
    "1.0/replace": (from, args) => {
      from.transaction.replace({ ...documentOf(args), value: valueOf(args) });
      return unread;
    },
    "1.0/remove": (from, args) => {
      from.transaction.remove(documentOf(args));
      return unread;
    },
  },
  js: {},
} satisfies OperationTable<WriteCaller>;

function queryOf(args: JsonObject): JsonObject {
  return args["query"] as JsonObject;
}

function documentOf(args: JsonObject): { id: string; table?: string } {
  const table = args["table"];
  return { id: args["id"] as string, ...(typeof table === "string" ? { table } : {}) };
}

function valueOf(args: JsonObject): JsonObject {
  return args["value"] as JsonObject;
}
