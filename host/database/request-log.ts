import type { WriteStatements } from "../storage/statements.ts";
import type { CommitGroup } from "./commit-group.ts";
import type { RequestRecord, Timestamp, WriteTransaction } from "./types.ts";

const forgetBatch = 500;

type Found = ReturnType<WriteTransaction["findRequest"]>;

/** The answers of carried out requests on disk. */
export class RequestLog {
  readonly #statements: WriteStatements;
  #nextSeq: number;

  constructor(statements: WriteStatements) {
    this.#statements = statements;
    this.#nextSeq = Number(statements.lastRequest.get()?.[0] ?? 0) + 1;
  }

  /** The answer of a request, also when its group is still pending. */
  find(sessionId: string, requestId: number, pending: CommitGroup | null): Found {
    const record = pending?.request(sessionId, requestId);
    if (record !== undefined && pending !== null) {
      return { ...record, ts: pending.ts, flushed: pending.flushed.then(() => undefined) };
    }
    const row = this.#statements.findRequest.get(sessionId, requestId);
    if (row === null) return null;
    const [caller, result, logLines, ts] = row as [string, string, string, bigint];
    return {
      sessionId,
      requestId,
      caller: JSON.parse(caller) as string,
      result,
      logLines: JSON.parse(logLines) as string[],
      ts,
      flushed: Promise.resolve(),
    };
  }

  /** Puts the records of a group on disk; runs inside of its SQLite transaction. */
  store(records: Iterable<RequestRecord>, at: { ts: Timestamp; nowMs: number }): void {
    for (const { sessionId, requestId, caller, result, logLines } of records) {
      this.#statements.insertRequest.run(
        this.#nextSeq++,
        sessionId,
        requestId,
        // As JSON: a token's identifier may hold anything, SQLite texts hold no NUL.
        JSON.stringify(caller),
        result,
        JSON.stringify(logLines),
        at.ts,
        Math.floor(at.nowMs),
      );
    }
  }

  forgetBefore(ms: number): void {
    let forgotten;
    do {
      forgotten = this.#statements.forgetRequests.all(ms, forgetBatch).length;
    } while (forgotten === forgetBatch);
  }
}
