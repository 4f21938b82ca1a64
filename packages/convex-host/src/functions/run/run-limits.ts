import { valueLimits } from "../../values/value-limits.ts";

/** The bounds of one execution (SPEC section R). Tests run with smaller ones. */
export type RunLimits = {
  /** How long a query or mutation may take until its promise settles. */
  transactionMs: number;
  /** How long one may wait in which nothing can happen any more. */
  stalledMs: number;
  /** How long actions and HTTP actions may take, without the streaming of the response. */
  actionMs: number;
  argumentBytes: number;
  resultBytes: number;
  /** Body of an HTTP action's response. */
  responseBytes: number;
  logLines: number;
  logLineBytes: number;
  /** How deep queries and mutations may call each other. */
  callDepth: number;
  /** How long a scheduled mutation in which the host died lets everything else go first after a start. */
  suspectWaitMs: number;
};

export const defaultRunLimits: RunLimits = {
  transactionMs: 15_000,
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
