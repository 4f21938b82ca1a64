import type { CronSpec } from "../app/app.ts";
import type { Logger } from "../../log.ts";
import type { JsonObject } from "../../values/json.ts";
import type { FunctionKind } from "../../wire/find-function.ts";
import type { WriteTransaction } from "../../database/transactions/write-transaction.ts";
import type { Database } from "../../database/database.ts";

export type JobCall = { path: string; args: JsonObject; jobId: string | null };

/** The name under which a run is remembered, so that it happens at most once. */
export type RunOnce = { sessionId: string; requestId: number };

export type JobOutcome =
  | { ok: true }
  /** A host's fault left no trace: the job may run again. */
  | { ok: false; message: string; isHostFault: boolean };

/** The operations that jobs need of the engine. */
export interface JobRunner {
  readonly database: Database;
  readonly log: Logger;
  readonly crons: readonly CronSpec[];
  /** Milliseconds that a mutation waits after a start when the host died in it. */
  readonly suspectWaitMs: number;
  clock(): number;
  transact<Result>(work: (tx: WriteTransaction) => Result | Promise<Result>): Promise<Result>;
  kindOf(path: string): FunctionKind | null;
  /** Runs a mutation in its turn, the given steps in the same transaction; resolves when it is on disk. */
  runMutation(
    call: JobCall & {
      request?: RunOnce;
      steps?: { before: (tx: WriteTransaction) => boolean; after?: (tx: WriteTransaction) => void };
    },
  ): Promise<JobOutcome>;
  /** Remembers on disk that this run begins; false when it began before. */
  claim(run: RunOnce): Promise<boolean>;
  runAction(call: JobCall): Promise<JobOutcome>;
}
