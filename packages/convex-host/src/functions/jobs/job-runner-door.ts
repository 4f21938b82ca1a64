import type { CronSpec } from "../app/app.ts";
import type { Logger } from "../../log.ts";
import type { JsonObject } from "../../values/json.ts";
import type { FunctionKind } from "../../wire/find-function.ts";
import type { WriteTransaction } from "../../database/transactions/write-transaction.ts";
import type { Database } from "../../database/database.ts";

export type JobCall = { path: string; args: JsonObject; jobId: string | null };

/** The key under which a run is stored, so that it happens at most once. */
export type RunOnce = { sessionId: string; requestId: number };

export type JobOutcome =
  | { ok: true }
  /** A run that failed by a fault of the host left no trace, so the job may run again. */
  | { ok: false; message: string; isHostFault: boolean };

/** The operations that jobs need of the engine. */
export interface JobRunner {
  readonly database: Database;
  readonly log: Logger;
  readonly crons: readonly CronSpec[];
  /** The wait in milliseconds after a start for a mutation in which the host died. */
  readonly suspectWaitMs: number;
  clock(): number;
  transact<Result>(work: (tx: WriteTransaction) => Result | Promise<Result>): Promise<Result>;
  kindOf(path: string): FunctionKind | null;
  /** Runs a mutation in its turn, with the given steps in its transaction; resolves when it is on disk. */
  runMutation(
    call: JobCall & {
      request?: RunOnce;
      steps?: { before: (tx: WriteTransaction) => boolean; after?: (tx: WriteTransaction) => void };
    },
  ): Promise<JobOutcome>;
  /** Stores on disk that this run begins; false when it had begun before. */
  claim(run: RunOnce): Promise<boolean>;
  runAction(call: JobCall): Promise<JobOutcome>;
}
