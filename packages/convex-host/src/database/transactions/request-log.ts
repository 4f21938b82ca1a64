import type { AnswerStatements } from "../sqlite/answer-statements.ts";
import type { WriteStatements } from "../sqlite/statements.ts";
import type { CommitGroup } from "./commit-group.ts";
import type { Timestamp } from "../../values/timestamp.ts";
import type { WriteTransaction } from "./write-transaction.ts";

/** The answer of one mutation, stored in its transaction so that a resent request gets the first result. */
export type RequestRecord = {
  sessionId: string;
  requestId: number;
  /** The `tokenIdentifier` of the caller, "" when anonymous. */
  caller: string;
  result: string;
  logLines: string[];
};

/** A stored request. Its result is null when it was long and has been removed. */
export type FoundRequest = Omit<RequestRecord, "result"> & {
  result: string | null;
  ts: Timestamp;
  flushed: Promise<void>;
};

const hourMs = 60 * 60 * 1000;
/** An answer of more characters has a table of its own and is removed earlier. */
const largestAnswer = 200;
/** The capacity of each cache in memory, in clients or sessions. */
const mostClients = 10_000;

type Found = ReturnType<WriteTransaction["findRequest"]>;

/**
 * The answers of executed requests on disk. There is one for each mutation of every page, so a row is small: a number
 * stands for session and caller, a long answer has a table of its own, and an empty one takes no room.
 */
export class RequestLog {
  readonly #statements: AnswerStatements;
  readonly #clients = new Map<string, number>();
  /**
   * An upper bound of the request ids on disk, by session. A client counts its requests, so most are known to be new.
   */
  readonly #newest = new Map<string, number>();

  constructor({ answers }: Pick<WriteStatements, "answers">) {
    this.#statements = answers;
  }

  /** The answer of a request, also when its group is still pending. */
  find(sessionId: string, requestId: number, pending: CommitGroup | null): Found {
    const record = pending?.request(sessionId, requestId);
    if (record !== undefined && pending !== null) {
      return { ...record, ts: pending.ts, flushed: pending.flushed.then(() => undefined) };
    }
    if (requestId > this.#newestOf(sessionId)) return null;
    const row = this.#statements.find.get(sessionId, requestId);
    if (row === null) return null;
    const [caller, result, logLines, ts] = row as [string, string | null, string | null, bigint];
    return {
      sessionId,
      requestId,
      caller: JSON.parse(caller) as string,
      result: result === "" ? null : (result ?? "null"),
      logLines: JSON.parse(logLines ?? "[]") as string[],
      ts,
      flushed: Promise.resolve(),
    };
  }

  /** Puts the records of a group on disk; runs inside of its SQLite transaction. */
  store(records: Iterable<RequestRecord>, at: { ts: Timestamp; nowMs: number }): void {
    for (const { sessionId, requestId, caller, result, logLines } of records) {
      const client = this.#clientOf(sessionId, caller);
      const newest = this.#newest.get(sessionId) ?? requestId;
      if (requestId > newest) this.#newest.set(sessionId, requestId);
      const hour = Math.floor(at.nowMs / hourMs);
      const isLarge = result.length > largestAnswer;
      if (isLarge) this.#statements.insertLarge.run(client, requestId, hour, result);
      this.#statements.insert.run(
        client,
        requestId,
        at.ts,
        hour,
        isLarge ? "" : result === "null" ? null : result,
        logLines.length === 0 ? null : JSON.stringify(logLines),
      );
    }
  }

  /**
   * Removes at most `limit` answers from before these times. Long texts go first, so that none is left of a client
   * whose number is used again. A result of `limit` means that there may be more. Runs inside of a SQLite transaction.
   */
  forget({ ms, largeMs }: { ms: number; largeMs: number }, limit: number): number {
    const { forget, forgetLarge, forgetClient } = this.#statements;
    const large = forgetLarge.all(Math.floor(largeMs / hourMs), limit).length;
    if (large === limit) return large;
    const clients = forget.all(Math.floor(ms / hourMs), limit);
    for (const client of new Set(clients.map(([id]) => Number(id)))) forgetClient.run(client);
    this.forgetNumbers();
    return clients.length;
  }

  /** Clears the cached client numbers: some clients were removed from disk, or were never stored. */
  forgetNumbers(): void {
    this.#clients.clear();
  }

  #newestOf(sessionId: string): number {
    const known = this.#newest.get(sessionId);
    if (known !== undefined) return known;
    const newest = Number(this.#statements.newestOf.get(sessionId)?.[0] ?? -1);
    if (this.#newest.size >= mostClients) this.#newest.clear();
    this.#newest.set(sessionId, newest);
    return newest;
  }

  #clientOf(sessionId: string, caller: string): number {
    // The caller is stored as JSON: a token's identifier may contain NUL, which SQLite texts do not hold.
    const callerText = JSON.stringify(caller);
    const name = `${callerText} ${sessionId}`;
    const known = this.#clients.get(name);
    if (known !== undefined) return known;
    const { findClient, insertClient } = this.#statements;
    const row = findClient.get(sessionId, callerText) ?? insertClient.get(sessionId, callerText);
    const id = Number(row![0]);
    if (this.#clients.size >= mostClients) this.#clients.clear();
    this.#clients.set(name, id);
    return id;
  }
}
