import type { WriteStatements } from "../sqlite/statements.ts";
import type { DocumentChange } from "./layer.ts";

/** A scheduled function that is pending or running. */
export type OpenJob = {
  id: string;
  isRunning: boolean;
  scheduledTime: number;
  /** The position after which the next jobs are read. */
  position: number;
};

type ScheduledRow = { state: { kind: string }; scheduledTime: number };

const openStates = new Set(["pending", "inProgress"]);

/**
 * Keeps the table of open jobs, so that they are found among any number of finished ones. Runs inside of the change's
 * transaction.
 */
export function noteOpenJob(statements: WriteStatements, change: DocumentChange): void {
  if (change.table.name !== "_scheduled_functions") return;
  const row = change.after && (JSON.parse(change.after.document.json) as ScheduledRow);
  if (row !== null && openStates.has(row.state.kind))
    statements.putOpenJob.run(change.rid, change.id, row.state.kind, row.scheduledTime);
  else statements.deleteOpenJob.run(change.rid);
}

/** At most `limit` open jobs after a position, in the order in which they were scheduled. */
export function readOpenJobs(statements: WriteStatements, after: number, limit: number): OpenJob[] {
  return statements.openJobs.all(after, limit).map(([position, id, state, scheduledTime]) => ({
    id: String(id),
    isRunning: state === "inProgress",
    scheduledTime: Number(scheduledTime),
    position: Number(position),
  }));
}
