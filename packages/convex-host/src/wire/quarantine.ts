/**
 * The identity of what a live query runs, in short, so that a new function thread knows it again. No field is a text in which a
 * client could spell another question.
 */
export type AskedQuery = {
  /** Whole, gate, body, or as the admin key asks it. */
  part: string;
  /** The path of the function itself that runs. */
  path: string;
  /** A hash of the one text of equal arguments and of the journal. */
  argsHash: string;
  /** A hash of the caller, as soon as the run has asked who that is; null for what it does before, for everybody. */
  caller: string | null;
  /** A hash of the account of that caller, who may have many sessions; null for strangers, who are many and count as one. */
  account: string | null;
};

/** A live query that is not run again before the given time. */
export type QuarantinedQuery = AskedQuery & { untilMs: number };

/** The time for which a live query that took the time of others is not run. */
export const quarantineMs = 60_000;
