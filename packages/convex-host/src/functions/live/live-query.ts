import type { QueryResult, WatchedQuery } from "../../wire/live-clients.ts";
import type { Timestamp } from "../../values/timestamp.ts";
import type { Identity } from "../../wire/caller.ts";
import type { Failure } from "../../wire/failure.ts";
import type { AppFunction } from "../app/app.ts";
import type { QueryOutcome } from "../run/calls.ts";
import { Link } from "./chain.ts";
import type { SentResult } from "./sent-results.ts";

/** One client's watch of one query, and the result that it was sent last. */
export type Watch<Client> = {
  readonly client: Client;
  readonly asked: WatchedQuery;
  /** The failure to send when there is nothing to run; otherwise null. */
  readonly refusal: QueryResult | null;
  /** The gate that lets the client in; null when `query` checks the caller itself. */
  gate: LiveQuery<Client> | null;
  query: LiveQuery<Client> | null;
  sent: SentResult | null;
  /** Its link in the client's chain of unsettled watches. */
  readonly place: Link<Watch<Client>>;
};

/** Adds the link to a watch. */
export function placed<Client>(watch: Omit<Watch<Client>, "place">): Watch<Client> {
  return Object.assign(watch, { place: new Link(watch as Watch<Client>) });
}

/**
 * The next run that this watch needs for a result at `ts`; null when it has one. A client that is not let in needs no
 * body.
 */
export function missingRun<Client>(watch: Watch<Client>, ts: Timestamp): LiveQuery<Client> | null {
  const { gate } = watch;
  if (gate !== null && !gate.isValidAt(ts)) return gate;
  const query = openQuery(watch);
  return query?.isValidAt(ts) === true ? null : query;
}

/**
 * The query whose answer the client may see. Behind a gate it is the body that ran for the gate's answer, otherwise
 * null.
 */
function openQuery<Client>({ gate, query }: Watch<Client>): LiveQuery<Client> | null {
  if (gate === null || query === null) return query;
  return gate.letsIn && query.group.question.given === gate.given ? query : null;
}

/** The result that the client may see. `isStale` is true when it may have changed since. */
export function visibleResult<Client>(watch: Watch<Client>): {
  result: QueryResult | null;
  isStale: boolean;
} {
  const { gate, refusal } = watch;
  const query = openQuery(watch);
  if (query !== null)
    return { result: query.result, isStale: query.isStale || gate?.isStale === true };
  if (gate === null) return { result: refusal, isStale: false };
  const result = gate.hasFailed ? keepEnd(watch, gate.result) : null;
  return { result, isStale: gate.isStale };
}

/**
 * Keeps the client's page end in a refusal. The gate knows no pages, and a client that is let in again must find its
 * end.
 */
function keepEnd<Client>(
  { sent, asked }: Watch<Client>,
  refusal: QueryResult | null,
): QueryResult | null {
  const journal = sent?.journal ?? asked.journal;
  if (refusal === null || journal === refusal.journal) return refusal;
  const text = refusal.text.slice(0, refusal.text.lastIndexOf(journalTail(refusal.journal)));
  return { text: text + journalTail(journal), journal };
}

/** The form of a question: a whole query, one of its halves, or a query that is asked with the admin key. */
export type QueryPart = "whole" | "gate" | "body" | "admin";

/** The canonical text of a gate's answer to callers that it lets in; null when the answer is null. */
export type GateAnswer = string | null;

/**
 * The identity of a question. Questions that are equal in every field share one execution. No field is a text in which
 * a client could spell another question.
 */
export type Question = {
  readonly part: QueryPart;
  readonly called: AppFunction;
  /**
   * The canonical text of the arguments. The values are read from it for each run: a list of empty lists takes ten
   * times the memory of its text.
   */
  readonly argsText: string;
  /**
   * The canonical text of the gate's answer, for which a body runs. Null for an answer of null, and for other parts.
   */
  readonly given: GateAnswer;
  /** The journal of an earlier run: it fixes the end of a paginated query's page. */
  readonly journal: string | null;
};

/**
 * One distinct question with its last result. The caller is a part of it once a run has read the identity. The result
 * holds until a commit touches what the run read.
 */
export class LiveQuery<Client> {
  readonly group: QueryGroup<Client>;
  readonly watches = new Set<Watch<Client>>();
  /** True when the last run read the identity: all watchers are then that caller. */
  readsCaller = false;
  hasFailed = false;
  /** The last answer of a gate. */
  given: GateAnswer = null;
  journal: string | null;
  result: QueryResult | null = null;
  #ranAt: Timestamp = 0n;
  #staleSince: Timestamp | null = null;

  constructor(group: QueryGroup<Client>) {
    this.group = group;
    this.journal = group.question.journal;
  }

