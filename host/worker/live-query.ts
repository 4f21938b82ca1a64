import type { Timestamp } from "../database/types.ts";
import type { Identity, QueryOutcome } from "../run/types.ts";
import type { JsonObject } from "../values/json.ts";
import type { QueryResult } from "./messages.ts";

/** One client's interest in one query, and the result it was sent last. */
export type Watch<Client> = {
  readonly client: Client;
  readonly queryId: number;
  /** As the client asked it. */
  readonly question: Question;
  /** Whether the client is let in; null when `query` sees to that itself. */
  gate: LiveQuery<Client> | null;
  query: LiveQuery<Client>;
  sent: QueryResult | null;
};

/** The next run this watch needs for a result at `ts`; null when it has one. Who is not let in needs no answer. */
export function missingRun<Client>(
  { gate, query }: Watch<Client>,
  ts: Timestamp,
): LiveQuery<Client> | null {
  if (gate !== null && !gate.isValidAt(ts)) return gate;
  if (gate?.hasFailed === true || query.isValidAt(ts)) return null;
  return query;
}

/** What the client gets to see, and whether that may have changed since. */
export function visibleResult<Client>(watch: Watch<Client>): {
  result: QueryResult | null;
  isStale: boolean;
} {
  const { gate, query } = watch;
  if (gate === null) return query;
  if (gate.hasFailed || gate.result === null)
    return { result: keepEnd(watch, gate.result), isStale: gate.isStale };
  return { result: query.result, isStale: gate.isStale || query.isStale };
}

/** The gate knows nothing of pages: who is not let in for a while must still know where theirs ended. */
function keepEnd<Client>(
  { sent, question }: Watch<Client>,
  refusal: QueryResult | null,
): QueryResult | null {
  const journal = sent?.journal ?? question.journal;
  if (refusal === null || journal === refusal.journal) return refusal;
  const text = refusal.text.slice(0, refusal.text.lastIndexOf(journalTail(refusal.journal)));
  return { text: text + journalTail(journal), journal };
}

/** What is asked: equal questions are answered by one execution. */
export type Question = {
  readonly path: string;
  readonly args: JsonObject;
  /** Where a paginated query's page must end, from an earlier run. */
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
    const text = resultText(outcome, journal);
    if (this.result?.text !== text) this.result = this.group.share({ text, journal });
  }
}

/** A query as clients know it, one of the halves of such a query, or any query as the admin key may ask it. */
export type QueryPart = "whole" | "gate" | "body" | "admin";

/** All live queries of one question: a shared one, or one per caller. */
export class QueryGroup<Client> {
  readonly key: string;
  readonly question: Question;
  readonly part: QueryPart;
  readonly byCaller = new Map<string, LiveQuery<Client>>();
  dependsOnCaller: boolean;
  #lastResult: QueryResult | null = null;

  constructor(key: string, question: Question, part: QueryPart) {
    this.key = key;
    this.question = question;
    this.part = part;
    this.dependsOnCaller = part === "gate";
  }

  /** The live query that answers this caller, made when there is none. */
  queryFor(callerKey: string): LiveQuery<Client> {
    const key = this.dependsOnCaller ? callerKey : "";
    const existing = this.byCaller.get(key);
    if (existing !== undefined) return existing;
    const query = new LiveQuery(this);
    this.byCaller.set(key, query);
    return query;
  }

  /** Callers who see the same share one text: it is held and sent between the threads once. */
  share(result: QueryResult): QueryResult {
    if (this.#lastResult?.text !== result.text) this.#lastResult = result;
    return this.#lastResult;
  }

  /** No new watcher may join: its page was fixed by a journal of its own. */
  isolate(query: LiveQuery<Client>): void {
    for (const [key, candidate] of this.byCaller)
      if (candidate === query) this.byCaller.delete(key);
  }
}

/** Equal questions have equal keys: arguments come with their keys in the client's order, so they are sorted here. */
export function questionKey({ path, args, journal }: Question): string {
  return `${canonicalPath(path)}\n${stableText(args)}\n${journal ?? ""}`;
}

/** Equal callers have equal keys, whatever token they came with. */
export function callerKeyOf(identity: Identity | null): string {
  return identity === null ? "anonymous" : stableText(identity);
}

function canonicalPath(path: string): string {
  const [module = "", name = "default"] = path.split(":");
  return `${module.replace(/\.js$/, "")}:${name}`;
}

function stableText(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === "object" && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}

function journalTail(journal: string | null): string {
  return `"journal":${JSON.stringify(journal)}}`;
}

function resultText(outcome: QueryOutcome, journal: string | null): string {
  const tail = `"logLines":${JSON.stringify(outcome.logLines)},${journalTail(journal)}`;
  if (outcome.ok) return `"type":"QueryUpdated","value":${outcome.value},${tail}`;
  // Its mere presence makes it a ConvexError at the client.
  const data = outcome.data === undefined ? "" : `"errorData":${JSON.stringify(outcome.data)},`;
  return `"type":"QueryFailed","errorMessage":${JSON.stringify(outcome.message)},${data}${tail}`;
}
