import type { App, AppFunction } from "../app/app.ts";
import { displayPath, isSystemPath, storedPath } from "../../wire/function-path.ts";
import { currentExecution } from "../run/context.ts";
import { canonicalText } from "../../values/canonical.ts";
import type { Json, JsonObject } from "../../values/json.ts";
import type { Exports } from "./exports.ts";
import { findImport, type ImportState, readImports } from "./import-log.ts";
import type { Variables } from "./variables.ts";
import type { Database } from "../../database/database.ts";

/** The sources of the answers to Convex's command line. */
export type SystemSources = {
  app: App;
  database: Pick<Database, "userTables" | "meta">;
  exports: Exports;
  variables: Variables;
  httpRoutes: readonly (readonly [method: string, path: string])[];
  siteUrl: string;
};

type SystemQuery = (args: JsonObject) => Json | Promise<Json>;

/**
 * The app with the queries that Convex's command line asks (`_system/cli/...`, SPEC section C). They are internal
 * functions like any other: only the admin key reaches them, and live ones follow the data.
 */
export function withSystemFunctions(app: App, sources: Omit<SystemSources, "app">): App {
  const queries = systemQueries({ ...sources, app });
  const functions = new Map(app.functions);
  for (const [path, answer] of Object.entries(queries))
    functions.set(path, toFunction(path, answer));
  return { ...app, functions };
}

function systemQueries(sources: SystemSources): Record<string, SystemQuery> {
  const { database, variables, siteUrl } = sources;
  const listed = Object.entries(variables).map(([name, value]) => ({ name, value }));
  return {
    "_system/cli/tables:default": () =>
      onePage(database.userTables().map(({ name }) => ({ name }))),
    "_system/cli/tableData:default": readTable,
    "_system/cli/queryEnvironmentVariables:default": () => listed,
    "_system/cli/queryEnvironmentVariables:get": ({ name }) =>
      listed.find((variable) => variable.name === name) ?? null,
    "_system/cli/modules:apiSpec": () => describeFunctions(sources),
    "_system/cli/convexUrl:cloudUrl": () => siteUrl,
    "_system/cli/convexUrl:siteUrl": () => siteUrl,
    "_system/cli/exports:getLatest": () => latestExport(sources.exports),
    "_system/cli/queryImport:list": () =>
      readImports(database.meta).map(({ id, state }) => ({ _id: id, state: shownState(state) })),
    "_system/cli/queryImport:default": ({ importId }) => {
      const known = findImport(database.meta, typeof importId === "string" ? importId : "");
      return known === null ? null : { state: shownState(known.state) };
    },
  };
}

function toFunction(path: string, answer: SystemQuery): AppFunction {
  return {
    path,
    kind: "query",
    visibility: "internal",
    validators: () => ({ args: { type: "any" }, returns: null }),
    invoke: async (argsText) => {
      const [args] = JSON.parse(argsText) as [JsonObject];
      return canonicalText(await answer(args));
    },
    halves: null,
    mayWait: false,
  };
}

function onePage(page: Json[]): Json {
  return { page, isDone: true, continueCursor: "" };
}

async function readTable({ table, order, paginationOpts }: JsonObject): Promise<Json> {
  const { cursor, numItems } = paginationOpts as { cursor: string | null; numItems: number };
  const source = { type: "FullTableScan", tableName: table, order: order ?? "desc" };
  const request = { query: { source, operators: [] }, cursor, pageSize: numItems };
  const text = await currentExecution()?.asyncSyscall("1.0/queryPage", JSON.stringify(request));
  return JSON.parse(text ?? "null") as Json;
}

/** The state of the last export. It is complete as soon as it was requested, because it is made during the download. */
function latestExport({ latest }: Exports): Json {
  if (latest === null) return null;
  const ts = int64(latest);
  return { state: "completed", start_ts: ts, complete_ts: ts, zip_object_key: "" };
}

function shownState(state: ImportState): Json {
  switch (state.state) {
    case "waiting_for_confirmation": {
      const { message, isDeleting } = state;
      return {
        state: state.state,
        message_to_confirm: message,
        require_manual_confirmation: isDeleting,
      };
    }
    case "in_progress":
      return { state: state.state, progress_message: "Importing", checkpoint_messages: [] };
    case "completed":
      return { state: state.state, num_rows_written: int64(BigInt(state.rows)) };
    case "failed":
      return { state: state.state, error_message: state.message };
  }
}

function int64(value: bigint): Json {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(value);
  return { $integer: bytes.toString("base64") };
}

function describeFunctions({ app, httpRoutes }: SystemSources): Json {
  const functions = [...app.functions.values()].filter(({ path }) => !isSystemPath(path));
  return [
    ...functions.map((known) => {
      const { args, returns } = known.validators();
      return {
        identifier: storedPath(displayPath(known.path)),
        functionType: `${known.kind.charAt(0).toUpperCase()}${known.kind.slice(1)}`,
        visibility: { kind: known.visibility },
        args: args,
        returns: returns ?? { type: "any" },
      };
    }),
    ...httpRoutes.map(([method, path]) => ({ functionType: "HttpAction", method, path })),
  ];
}
