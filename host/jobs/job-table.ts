import { canonicalPath } from "../app/function-path.ts";
import type { Database, ReadTransaction, WriteTransaction } from "../database/types.ts";
import type { JsonObject } from "../values/json.ts";

/** One row of `_scheduled_functions`. */
export type JobRow = {
  id: string;
  /** Canonical path of the function. */
  path: string;
  args: JsonObject;
  scheduledTime: number;
  completedTime: number | null;
  creationTime: number;
  state: JobState["kind"];
};

export type JobState =
  { kind: "pending" | "inProgress" | "success" | "canceled" } | { kind: "failed"; error: string };

const pageSize = 500;

export function readJob(tx: ReadTransaction, id: string): JobRow | null {
  const text = tx.get({ id, isSystem: true });
  return text === null ? null : rowOf(JSON.parse(text) as StoredRow);
}

/** Moves a job to another state; the finished ones get their time. */
export function writeState(
  tx: WriteTransaction,
  id: string,
  { state, nowMs }: { state: JobState; nowMs: number },
): void {
  const isFinished = state.kind !== "pending" && state.kind !== "inProgress";
  tx.system.patch(id, { state, ...(isFinished ? { completedTime: nowMs } : {}) });
}

/** Every job, oldest first, a page at a time so that no read limit is met. */
export function* readAllJobs(database: Database, nowMs: number): Generator<JobRow> {
  const snapshot = database.snapshot();
  const query = {
    source: { type: "FullTableScan", tableName: "_scheduled_functions", order: "asc" },
    operators: [],
  };
  try {
    let cursor: string | null = null;
    for (let isDone = false; !isDone;) {
      const text = snapshot.begin({ nowMs }).queryPage({ query, cursor, pageSize });
      const answer = JSON.parse(text) as Page;
      yield* answer.page.map(rowOf);
      cursor = answer.continueCursor;
      isDone = answer.isDone;
    }
  } finally {
    snapshot.close();
  }
}

type Page = { page: StoredRow[]; isDone: boolean; continueCursor: string };

type StoredRow = {
  _id: string;
  _creationTime: number;
  name: string;
  args: [JsonObject];
  scheduledTime: number;
  completedTime?: number;
  state: JobState;
};

function rowOf(row: StoredRow): JobRow {
  return {
    id: row._id,
    path: canonicalPath(row.name),
    args: row.args[0],
    scheduledTime: row.scheduledTime,
    completedTime: row.completedTime ?? null,
    creationTime: row._creationTime,
    state: row.state.kind,
  };
}
