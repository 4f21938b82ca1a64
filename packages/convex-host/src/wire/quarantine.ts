/** A live query that is not run again before the given time; neither is its gate, when that is to blame. */
export type QuarantinedQuery = {
  /** The function's one path, and the one text of equal arguments. */
  path: string;
  argsText: string;
  untilMs: number;
  withGate: boolean;
};

/** How long a live query that took the time of others is not run. */
export const quarantineMs = 60_000;
