import type { Timestamp } from "../../values/timestamp.ts";
import type { QueryPart } from "./live-query.ts";
import type { QueryOutcome } from "../run/calls.ts";

/** The outcome of a live query that is not run, since it blocked the function thread: for all, or for its caller of then. */
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

/** Bytes of a gate's answer: it tells kinds of callers apart, and each answer is a run of the body. */
const mostGateBytes = 1_024;

/** The outcome as it may be kept: a half that did what it must not has failed. */
export function outcomeOfPart(part: QueryPart, outcome: QueryOutcome): QueryOutcome {
  if (part === "body" && outcome.readIdentity) return overheardOutcome(outcome);
  if (part === "gate" && outcome.ok && Buffer.byteLength(outcome.value) > mostGateBytes)
    return tooTalkativeOutcome(outcome);
  return outcome;
}

/** The outcome of a gate that gives more answers than bodies are run for. */
function tooTalkativeOutcome({ ts, reads, readIdentity }: QueryOutcome): QueryOutcome {
  const message = `The gate of a query answered with more than ${mostGateBytes} bytes: let it answer with what tells kinds of callers apart, and nothing else.`;
  return { ok: false, message, logLines: [], ts, journal: null, reads, readIdentity };
}

/** The outcome of a body that asked who is calling. It may not do so again when its reads change. */
function overheardOutcome({ ts, reads }: QueryOutcome): QueryOutcome {
  const message =
    "The body of a query with a gate asked who is calling, but its answer is for everyone who is let in.";
  return { ok: false, message, logLines: [], ts, journal: null, reads, readIdentity: false };
}
