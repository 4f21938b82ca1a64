import type { JsonObject } from "../values/json.ts";
import type { KnownFunction } from "./find-function.ts";
import type { QuarantinedQuery } from "./quarantine.ts";
import type { Secrets } from "./secrets.ts";

/** A change of one environment variable; null takes it away. */
export type VariableChange = { name: string; value: string | null };

/** An internal function of the app and its arguments. */
export type FirstRun = { path: string; args: JsonObject };

/**
 * A text that data keeps from the first start that has one. A start without one is refused then; in the refusal, `{dataDir}`
 * and `{marked}` stand for the folder and the text.
 */
export type DataMark = { name: string; value: string | null; refusal: string };

/** The facts that the function thread is started with. */
export type ThreadStart = {
  /** The bundle of `convex/`. */
  appBundle: string;
  dataDir: string;
  /** The name of the database in that folder. */
  databaseFile: string;
  siteUrl: string;
  /** The environment that functions see, before the thread adds keys. */
  environment: Record<string, string>;
  /** Names of which only the host gives a value, or none: what the data says of them is not believed. */
  fixedVariables: readonly string[];
  /** Changes of what the operator set beyond that; kept once the app runs with them. */
  variableChanges: VariableChange[];
  /** The free disk that imports leave to records. */
  diskFloor: { freeDiskBytes: number; freeDiskShare: number };
  /** An import to carry out first; when it comes to nothing, so does this start. */
  importId: string | null;
  /** This is the first thread of its host. */
  isFirst: boolean;
  /** The secrets of this host from its start to its end, whichever thread it has. */
  secrets: Secrets;
  /** Run at each start before anyone is served, where the app has it. */
  firstRun: FirstRun | null;
  /** The app's internal mutation that keeps audit entries, where the app has it. */
  auditPath: string | null;
  dataMark: DataMark | null;
  /** False in development: callers then see the text of errors. */
  redactErrors: boolean;
  /** The thread counts its turns in here, and names the call it is in. */
  pulse: SharedArrayBuffer;
  quarantine: QuarantinedQuery[];
};

/** The facts that the main thread learns when functions can be called. */
export type ThreadInfo = {
  authProviders: JsonObject[];
  /** Public keys (JWKS text) of the tokens the app signs itself. */
  jwks: string;
  temporaryFolder: string;
  /** The app's functions as the doors know them, by path. */
  functions: ReadonlyMap<string, KnownFunction>;
  /** `[method, path]` of the app's HTTP routes; a trailing `*` marks a prefix. Null: the app must be asked. */
  httpRoutes: [string, string][] | null;
  /** The app's internal mutation that keeps audit entries of the host's own doors; null when it has none. */
  auditPath: string | null;
};
