import type { FileDoor } from "../../storage/file-door.ts";
import type { JsonObject } from "../../values/json.ts";
import type { Timestamp } from "../../values/timestamp.ts";
import type { Identity, RequestMetadata } from "../../wire/caller.ts";
import type { Failure } from "../../wire/failure.ts";
import type { AppFunction } from "../app/app.ts";
import type { ReadSet } from "../../database/reads/read-set.ts";
import type { Snapshot } from "../../database/transactions/snapshot.ts";
import type { Database } from "../../database/database.ts";

/** One call of a function: from a client, a job or another function. */
export type Call = {
  /** The path, canonical or not: "items:list", "jobs/fill:run", "file.js:fn"; `default` may be left out. */
  path: string;
  /** The function itself, when it is known already, such as the half of a query; `path` is only its name then. */
  called?: AppFunction;
  /** The single argument object, encoded. */
  args: JsonObject;
  /** For a body: the canonical text of its gate's answer, which the handler gets after its arguments. */
  given?: string | null;
  identity: Identity | null;
  /** "public": internal functions do not exist for the caller. "internal": jobs, nested calls, the admin key. */
  caller: "public" | "internal";
  /** True when the answer goes to the operator: nothing is left out of it. */
  isForOperator?: boolean;
  request?: RequestMetadata;
};

/** A call before its run: the function, and the canonical text of the arguments. */
export type Prepared = { ok: true; called: AppFunction; argsText: string };

export type QueryOutcome = ({ ok: true; value: string; logLines: string[] } | Failure) & {
  ts: Timestamp;
  journal: string | null;
  /** The read set: a change of it may change the outcome. Failures have one too. */
  reads: ReadSet;
  /** True when the run read the identity: the outcome then belongs to this caller only. */
  readIdentity: boolean;
  /** True when the call failed because nothing could settle it, or because it had waited too long for turns. */
  isStalled?: boolean;
};

export type MutationOutcome =
  | {
      ok: true;
      value: string;
      ts: Timestamp;
      logLines: string[];
    }
  | Failure;

export type ActionOutcome = { ok: true; value: string; logLines: string[] } | Failure;

export type QueryOptions = {
  at?: Snapshot;
  journal?: string | null;
  /** Called when the run reads the identity, perhaps several times. */
  onIdentityRead?: (() => void) | undefined;
  /** The taker of turns for its steps, where that is not the caller. */
  taker?: string | undefined;
};

/** The end of one call from outside or of one job, for the log. */
export type FinishedRun = {
  path: string;
  kind: "query" | "mutation" | "action" | "http";
  requestId: string;
  startedMs: number;
  ms: number;
  logLines: readonly string[];
  /** The whole text of the error, whatever the caller gets to see. */
  error: string | null;
};

/**
 * Runs the functions of one loaded app on one database, on the function thread (in tests, on the test's own thread).
 * Values are JSON text in the encoded form with sorted keys and no white space: equal values have equal text.
 */
export interface Engine {
  readonly database: Database;
  /**
   * Runs a query at the given snapshot (or a fresh one), outside of the lane, so that it never waits for a mutation.
   */
  query(call: Call, options?: QueryOptions): Promise<QueryOutcome>;
  /**
   * Runs a mutation in the lane; resolves after its commit is on disk. With `request` it is executed at most once.
   * `enter` is called when its turn begins, and the function that it returns when the turn is over.
   */
  mutation(
    call: Call,
    options?: { request?: { sessionId: string; requestId: number }; enter?: () => () => void },
  ): Promise<MutationOutcome>;
  /** Returns the stored answer of a request, as if it were sent again; null when none is stored. Runs nothing. */
  answered(
    call: Call,
    request: { sessionId: string; requestId: number },
  ): Promise<MutationOutcome | null>;
  action(call: Call): Promise<ActionOutcome>;
  /**
   * Finds the query of a call and writes its arguments in canonical text. Fails like the call when it names no query or
   * its arguments are not Convex values.
   */
  prepare(call: Pick<Call, "path" | "args" | "caller" | "isForOperator">): Prepared | Failure;
  /** The kind of a function, or null when the caller may not know of it. */
  kindOf(path: string, caller: Call["caller"]): "query" | "mutation" | "action" | null;
  /**
   * Runs the HTTP action that `convex/http.ts` has for a request; null when no route matches. The Response may stream.
   */
  http(
    request: Request,
    options: { identity: Identity | null; request: RequestMetadata },
  ): Promise<Response | null>;
  /** The providers of `auth.config.ts`, with the environment of this start. */
  readonly authProviders: JsonObject[];
  /** The stored files. An upload stores bytes and returns their id; a download finds them by uuid. */
  readonly files: FileDoor;
  /** Starts due scheduled functions and crons, and keeps doing so. */
  startJobs(): void;
  /** The number of scheduled functions that run now, canceled ones included. */
  readonly runningJobs: number;
  /** Takes no more work, waits for running queries and mutations, stops the timers and closes the database. */
  stop(): Promise<void>;
}
