import type { JsonObject } from "../../values/json.ts";
import type { QueryResult, WatchedQuery } from "../../wire/live-clients.ts";
import type { Timestamp } from "../../values/timestamp.ts";
import type { Identity } from "../../wire/caller.ts";
import type { Failure } from "../../wire/failure.ts";
import type { AppFunction } from "../app/app.ts";
import type { QueryOutcome } from "../run/calls.ts";
import { Link } from "./chain.ts";
import type { SentResult } from "./sent-results.ts";

/** One client's interest in one query, and the result it was sent last. */
export type Watch<Client> = {
  readonly client: Client;
  readonly asked: WatchedQuery;
  /** Says why there is nothing to run. */
  readonly refusal: QueryResult | null;
  /** The gate that lets the client in; null when `query` checks the caller itself. */
  gate: LiveQuery<Client> | null;
  query: LiveQuery<Client> | null;
  sent: SentResult | null;
  /** Its place among those of the client whose result may be another. */
  readonly place: Link<Watch<Client>>;
};

/** A watch with its place. */
export function placed<Client>(watch: Omit<Watch<Client>, "place">): Watch<Client> {
  return Object.assign(watch, { place: new Link(watch as Watch<Client>) });
}

/** The next run this watch needs for a result at `ts`; null when it has one. Who is not let in needs no answer. */
export function missingRun<Client>(watch: Watch<Client>, ts: Timestamp): LiveQuery<Client> | null {
  const { gate } = watch;
  if (gate !== null && !gate.isValidAt(ts)) return gate;
  const query = openQuery(watch);
  return query?.isValidAt(ts) === true ? null : query;
}

/** The query whose answer the watcher may see: behind a gate it is the body that was run for the gate's answer. */
function openQuery<Client>({ gate, query }: Watch<Client>): LiveQuery<Client> | null {
  if (gate === null || query === null) return query;
  return gate.letsIn && query.group.question.given === gate.given ? query : null;
}

/** The result that the client may see, and `isStale` when it may have changed since. */
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

/** The gate knows nothing of pages: who is not let in for a while must still know where theirs ended. */
function keepEnd<Client>(
  { sent, asked }: Watch<Client>,
  refusal: QueryResult | null,
): QueryResult | null {
  const journal = sent?.journal ?? asked.journal;
  if (refusal === null || journal === refusal.journal) return refusal;
  const text = refusal.text.slice(0, refusal.text.lastIndexOf(journalTail(refusal.journal)));
  return { text: text + journalTail(journal), journal };
}

/** A query as clients know it, one of the halves of such a query, or any query as the admin key may ask it. */
export type QueryPart = "whole" | "gate" | "body" | "admin";

/** The canonical text of what a gate answers to those it lets in; null when it only lets in. */
export type GateAnswer = string | null;

/**
 * The identity of a question. Questions that are equal in every field share one execution. No field is a text in which
 * a client could spell another question.
 */
export type Question = {
  readonly part: QueryPart;
  readonly called: AppFunction;
  readonly args: JsonObject;
  /** The one text that equal arguments have. */
  readonly argsText: string;
  /** The gate's answer in canonical text: a body is run for it alone. Null when that was null, and for other parts. */
  readonly given: GateAnswer;
  /** The journal of an earlier run: it fixes the end of a paginated query's page. */
  readonly journal: string | null;
};

/**
 * One distinct question, the caller included once the function was seen to ask who is calling, with its last result.
 * It holds until a commit touches what the run read.
 */
export class LiveQuery<Client> {
  readonly group: QueryGroup<Client>;
  readonly watches = new Set<Watch<Client>>();
  /** The last run asked who is calling: all watchers are then that caller. */
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

  /** True when the last answer of a gate was no refusal. */
  get letsIn(): boolean {
    return this.result !== null && !this.hasFailed;
  }

  get isStale(): boolean {
    return this.result === null || this.#staleSince !== null;
  }

  markStale(ts: Timestamp): void {
    this.#staleSince ??= ts;
  }

  /** A run is starting; what is marked stale from now on stays so. */
  startRun(): void {
    this.#staleSince = null;
  }

  /** Takes over an outcome; an equal one keeps the result's identity, so that nothing is sent. */
  finishRun(ts: Timestamp, outcome: QueryOutcome): void {
    this.#ranAt = ts;
    // A run that failed may not have come to its page: that ends where it did.
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

  /** No live query is left for anyone to join. */
  get isEmpty(): boolean {
    return this.#shared === null && this.#byCaller.size === 0;
  }

  /** The live query that answers this caller, made when there is none. */
  queryFor(caller: CallerKey): LiveQuery<Client> {
    if (!this.dependsOnCaller) return (this.#shared ??= new LiveQuery(this));
    const existing = this.#byCaller.get(caller);
    if (existing !== undefined) return existing;
    const query = new LiveQuery(this);
    this.#byCaller.set(caller, query);
    return query;
  }

  /** From now on there is one for each caller; this one is that caller's. */
  splitFor(query: LiveQuery<Client>, caller: CallerKey): void {
    this.dependsOnCaller = true;
    if (this.#shared !== query) return;
    this.#shared = null;
    this.#byCaller.set(caller, query);
  }

  /** Callers who see the same share one text: it is held and sent between the threads once. */
  share(result: QueryResult): QueryResult {
    if (this.#lastResult?.text !== result.text) this.#lastResult = result;
    return this.#lastResult;
  }

  /** Nobody watches this query any more. */
  forget(query: LiveQuery<Client>): void {
    this.isolate(query);
    if (this.#lastResult === query.result) this.#lastResult = null;
  }

  /** No new watcher may join: its page was fixed by a journal of its own. */
  isolate(query: LiveQuery<Client>): void {
    if (this.#shared === query) this.#shared = null;
    for (const [caller, candidate] of this.#byCaller)
      if (candidate === query) this.#byCaller.delete(caller);
  }
}

/**
 * Stands for a caller: null for who has not said who it is, else what functions can learn of the identity, all of it.
 */
export type CallerKey = string | null;

/** Equal callers have equal keys, whatever token they came with. */
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
  // Its mere presence makes it a ConvexError at the client.
  const errorData = data === undefined ? "" : `"errorData":${JSON.stringify(data)},`;
  return `"type":"QueryFailed","errorMessage":${JSON.stringify(message)},${errorData}${tail}`;
}

function journalTail(journal: string | null): string {
  return `"journal":${JSON.stringify(journal)}}`;
}
