import type { Timestamp } from "../../values/timestamp.ts";
import type { QueryOutcome } from "../run/calls.ts";

/** Of a live query that is not run, since it blocked the function thread. */
export function timedOutOutcome(ts: Timestamp): QueryOutcome {
  return {
    ok: false,
    message: "Function execution timed out",
    logLines: [],
    ts,
    journal: null,
    reads: { documents: new Set(), ranges: [] },
    readIdentity: false,
  };
}

/** Of a body that asked who is calling. It may not do so again when what it read changes. */
export function overheardOutcome({ ts, reads }: QueryOutcome): QueryOutcome {
  const message =
    "The body of a query with a gate asked who is calling, but its answer is for everyone who is let in.";
  return { ok: false, message, logLines: [], ts, journal: null, reads, readIdentity: false };
}
