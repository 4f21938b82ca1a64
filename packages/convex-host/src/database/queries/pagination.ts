import type { JsonObject } from "../../values/json.ts";
import { queryLimits, transactionLimits } from "../../values/value-limits.ts";
import {
  type CursorCodec,
  fingerprintOf,
  InvalidCursorError,
  type Fingerprint,
  type Position,
} from "./cursor.ts";
import { planQuery, type QueryPlan } from "./query-plan.ts";
import { OperatorChain } from "./query-stream.ts";
import { openReader, type RowReader } from "./open-reader.ts";
import type { ReadContext } from "./range-reader.ts";
import type { Row } from "../state/state-view.ts";
import { LimitError } from "../reads/usage.ts";

export type PageArgs = {
  query: JsonObject;
  cursor: string | null;
  endCursor?: string | null;
  pageSize: number;
  maximumRowsRead?: number;
  maximumBytesRead?: number;
};

export type Page = { text: string; continueCursor: string };

type PageStatus = "SplitRecommended" | "SplitRequired" | null;

type Read = {
  page: string[];
  /** The keys of all rows read, also of those that a filter dropped. */
  keys: string[];
  bytes: number;
  status: PageStatus;
  /** True when the range has no more rows. */
  exhausted: boolean;
};

/**
 * Reads one page. With an end (an explicit `endCursor`, or the journal of an earlier run) it reads everything up to it,
 * so that neighbouring pages never overlap and never leave a gap, however the rows between them change.
 */
export function readPage(
  context: ReadContext,
  args: PageArgs,
  options: { codec: CursorCodec; journal: string | null },
): Page {
  checkPageSize(args.pageSize);
  const plan = planQuery(args.query, context.view.tables);
  const fingerprint = fingerprintOfQuery(args.query, plan);
  const start = parseCursor(args.cursor, fingerprint, options.codec);
  // A journal that cannot be decoded belongs to an older version of the query: the page then starts over.
  const end =
    parseCursor(args.endCursor ?? null, fingerprint, options.codec) ??
    (options.journal === null ? null : options.codec.decode(options.journal, fingerprint));
  const read = readRows(context, { plan, start, end, args });
  const position = end ?? endOf(read);
  const encode = (at: Position) => options.codec.encode(at, fingerprint);
  const continueCursor = encode(position);
  const split = read.keys.length > 2 ? read.keys[Math.floor(read.keys.length / 2)]! : null;
  const parts = {
    isDone: position === "end",
    pageStatus: read.status,
    splitCursor: split === null ? null : encode({ after: split }),
  };
  const text = `{"continueCursor":"${continueCursor}","isDone":${parts.isDone},"page":[${read.page.join(",")}],"pageStatus":${JSON.stringify(parts.pageStatus)},"splitCursor":${JSON.stringify(parts.splitCursor)}}`;
  return { text, continueCursor };
}

function readRows(
  context: ReadContext,
  parts: { plan: QueryPlan; start: Position | null; end: Position | null; args: PageArgs },
): Read {
  const { plan, start, end, args } = parts;
  const read: Read = { page: [], keys: [], bytes: 0, status: null, exhausted: false };
  if (start === "end" && plan.source !== null) return { ...read, exhausted: true };
  const reader = openReader(context, plan, { hint: args.pageSize, cut: { start, end } });
  if (reader === null) return { ...read, exhausted: true };
  const chain = new OperatorChain(plan.operators);
  const bounded = end === null;
  while (!bounded || read.page.length < args.pageSize) {
    if (bounded && isOverMaximum(read, args)) return { ...read, status: "SplitRequired" };
    const row = chain.exhausted ? null : nextRow(reader, bounded && read.keys.length > 0);
    if (row === "limit") return { ...read, status: "SplitRequired" };
    if (row === null) {
      read.exhausted = true;
      break;
    }
    read.keys.push(row.key);
    read.bytes += row.document.size;
    if (chain.accepts(row.document.json)) read.page.push(row.document.json);
  }
  return { ...read, status: isLarge(read, args) ? "SplitRecommended" : null };
}

/** Reads a row. A page that has rows already ends at a limit of the transaction instead of failing. */
function nextRow(reader: RowReader, mayStop: boolean): Row | null | "limit" {
  try {
    return reader.next();
  } catch (error) {
    if (mayStop && error instanceof LimitError) return "limit";
    throw error;
  }
}

function endOf(read: Read): Position {
  const last = read.keys.at(-1);
  return read.exhausted || last === undefined ? "end" : { after: last };
}

function isOverMaximum(read: Read, args: PageArgs): boolean {
  return (
    read.keys.length >= Math.max(args.maximumRowsRead ?? Infinity, 1) ||
    (read.keys.length > 0 && read.bytes >= (args.maximumBytesRead ?? Infinity))
  );
}

function isLarge(read: Read, args: PageArgs): boolean {
  const rows = Math.min(args.maximumRowsRead ?? Infinity, transactionLimits.documentsRead);
  const bytes = Math.min(args.maximumBytesRead ?? Infinity, transactionLimits.bytesRead);
  return (
    read.keys.length > Math.min(Math.floor((rows * 3) / 4), queryLimits.recommendedPageRows) ||
    read.bytes > Math.floor((bytes * 3) / 4)
  );
}

function parseCursor(
  text: string | null,
  fingerprint: Fingerprint,
  codec: CursorCodec,
): Position | null {
  if (text === null) return null;
  const position = codec.decode(text, fingerprint);
  if (position === null) throw new InvalidCursorError();
  return position;
}

function fingerprintOfQuery(query: JsonObject, plan: QueryPlan): Fingerprint {
  return fingerprintOf([query["source"], query["operators"], indexedFields(plan)]);
}

function indexedFields({ source }: QueryPlan): unknown {
  if (source === null) return null;
  if ("match" in source) return [source.index.searchPath, source.index.filterPaths];
  return source.index.fields;
}

function checkPageSize(pageSize: number): void {
  if (Number.isInteger(pageSize) && pageSize >= 1 && pageSize <= queryLimits.pageSize) return;
  throw new Error(
    `Invalid page size ${pageSize}: it must be a whole number from 1 to ${queryLimits.pageSize}`,
  );
}
