import { valueLimits } from "../../values/value-limits.ts";

/** The bounds of one execution (SPEC section R). Tests run with smaller ones. */
export type RunLimits = {
  /** Milliseconds until the promise of a query or mutation must settle, without its waits for turns. */
  transactionMs: number;
  /** The most milliseconds that a query or mutation waits for turns. With its own time they make a minute. */
  waitMs: number;
  /** Milliseconds after which a query or mutation fails that nothing can settle any more. */
  stalledMs: number;
  /** Milliseconds of an action or HTTP action, without the streaming of the response. */
  actionMs: number;
  argumentBytes: number;
  resultBytes: number;
  /** The most bytes of the body of an HTTP action's response. */
  responseBytes: number;
  logLines: number;
  logLineBytes: number;
  /** The deepest nesting of queries and mutations that call each other. */
  callDepth: number;
  /** The wait in milliseconds after a start for a scheduled mutation in which the host died. */
  suspectWaitMs: number;
};

export const defaultRunLimits: RunLimits = {
  transactionMs: 15_000,
  waitMs: 45_000,
  stalledMs: 100,
  actionMs: 10 * 60_000,
  argumentBytes: valueLimits.argumentBytes,
  resultBytes: valueLimits.resultBytes,
  responseBytes: 20 * 1024 * 1024,
  logLines: 256,
  logLineBytes: 32_768,
  callDepth: 8,
  suspectWaitMs: 5_000,
};
