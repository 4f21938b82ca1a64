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
  /** Canonical: "items:list". That of a half, "items:list#body", is a name for logs and no path. */
  path: string;
  kind: FunctionKind;
  visibility: "public" | "internal";
  /** Read on first use, because circular imports may leave validators undefined while modules load. */
  validators: () => { args: ValidatorJson; returns: ValidatorJson | null };
  /** Takes the JSON text of the argument array, gives the JSON text of the encoded result. */
  invoke: (argsText: string, requestId: string) => Promise<string>;
  /** For a query that says it answers everyone alike whom it lets in: its two halves. */
  halves: QueryHalves | null;
  /** For a mutation that says nobody waits for its answer: it may share the flush of a later one. */
  mayWait: boolean;
};

/** Two queries that together are the whole one. No path leads to them: nobody can name them. */
export type QueryHalves = {
  /**
   * Takes no arguments; fails for callers who are not let in, and answers with null or with what the body needs to know
   * of them. Queries may share it.
   */
  gate: AppFunction;
  /** Takes the whole query's arguments, and the gate's answer behind them; must not ask who is calling. */
  body: AppFunction;
};

/** The HTTP action that answers a request, and the route it was found by. */
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
  /** The route for a request, or null; null as well when the app has no `http` module. */
  findRoute: (pathname: string, method: string) => HttpRoute | null;
  crons: readonly CronSpec[];
  authProviders: JsonObject[];
};
