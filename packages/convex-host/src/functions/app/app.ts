import type { FunctionKind } from "../../wire/find-function.ts";
import type { JsonObject } from "../../values/json.ts";
import type { ValidatorJson } from "../../values/validator.ts";

/**
 * The app as loaded: module exports by path without extension ("items", "jobs/fill", "schema", "http", "crons",
 * "auth.config").
 */
export type AppModules = Record<string, () => Promise<Record<string, unknown>>>;

/** The environment variables that functions read as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** One registered function of the app. */
export type AppFunction = {
  /** The canonical path: "items:list". That of a half, "items:list#body", is a name for logs and cannot be called. */
  path: string;
  kind: FunctionKind;
  visibility: "public" | "internal";
  /** Read on first use, because circular imports may leave validators undefined while modules load. */
  validators: () => { args: ValidatorJson; returns: ValidatorJson | null };
  /** Takes the JSON text of the argument array and returns the JSON text of the encoded result. */
  invoke: (argsText: string, requestId: string) => Promise<string>;
  /** The halves of a query whose answer is the same for all callers that it lets in; null for other functions. */
  halves: QueryHalves | null;
  /** True for a mutation whose answer no client waits for: it may share the flush of a later one. */
  mayWait: boolean;
};

/** Two queries that together are one query. They have no path, so no client can call them. */
export type QueryHalves = {
  /**
   * Takes no arguments. Throws for callers that are not let in; returns null, or the facts about the caller that the
   * body needs. Several queries may share a gate.
   */
  gate: AppFunction;
  /** Takes the arguments of the whole query and, after them, the gate's answer. Must not read the caller's identity. */
  body: AppFunction;
};

/** The HTTP action that answers a request, and the pattern of its route. */
export type HttpRoute = { pattern: string; invoke: (request: Request) => Promise<unknown> };

export type CronSpec = {
  identifier: string;
  /** Canonical path of a mutation or action. */
  path: string;
  args: JsonObject;
  schedule: CronSchedule;
};

/** A schedule as `crons.export()` writes it, in UTC; the host chooses a minute that is left out. */
export type CronSchedule =
  | { type: "interval"; seconds?: number; minutes?: number; hours?: number }
  | { type: "hourly"; minuteUTC?: number }
  | { type: "daily"; hourUTC: number; minuteUTC?: number }
  | { type: "weekly"; dayOfWeek: DayOfWeek; hourUTC: number; minuteUTC?: number }
  | { type: "monthly"; day: number; hourUTC: number; minuteUTC?: number }
  | { type: "cron"; cron: string };

export type DayOfWeek = Workday | "saturday" | "sunday";
type Workday = "monday" | "tuesday" | "wednesday" | "thursday" | "friday";

/** A Convex app in memory: everything the host needs to know of `convex/`. */
export type App = {
  functions: ReadonlyMap<string, AppFunction>;
  /** JSON text of `schema.export()`. */
  schema: string;
  /** The route for a request; null when none matches or the app has no `http` module. */
  findRoute: (pathname: string, method: string) => HttpRoute | null;
  crons: readonly CronSpec[];
  authProviders: JsonObject[];
};
