import type { Timestamp } from "../../values/timestamp.ts";
import type { QueryPart } from "./live-query.ts";
import type { QueryOutcome } from "../run/calls.ts";

/**
 * The outcome of a live query that is not run because it blocked the function thread. `readIdentity` is true when that
 * holds for its caller alone.
 */
export function timedOutOutcome(ts: Timestamp, readIdentity: boolean): QueryOutcome {
  return {
    ok: false,
    message: "Function execution timed out",
    logLines: [],
    ts,
    journal: null,
    reads: { documents: new Set(), ranges: [] },
    readIdentity,
  };
}

/**
 * The most bytes of a gate's answer. It tells kinds of callers apart, and each different answer costs a run of the
 * body.
 */
const mostGateBytes = 1_024;

/** The outcome that is kept for a half. A half that broke its rules has failed. */
export function outcomeOfPart(part: QueryPart, outcome: QueryOutcome): QueryOutcome {
  if (part === "body" && outcome.readIdentity) return overheardOutcome(outcome);
  if (part === "gate" && outcome.ok && Buffer.byteLength(outcome.value) > mostGateBytes)
    return tooTalkativeOutcome(outcome);
  return outcome;
}

/** The outcome of a gate with a long answer: it may have more answers than bodies can be run for. */
function tooTalkativeOutcome({ ts, reads, readIdentity }: QueryOutcome): QueryOutcome {
  const message = `The gate of a query answered with more than ${mostGateBytes} bytes: let it answer with what tells kinds of callers apart, and nothing else.`;
  return { ok: false, message, logLines: [], ts, journal: null, reads, readIdentity };
}

/** The outcome of a body that read the caller's identity. It runs again when its reads change, and may then succeed. */
function overheardOutcome({ ts, reads }: QueryOutcome): QueryOutcome {
  const message =
    "The body of a query with a gate asked who is calling, but its answer is for everyone who is let in.";
  return { ok: false, message, logLines: [], ts, journal: null, reads, readIdentity: false };
}
