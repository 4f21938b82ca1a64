/** The question of a live query, in short: the function's one path, and a hash of the one text of equal arguments. */
export type AskedQuery = { path: string; argsHash: string };

/** A live query that is not run again before the given time; neither is its gate, when that is to blame. */
export type QuarantinedQuery = AskedQuery & { untilMs: number; withGate: boolean };

/** The time for which a live query that took the time of others is not run. */
export const quarantineMs = 60_000;
