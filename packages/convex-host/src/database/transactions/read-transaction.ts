import { tableNumberOfId } from "../../values/ids.ts";
import type { JsonObject } from "../../values/json.ts";
import { wholeIndex, readDocument, countDocuments, type StateView } from "../state/state-view.ts";
import type { CursorCodec } from "../queries/cursor.ts";
import { tableOfArgument } from "../tables/document-ids.ts";
import { readPage, type PageArgs } from "../queries/pagination.ts";
import { planQuery } from "../queries/query-plan.ts";
import { QueryStream } from "../queries/query-stream.ts";
import { unrecordedReads, type ReadRecorder, type ReadSet } from "../reads/read-set.ts";
import type { Usage, MetricName } from "../reads/usage.ts";
import type { Timestamp } from "../../values/timestamp.ts";

/**
 * The reads of one query execution, nested calls included. Results are JSON text of encoded values, ready for a syscall
 * answer.
 */
export interface ReadTransaction {
  readonly ts: Timestamp;
  readonly reads: ReadSet;
  /** The journal of a paginated query after the run, null when nothing was paginated. */
  readonly journal: string | null;
  get(args: { id: string; table?: string; isSystem: boolean }): string | null;
  normalizeId(args: { table: string; idString: string }): string | null;
  queryStream(query: JsonObject): number;
  queryStreamNext(queryId: number): { value: string | null; done: boolean };
  queryCleanup(queryId: number): boolean;
  /** JSON text of `{page, isDone, continueCursor, splitCursor, pageStatus}`. */
  queryPage(args: PageArgs): string;
  count(table: string): number;
  metrics(): Record<MetricName, { used: number; remaining: number }>;
  /** For `snapshotQuery`: a view of the state at begin that does not add to the read set. */
  staleView(): ReadTransaction;
}

export type ReadParts = {
  ts: Timestamp;
  view: StateView;
  reads: ReadRecorder & ReadSet;
  usage: Usage;
  codec: CursorCodec;
  /** The journal of the previous run of the same subscription. */
  journal: string | null;
};

/** Reads one consistent state for one execution. Owns the open streams, not the state. */
export class StateReader implements ReadTransaction {
  readonly ts: Timestamp;
  readonly #parts: ReadParts;
  readonly #streams = new Map<number, QueryStream>();
  #nextStream = 0;
  #journal: string | null = null;

  constructor(parts: ReadParts) {
    this.ts = parts.ts;
    this.#parts = parts;
  }

  get reads(): ReadSet {
    return this.#parts.reads;
  }

  get journal(): string | null {
    return this.#journal;
  }

  get(args: { id: string; table?: string; isSystem: boolean }): string | null {
    const { view, usage } = this.#context();
    const table = tableOfArgument({ ...args, method: "db.get" }, view.tables);
    usage.query();
    this.#parts.reads.document(args.id);
    if (table === null) return null;
    const document = readDocument(view, table, args.id);
    if (document === null) return null;
    usage.read(document.size);
    return document.json;
  }

  normalizeId(args: { table: string; idString: string }): string | null {
    const { view, recorder } = this.#context();
    const table = view.tables.byName(args.table);
    if (table === null) {
      recorder.missingTable(args.table);
      return null;
    }
    return tableNumberOfId(args.idString) === table.number ? args.idString : null;
  }

  queryStream(query: JsonObject): number {
    const context = this.#context();
    const id = this.#nextStream++;
    this.#streams.set(id, new QueryStream(context, planQuery(query, context.view.tables)));
    return id;
  }

  queryStreamNext(queryId: number): { value: string | null; done: boolean } {
    this.#context();
    const stream = this.#streams.get(queryId);
    const value = stream === undefined ? null : stream.next();
    if (value === null) this.#streams.delete(queryId);
    return { value, done: value === null };
  }

  queryCleanup(queryId: number): boolean {
    return this.#streams.delete(queryId);
  }

  queryPage(args: PageArgs): string {
    if (this.#journal !== null) {
      throw new Error(
        "This query or mutation function ran multiple paginated queries. Convex only supports a single paginated query in each function.",
      );
    }
    const { codec, journal } = this.#parts;
    const page = readPage(this.#context(), args, { codec, journal });
    this.#journal = page.continueCursor;
    return page.text;
  }

  count(tableName: string): number {
    const { view, recorder, usage } = this.#context();
    usage.query();
    const table = view.tables.byName(tableName);
    if (table === null) {
      recorder.missingTable(tableName);
      return 0;
    }
    const { index, lower, upper } = wholeIndex(table.byId);
    recorder.range({ index: index.id, lower, upper });
    return countDocuments(view, table);
  }

  metrics(): Record<MetricName, { used: number; remaining: number }> {
    return this.#parts.usage.metrics();
  }

  staleView(): ReadTransaction {
    return new StateReader({ ...this.#parts, reads: unrecordedReads, journal: null });
  }

  #context() {
    const { view, reads, usage } = this.#parts;
    return { view, recorder: reads, usage };
  }
}
