import type { WrittenFile } from "../storage/file-door.ts";
import type { Timestamp } from "../values/timestamp.ts";
import type { Identity, RequestMetadata } from "./caller.ts";
import type { Failure } from "./failure.ts";
import type { ImportJob } from "./import-job.ts";

/** Arguments as callers sent them: the JSON text of an object. A text can always be sent to another thread. */
export type ArgumentsText = string;

/** One call of a function. */
export type FunctionCall = {
  path: string;
  args: ArgumentsText;
  identity: Identity | null;
  caller: "public" | "internal";
  metadata: RequestMetadata;
};

/**
 * The outcome of a function as its caller may see it. A function that fails is an answer, a thread that fails is not.
 */
export type CallOutcome = { ok: true; value: string; logLines: string[]; ts?: Timestamp } | Failure;

/** The id by which a mutation is executed at most once. */
export type RequestId = { sessionId: string; requestId: number };

/** The client that waits for a call, null when none does; its queries are refreshed before the end of a mutation. */
type AwaitedBy = { client: number | null };

export type RequestHead = {
  url: string;
  method: string;
  headers: [string, string][];
  hasBody: boolean;
};

export type ResponseHead = { status: number; headers: [string, string][]; hasBody: boolean };

/** A finished run as `npx convex logs` reads it. */
export type LogEntry = {
  kind: "Completion";
  identifier: string;
  udfType: "Query" | "Mutation" | "Action" | "HttpAction";
  logLines: string[];
  /** Seconds since the epoch. */
  timestamp: number;
  executionTime: number;
  cachedResult: boolean;
  requestId: string;
  success: null;
  error: string | null;
};

/** All questions that the main thread asks of the function thread. Each gets one answer, or fails with the thread. */
export interface Commands {
  /** Runs several queries on one snapshot. `ts` is null when none of them was run. */
  query: {
    question: { queries: FunctionCall[] };
    answer: { outcomes: CallOutcome[]; ts: Timestamp | null };
  };
  mutation: {
    question: AwaitedBy & { function: FunctionCall; request: RequestId | null };
    answer: CallOutcome;
  };
  /**
   * Looks for the answer of a mutation that ended with its thread; null when none is stored. The function is not run.
   */
  "stored-answer": {
    question: AwaitedBy & { function: FunctionCall; request: RequestId };
    answer: CallOutcome | null;
  };
  action: { question: AwaitedBy & { function: FunctionCall }; answer: CallOutcome };
  /** Runs a function of any kind. */
  any: { question: { function: FunctionCall }; answer: CallOutcome };
  /** Runs the query of a module whose text the holder of the admin key has sent. */
  "inline-query": {
    question: { source: string; metadata: RequestMetadata };
    answer: CallOutcome;
  };
  /**
   * Runs an HTTP action. The answer is null when the app has no route. Bodies follow and precede it as `BodyMessage`.
   */
  http: {
    question: {
      request: RequestHead;
      /** True for the host's own answers for the admin key, instead of the app's. */
      isForAdmin: boolean;
      identity: Identity | null;
      metadata: RequestMetadata;
    };
    answer: ResponseHead | null;
  };
  /** The timestamp of the last commit. */
  latest: { question: Record<string, never>; answer: Timestamp };
  "run-log": {
    question: { cursor: number };
    answer: { entries: LogEntry[]; newCursor: number };
  };
  "find-file": { question: { uuid: string }; answer: WrittenFile | null };
  /** The answer is true while the upload token is valid. */
  "check-upload": { question: { token: string }; answer: boolean };
  /**
   * The answer is the id of the stored file; null when the upload token is not valid any more. The id is chosen before,
   * so that the next thread knows when one that was lost had stored the file.
   */
  "adopt-file": {
    question: { token: string; id: string; file: WrittenFile };
    answer: string | null;
  };
  "plan-import": { question: { id: string; job: ImportJob }; answer: null };
  /** The answer is false when the import does not wait for a confirmation. */
  "begin-import": { question: { id: string }; answer: boolean };
  "fail-import": { question: { id: string; reason: string }; answer: null };
}

export type CommandName = keyof Commands;

/** A command with its question. */
export type Asked<Name extends CommandName = CommandName> = {
  [Each in Name]: { name: Each; question: Commands[Each]["question"] };
}[Name];

export type AnswerOf<Name extends CommandName> = Commands[Name]["answer"];

/** The answer to some command. */
export type Answer = AnswerOf<CommandName>;

/**
 * A failure of the host itself: the work was interrupted, failed around the function, could not be sent to the thread,
 * or was not stored by the disk.
 */
export type FailureCode = "Interrupted" | "Unavailable" | "Internal" | "BadRequest" | "NotStored";