  isValidAt(ts: Timestamp): boolean {
    if (this.result === null || this.#ranAt > ts) return false;
    return this.#staleSince === null || this.#staleSince > ts;
  }

  /** True when the last answer of a gate let the caller in. */
  get letsIn(): boolean {
    return this.result !== null && !this.hasFailed;
  }

  get isStale(): boolean {
    return this.result === null || this.#staleSince !== null;
  }

  markStale(ts: Timestamp): void {
    this.#staleSince ??= ts;
  }

  /** Begins a run. A commit during the run marks the query stale again. */
  startRun(): void {
    this.#staleSince = null;
  }

  /** Stores the outcome of a run. An equal text keeps the result object, so that nothing is sent. */
  finishRun(ts: Timestamp, outcome: QueryOutcome): void {
    this.#ranAt = ts;
    // A run that failed may not have reached its page, so the page keeps its end.
    const journal = outcome.ok ? outcome.journal : (outcome.journal ?? this.journal);
    this.journal = journal;
    this.readsCaller = outcome.readIdentity;
    this.hasFailed = !outcome.ok;
    if (this.group.question.part === "gate") this.given = givenBy(outcome);
    const text = outcome.ok ? updatedText(outcome, journal) : failedText(outcome, journal);
    if (this.result?.text !== text) this.result = this.group.share({ text, journal });
  }
}

/** All live queries of one question: a shared one, or one per caller. */
export class QueryGroup<Client> {
  readonly question: Question;
  dependsOnCaller: boolean;
  readonly #byCaller = new Map<CallerKey, LiveQuery<Client>>();
  #shared: LiveQuery<Client> | null = null;
  #lastResult: QueryResult | null = null;

  constructor(question: Question) {
    this.question = question;
    this.dependsOnCaller = question.part === "gate";
  }

  /** True when the group has no live query left. */
  get isEmpty(): boolean {
    return this.#shared === null && this.#byCaller.size === 0;
  }

  /** The live query for this caller, created when there is none. */
  queryFor(caller: CallerKey): LiveQuery<Client> {
    if (!this.dependsOnCaller) return (this.#shared ??= new LiveQuery(this));
    const existing = this.#byCaller.get(caller);
    if (existing !== undefined) return existing;
    const query = new LiveQuery(this);
    this.#byCaller.set(caller, query);
    return query;
  }

  /** Makes the group keep one query for each caller. `query` becomes that of `caller`. */
  splitFor(query: LiveQuery<Client>, caller: CallerKey): void {
    this.dependsOnCaller = true;
    if (this.#shared !== query) return;
    this.#shared = null;
    this.#byCaller.set(caller, query);
  }

  /** Returns one object for equal results, so that their text is held and sent between the threads once. */
  share(result: QueryResult): QueryResult {
    if (this.#lastResult?.text !== result.text) this.#lastResult = result;
    return this.#lastResult;
  }

  /** Removes a query without watchers. */
  forget(query: LiveQuery<Client>): void {
    this.isolate(query);
    if (this.#lastResult === query.result) this.#lastResult = null;
  }

  /** Keeps new watchers away from a query whose page is fixed by a journal of its own. */
  isolate(query: LiveQuery<Client>): void {
    if (this.#shared === query) this.#shared = null;
    for (const [caller, candidate] of this.#byCaller)
      if (candidate === query) this.#byCaller.delete(caller);
  }
}

/**
 * The identity of a caller: null for an anonymous one, otherwise everything that functions can learn of the identity.
 */
export type CallerKey = string | null;

/** The key of a caller. Equal identities have equal keys, whatever token they came with. */
export function callerKeyOf(identity: Identity | null): CallerKey {
  if (identity === null) return null;
  return JSON.stringify(identity, (_key, item: unknown) =>
    typeof item === "object" && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}

/** The failure that a client is sent when there is nothing to run. */
export function refusedResult(failure: Failure, journal: string | null): QueryResult {
  return { text: failedText(failure, journal), journal };
}

function givenBy(outcome: QueryOutcome): GateAnswer {
  return outcome.ok && outcome.value !== "null" ? outcome.value : null;
}

function updatedText(
  { value, logLines }: Extract<QueryOutcome, { ok: true }>,
  journal: string | null,
): string {
  const tail = `"logLines":${JSON.stringify(logLines)},${journalTail(journal)}`;
  return `"type":"QueryUpdated","value":${value},${tail}`;
}

function failedText({ message, data, logLines }: Failure, journal: string | null): string {
  const tail = `"logLines":${JSON.stringify(logLines)},${journalTail(journal)}`;
  // The presence of the field makes it a ConvexError at the client.
  const errorData = data === undefined ? "" : `"errorData":${JSON.stringify(data)},`;
  return `"type":"QueryFailed","errorMessage":${JSON.stringify(message)},${errorData}${tail}`;
}

function journalTail(journal: string | null): string {
  return `"journal":${JSON.stringify(journal)}}`;
}
