import type { LogEntry } from "../../wire/commands.ts";
import { isSystemPath } from "../../wire/function-path.ts";
import type { FinishedRun } from "../run/calls.ts";

const mostRuns = 1000;
const mostBytes = 4 * 1024 * 1024;
const kinds = {
  query: "Query",
  mutation: "Mutation",
  action: "Action",
  http: "HttpAction",
} as const;

/** The last runs of functions, in memory only; each has a cursor that is larger than the one before. */
export class RunLog {
  #runs: { cursor: number; bytes: number; run: FinishedRun }[] = [];
  #bytes = 0;
  #lastCursor: number;

  /** Cursors begin at the time of the start in milliseconds, so that they grow over restarts too. */
  constructor(nowMs: number) {
    this.#lastCursor = nowMs;
  }

  add(run: FinishedRun): void {
    // The queries of the command line itself do not belong in the log that a developer watches.
    if (isSystemPath(run.path)) return;
    const bytes = run.logLines.reduce((sum, line) => sum + line.length, run.error?.length ?? 0);
    this.#lastCursor += 1;
    this.#runs.push({ cursor: this.#lastCursor, bytes, run });
    this.#bytes += bytes;
    if (this.#runs.length >= 2 * mostRuns || this.#bytes > mostBytes) this.#shorten();
  }

  /** Returns the runs that ended after the cursor, oldest first, and the cursor to go on from. */
  since(cursor: number): { entries: LogEntry[]; newCursor: number } {
    const fresh = this.#runs.filter((entry) => entry.cursor > cursor).slice(-mostRuns);
    return { entries: fresh.map(({ run }) => toEntry(run)), newCursor: this.#lastCursor };
  }

  #shorten(): void {
    let kept = this.#runs.slice(-mostRuns);
    let bytes = kept.reduce((sum, entry) => sum + entry.bytes, 0);
    while (bytes > mostBytes / 2 && kept.length > 1) {
      const half = kept.splice(0, Math.ceil(kept.length / 2));
      bytes -= half.reduce((sum, entry) => sum + entry.bytes, 0);
      kept = [...kept];
    }
    this.#runs = kept;
    this.#bytes = bytes;
  }
}

function toEntry(run: FinishedRun): LogEntry {
  return {
    kind: "Completion",
    // A half of a query has the name of the whole query, which is the function that the developer wrote.
    identifier: run.path.replace(/#.*$/, "").replace(/:default$/, ""),
    udfType: kinds[run.kind],
    logLines: [...run.logLines],
    timestamp: run.startedMs / 1000,
    executionTime: run.ms / 1000,
    cachedResult: false,
    requestId: run.requestId,
    success: null,
    error: run.error,
  };
}
