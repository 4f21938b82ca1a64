import type { JsonObject } from "../values/json.ts";
import type { Snapshot } from "./transactions/snapshot.ts";

const pageSize = 1000;

/** Every document of a table as the snapshot has it, by creation time; in memory one page at a time. */
export function* walkTable(snapshot: Snapshot, table: string): Generator<JsonObject> {
  const query = {
    source: { type: "FullTableScan", tableName: table, order: "asc" },
    operators: [],
  };
  let cursor: string | null = null;
  for (;;) {
    // A read transaction has a limit of rows, so each page has its own.
    const read = snapshot.begin({ nowMs: 0 });
    const { page, isDone, continueCursor } = JSON.parse(
      read.queryPage({ query, cursor, pageSize }),
    ) as { page: JsonObject[]; isDone: boolean; continueCursor: string };
    yield* page;
    if (isDone) return;
    cursor = continueCursor;
  }
}
