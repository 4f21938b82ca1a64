import type { FileDoor } from "../../storage/file-door.ts";
import type { JsonObject } from "../../values/json.ts";
import type { Timestamp } from "../../values/timestamp.ts";
import type { Identity, RequestMetadata } from "../../wire/caller.ts";
import type { Failure } from "../../wire/failure.ts";
import type { AppFunction } from "../app/app.ts";
import type { ReadSet } from "../../database/reads/read-set.ts";
import type { Snapshot } from "../../database/transactions/snapshot.ts";
import type { Database } from "../../database/database.ts";

/** One call of a function, from whichever door. */
export type Call = {
  /** Canonical or not: "items:list", "jobs/fill:run", "file.js:fn"; `default` may be left out. */
  path: string;
  /** The function itself, when it is known already, such as the half of a query; `path` is only its name then. */
  called?: AppFunction;
  /** The single argument object, encoded. */
  args: JsonObject;
  /** For a body: the canonical text of what its gate answered, which the handler gets behind its arguments. */
  given?: string | null;
  identity: Identity | null;
  /** "public": internal functions do not exist for the caller. "internal": jobs, nested calls, the admin key. */
  caller: "public" | "internal";
  /** The answer goes to the operator: nothing is left out of it. */
  isForOperator?: boolean;
  request?: RequestMetadata;
};

/** A call before it is run: what is to be run, and its arguments in the one text of equal values. */
export type Prepared = { ok: true; called: AppFunction; argsText: string };

export type QueryOutcome = ({ ok: true; value: string; logLines: string[] } | Failure) & {
  ts: Timestamp;
  journal: string | null;
  /** Everything a change of which can change the outcome. Present for failures too. */
  reads: ReadSet;
  /** True when the run asked who is calling: its outcome then belongs to this identity only. */
  readIdentity: boolean;
  /** True when the call failed because nothing could settle it, which took others' time. */
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
  /** Told when the run asks who is calling, perhaps several times. */
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
  /** The whole text, whatever the caller got to see. */
  error: string | null;
};

/**
 * Runs the functions of one loaded app on one database. Lives on the function thread (or, in tests, in the test's own).
 * Values are JSON text in the encoded form, keys sorted, no white space: equal values give equal text.
 */
export interface Engine {
  readonly database: Database;
  /** A query at the given snapshot (or a fresh one); outside of the lane, so it never waits for a mutation. */
  query(call: Call, options?: QueryOptions): Promise<QueryOutcome>;
  /**
   * A mutation in the lane; resolves after its commit is on disk. With `request`, carried out at most once. `enter` is
   * called when its turn has come, and what that returns when the turn is over.
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
   * Finds the query of a call and writes its arguments in canonical text. Fails as the call would when it names no
   * query or its arguments are no values.
   */
  prepare(call: Pick<Call, "path" | "args" | "caller" | "isForOperator">): Prepared | Failure;
  /** The kind of a function, or null when the caller may not know of it. */
  kindOf(path: string, caller: Call["caller"]): "query" | "mutation" | "action" | null;
  /** Routes to `convex/http.ts`; null when it has no route for this. The Response may stream. */
  http(
    request: Request,
    options: { identity: Identity | null; request: RequestMetadata },
  ): Promise<Response | null>;
  /** `auth.config.ts` providers, with the environment in force. */
  readonly authProviders: JsonObject[];
  /** Files (host/files): the upload door stores bytes and gives the id; the download door finds them by uuid. */
  readonly files: FileDoor;
  /** Starts due scheduled functions and crons, and keeps doing so. */
  startJobs(): void;
  /** The scheduled functions that run now, with those that were canceled meanwhile. */
  readonly runningJobs: number;
  /** No new work, running mutations end, timers stop, the database closes. */
  stop(): Promise<void>;
}
