import type { QuarantinedQuery } from "./quarantine.ts";
import type { KnownFunction } from "./find-function.ts";
import type { Json, JsonObject } from "../values/json.ts";
import type { Secrets } from "./secrets.ts";
import type { Timestamp } from "../values/timestamp.ts";
import type { Identity, RequestMetadata } from "./caller.ts";
import type { Failure } from "./failure.ts";
import type { ImportJob } from "./import-job.ts";

/** A change of one environment variable; null takes it away. */
export type VariableChange = { name: string; value: string | null };

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

/** Arguments as callers sent them, the JSON text of an object: nothing in a text can keep a message from being sent. */
export type ArgumentsText = string;

/** What the function thread is started with. */
export type ThreadStart = {
  /** The bundle of `convex/`. */
  appBundle: string;
  dataDir: string;
  siteUrl: string;
  /** What functions see, before the thread adds keys and the demo provider's client. */
  environment: Record<string, string>;
  /** Changes of what the operator set beyond that; kept once the app runs with them. */
  variableChanges: VariableChange[];
  /** An import to carry out first; when it comes to nothing, so does this start. */
  importId: string | null;
  /** This is the first thread of its host. */
  isFirst: boolean;
  usesDemoProvider: boolean;
  /** Of this host from its start to its end, whichever thread it has. */
  secrets: Secrets;
  seed: "demo" | "templates" | "none";
  /** False in development: callers then see the text of errors. */
  redactErrors: boolean;
  /** The thread counts its turns in here, and names the call it is in. */
  pulse: SharedArrayBuffer;
  quarantine: QuarantinedQuery[];
};

/** What the main thread learns when functions can be called. */
export type ThreadInfo = {
  authProviders: JsonObject[];
  /** Public keys (JWKS text) of the tokens the app signs itself. */
  jwks: string;
  demoClientSecret: string;
  instanceName: string;
  temporaryFolder: string;
  /** What the app's functions are known by, for the doors: by path. */
  functions: ReadonlyMap<string, KnownFunction>;
  /** `[method, path]` of the app's HTTP routes; a trailing `*` marks a prefix. Null: the app must be asked. */
  httpRoutes: [string, string][] | null;
  /** The app's internal mutation that keeps audit entries of the host's own doors; null when it has none. */
  auditPath: string | null;
};

export type WatchedQuery = {
  /** The client's number for it. */
  queryId: number;
  /** The function's one path; empty when what the client sent is none. */
  path: string;
  args: ArgumentsText;
  journal: string | null;
  /** Says why the client gets no answer: then there are no arguments here. */
  refusal: Failure | null;
};

/** All the function thread must know of a client; sent again in full to a new thread. */
export type ClientRegistration = {
  client: number;
  querySet: number;
  identityVersion: number;
  identity: Identity | null;
  /** Internal functions are open to it. */
  isAdmin: boolean;
  queries: WatchedQuery[];
  maxObserved: Timestamp | null;
};

export type ClientCommand =
  | { type: "client-open"; registration: ClientRegistration }
  | {
      type: "client-identity";
      client: number;
      version: number;
      identity: Identity | null;
      isAdmin: boolean;
    }
  | {
      type: "client-queries";
      client: number;
      version: number;
      add: WatchedQuery[];
      remove: number[];
    }
  | { type: "client-close"; client: number }
  /** These clients' sockets took the last update; they may have the next. */
  | { type: "clients-drained"; clients: number[] };

/** One call of a function; `call` numbers it for the answer. */
export type FunctionCall = {
  path: string;
  args: ArgumentsText;
  identity: Identity | null;
  caller: "public" | "internal";
  metadata: RequestMetadata;
};

export type CallCommand =
  | { type: "query"; call: number; queries: FunctionCall[]; at: Timestamp | null }
  | {
      type: "mutation";
      call: number;
      function: FunctionCall;
      /** The client that waits for it: its own queries are refreshed first. */
      client: number | null;
      request: { sessionId: string; requestId: number } | null;
    }
  /** A mutation that ended with its thread: gets its first answer if it is stored, else this outcome. It is not run. */
  | {
      type: "settle";
      call: number;
      function: FunctionCall;
      client: number | null;
      request: { sessionId: string; requestId: number };
      outcome: CallOutcome;
    }
  | { type: "action"; call: number; function: FunctionCall; client: number | null }
  | { type: "any"; call: number; function: FunctionCall }
  | { type: "latest"; call: number }
  | { type: "run-log"; call: number; cursor: number }
  | { type: "plan-import"; call: number; id: string; job: ImportJob }
  | { type: "begin-import"; call: number; id: string }
  | { type: "fail-import"; call: number; id: string; reason: string }
  | { type: "adopt-file"; call: number; token: string; file: UploadedFile }
  | { type: "find-file"; call: number; uuid: string }
  | { type: "check-upload"; call: number; token: string }
  | {
      type: "http";
      call: number;
      request: HttpHead;
      /** Goes to the host's own answers for the admin key, not to the app's. */
      isForAdmin: boolean;
      identity: Identity | null;
      metadata: RequestMetadata;
    };

export type HttpHead = {
  url: string;
  method: string;
  headers: [string, string][];
  hasBody: boolean;
};

export type UploadedFile = {
  path: string;
  size: number;
  sha256Base64: string;
  contentType: string | null;
};

/** Bodies of HTTP actions, both ways: a piece is sent only against a credit of the receiver. */
export type BodyMessage =
  | { type: "body"; call: number; chunk: Uint8Array }
  | { type: "body-end"; call: number }
  | { type: "body-credit"; call: number }
  | { type: "body-abort"; call: number };

/** The first one is the start; it comes once. */
export type ToThread = { type: "start"; start: ThreadStart } | StartedToThread;

/** What a thread is told once it has started. */
export type StartedToThread = ThreadCommand | { type: "stop" };

export type ThreadCommand = ClientCommand | CallCommand | BodyMessage;

/** The outcome of a call as callers may see it. */
export type CallOutcome =
  | { ok: true; value: string; logLines: string[]; ts?: Timestamp }
  | { ok: false; message: string; data?: Json; logLines: string[]; code?: FailureCode };

/** Failures of the host itself, not of the function. */
export type FailureCode = "Overloaded" | "Interrupted" | "Internal" | "BadRequest";

/** One change of one query: `result` points into the results of the message. Null removes it. */
export type QueryChange = { queryId: number; result: number | null };

/** The new state of one client, complete: all its queries are valid at `ts`. */
export type ClientUpdate = {
  client: number;
  querySet: number;
  identity: number;
  ts: Timestamp;
  changes: QueryChange[];
};

/** A query's result as the rest of a modification object, after `{"queryId":N,`, and its journal. */
export type QueryResult = { text: string; journal: string | null };

export type FromThread =
  | { type: "ready"; info: ThreadInfo }
  | { type: "start-failed"; message: string }
  | { type: "updates"; results: QueryResult[]; updates: ClientUpdate[] }
  | { type: "answer"; call: number; outcome: CallOutcome }
  | { type: "answers"; call: number; outcomes: CallOutcome[]; ts: Timestamp }
  | { type: "file"; call: number; file: UploadedFile | null }
  | { type: "run-log"; call: number; entries: LogEntry[]; newCursor: number }
  | {
      type: "http-head";
      call: number;
      head: { status: number; headers: [string, string][]; hasBody: boolean } | null;
    }
  | BodyMessage
  | {
      type: "log";
      level: "info" | "warn" | "error";
      event: string;
      fields: Record<string, string | number | boolean | null>;
    }
  | { type: "stopped" };
