import type { GenericDocument } from "convex/server";
import type { GenericId, Value } from "convex/values";
import { anyOf, type Contexts, required } from "./fixture-contexts.ts";
import { endQuery } from "./fixture-reads.ts";
import type { FileAct, RowAct } from "./fixture-steps.ts";

type FileId = GenericId<"_storage">;

/** Runs a step on stored files. */
export async function runFileStep(
  contexts: Contexts,
  act: FileAct | RowAct,
): Promise<Value | void> {
  const { query, mutation, action } = contexts;
  const fileId = ("id" in act ? act.id : "") as FileId;
  switch (act.type) {
    case "url":
      return await anyOf(contexts).storage.getUrl(fileId);
    case "uploadUrl":
      return await (mutation ?? required(action)).storage.generateUploadUrl();
    case "remove":
      return await (mutation ?? required(action)).storage.delete(fileId);
    case "store": {
      const blob = new Blob([act.text], { type: act.contentType });
      return await (mutation ?? required(action)).storage.store(blob);
    }
    case "bytes": {
      const blob = await (mutation ?? required(action)).storage.get(fileId);
      return blob && { text: await blob.text(), contentType: blob.type, size: blob.size };
    }
    default:
      return await readRows(required(query).db.system, act);
  }
}

type System = NonNullable<Contexts["query"]>["db"]["system"];

async function readRows(system: System, act: RowAct): Promise<Value> {
  switch (act.type) {
    case "normalize":
      return system.normalizeId("_storage", act.id);
    case "row": {
      const id = act.id as FileId;
      return withoutType(act.isNamed ? await system.get("_storage", id) : await system.get(id));
    }
    case "rows": {
      const rows = await endQuery(system.query("_storage").order(act.order), act.ending);
      return Array.isArray(rows) ? rows.map((row) => withoutType(row)) : withoutType(rows);
    }
  }
}

/** Removes the content type, which convex-test does not store in its rows. */
function withoutType(row: Value | GenericDocument): Value {
  if (row === null) return null;
  const { contentType: _, ...rest } = row as Record<string, Value>;
  return rest;
}
