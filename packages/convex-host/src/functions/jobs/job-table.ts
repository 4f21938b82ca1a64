import { canonicalPath } from "../../wire/function-path.ts";
import type { JsonObject } from "../../values/json.ts";
import type { ReadTransaction } from "../../database/transactions/read-transaction.ts";
import type { WriteTransaction } from "../../database/transactions/write-transaction.ts";
import type { Database } from "../../database/database.ts";

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
  | {
      kind: "pending" | "inProgress" | "success" | "canceled";
    }
  | { kind: "failed"; error: string };

export function readJob(tx: ReadTransaction, id: string): JobRow | null {
  const text = tx.get({ id, isSystem: true });
  return text === null ? null : rowOf(JSON.parse(text) as StoredRow);
}

/** Moves a job to another state. A finished job gets its completion time. */
export function writeState(
  tx: WriteTransaction,
  id: string,
  { state, nowMs }: { state: JobState; nowMs: number },
): void {
  const isFinished = state.kind !== "pending" && state.kind !== "inProgress";
  tx.system.patch(id, { state, ...(isFinished ? { completedTime: nowMs } : {}) });
}

/** At most `most` jobs after a cursor, oldest first. `next` is the cursor for more of them; null at the end. */
export function readOldestJobs(
  database: Database,
  { cursor, most }: { cursor: string | null; most: number },
): { jobs: JobRow[]; next: string | null } {
  const query = {
    source: { type: "FullTableScan", tableName: "_scheduled_functions", order: "asc" },
    operators: [],
  };
  const snapshot = database.snapshot();
  try {
    const text = snapshot.begin({ nowMs: 0 }).queryPage({ query, cursor, pageSize: most });
    const { page, isDone, continueCursor } = JSON.parse(text) as Page;
    return { jobs: page.map(rowOf), next: isDone ? null : continueCursor };
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
