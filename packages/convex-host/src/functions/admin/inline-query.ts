import { internalQueryGeneric, queryGeneric } from "convex/server";
import type { AppFunction } from "../app/app.ts";
import { functionsOf } from "../app/load-app.ts";
import type { ActionOutcome, Engine } from "../run/calls.ts";
import { messageOf } from "../../log.ts";
import type { RequestMetadata } from "../../wire/caller.ts";

const wrappers = /(["'])convex:\/_system\/repl\/wrappers\.js\1/g;
const place = "convexHostWrappers";

/** The builders of functions under a global name, by which modules from data URLs reach them. */
Object.assign(globalThis, {
  [place]: { query: queryGeneric, internalQuery: internalQueryGeneric },
});

/** Runs the query that a module exports as its default. `source` is the text of the module, sent with the admin key. */
export async function runInlineQuery(
  engine: Pick<Engine, "query">,
  source: string,
  request: RequestMetadata,
): Promise<ActionOutcome> {
  const call = { path: "testQuery:default", args: {}, identity: null, request };
  try {
    const called = await loadQuery(source);
    return await engine.query({ ...call, called, caller: "internal", isForOperator: true });
  } catch (error) {
    return { ok: false, message: messageOf(error), logLines: [] };
  }
}

async function loadQuery(source: string): Promise<AppFunction> {
  const builders = `export const { query, internalQuery } = globalThis.${place};`;
  const text = source.replaceAll(wrappers, JSON.stringify(addressOf(builders)));
  const loaded = (await import(addressOf(text))) as Record<string, unknown>;
  const query = functionsOf("testQuery", { default: loaded["default"] })[0];
  if (query?.kind === "query") return query;
  throw new Error("The module must export a query as its default.");
}

function addressOf(source: string): string {
  return `data:text/javascript;base64,${Buffer.from(source).toString("base64")}`;
}
