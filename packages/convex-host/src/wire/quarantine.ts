/**
 * The identity of a run of a live query, in short, by which a new function thread recognizes it. No field is a text in
 * which a client could spell another query.
 */
export type AskedQuery = {
  /** The part of the query: whole, gate, body or admin. */
  part: string;
  /** The path of the function itself that runs. */
  path: string;
  /** A hash of the canonical text of the arguments and of the journal. */
  argsHash: string;
  /** A hash of the caller once the run has read the identity. Null before, when the run is the same for all callers. */
  caller: string | null;
  /** A hash of the caller's account, which may have many sessions. Null for anonymous callers, who count as one. */
  account: string | null;
};

/** A live query that is not run again before the given time. */
export type QuarantinedQuery = AskedQuery & { untilMs: number };

/** Milliseconds for which a live query that took the time of others is not run. */
export const quarantineMs = 60_000;
