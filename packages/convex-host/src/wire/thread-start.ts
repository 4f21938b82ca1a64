import type { JsonObject } from "../values/json.ts";
import type { KnownFunction } from "./find-function.ts";
import type { QuarantinedQuery } from "./quarantine.ts";
import type { Secrets } from "./secrets.ts";

/** A change of one environment variable; null removes it. */
export type VariableChange = { name: string; value: string | null };

/** An internal function of the app and its arguments. */
export type FirstRun = { path: string; args: JsonObject };

/**
 * A text that a start stores with the data. A later start without one is refused with the text `refusal`, in which
 * `{dataDir}` and `{marked}` stand for the folder and the stored text.
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
  /** Names of which only the host gives a value, or none: values in the data are ignored. */
  fixedVariables: readonly string[];
  /** Changes of the variables that the operator set. They are stored once the app runs with them. */
  variableChanges: VariableChange[];
  /** The free disk that imports leave to records. */
  diskFloor: { freeDiskBytes: number; freeDiskShare: number };
  /** An import to run first. When it fails, so does this start. */
  importId: string | null;
  /** True for the first thread of its host. */
  isFirst: boolean;
  /** The secrets of this host. All its threads have the same. */
  secrets: Secrets;
  /** A function to run at each start before a client is served, when the app has it. */
  firstRun: FirstRun | null;
  /** The app's internal mutation that stores audit entries, when the app has it. */
  auditPath: string | null;
  dataMark: DataMark | null;
  /** False in development: callers then see the text of errors. */
  redactErrors: boolean;
  /** The memory in which the thread counts its turns, and names the call it is in. */
  pulse: SharedArrayBuffer;
  quarantine: QuarantinedQuery[];
};

/** The facts that the main thread learns when functions can be called. */
export type ThreadInfo = {
  authProviders: JsonObject[];
  /** Public keys (JWKS text) of the tokens the app signs itself. */
  jwks: string;
  temporaryFolder: string;
  /** The app's functions by path. */
  functions: ReadonlyMap<string, KnownFunction>;
  /** `[method, path]` of the app's HTTP routes; a trailing `*` marks a prefix. Null: the app must be asked. */
  httpRoutes: [string, string][] | null;
  /** The app's internal mutation that stores the host's own audit entries; null when the app has none. */
  auditPath: string | null;
};
