import { SearchReader } from "./search-reader.ts";
import { afterKey } from "../../values/order-key.ts";
import type { Range, Row } from "../state/state-view.ts";
import type { Position } from "./cursor.ts";
import type { QueryPlan } from "./query-plan.ts";
import { RangeReader, type ReadContext } from "./range-reader.ts";

/** A reader of the rows of a query in order, before its filters and limits. */
export interface RowReader {
  next(): Row | null;
}

/** The part of a query between two positions. A null start is the start of its range, a null end is the end. */
export type Cut = { start: Position | null; end: Position | null };

/** Opens a reader for the rows of a query; null while its table does not exist. */
export function openReader(
  context: ReadContext,
  { table, source, order }: QueryPlan,
  { hint, cut = { start: null, end: null } }: { hint: number | null; cut?: Cut },
): RowReader | null {
  if (source === null) {
    context.usage.query();
    context.recorder.missingTable(table);
    return null;
  }
  if ("match" in source) {
    return new SearchReader(context, source, { after: keyOf(cut.start), until: keyOf(cut.end) });
  }
  const range = cutRange(source, order, cut);
  return new RangeReader(context, range, { order, ...(hint !== null && { hint }) });
}

function cutRange(range: Range, order: "asc" | "desc", cut: Cut): Range {
  const after = keyOf(cut.start);
  const until = keyOf(cut.end);
  const { index } = range;
  if (order === "asc") {
    const lower = after === null ? range.lower : greater(range.lower, afterKey(after));
    const upper = until === null ? range.upper : lesser(range.upper, afterKey(until));
    return { index, lower, upper: greater(lower, upper) };
  }
  const upper = after === null ? range.upper : lesser(range.upper, after);
  const lower = until === null ? range.lower : greater(range.lower, until);
  return { index, lower: lesser(lower, upper), upper };
}

function keyOf(position: Position | null): string | null {
  return position === null || position === "end" ? null : position.after;
}

function greater(left: string, right: string): string {
  return left > right ? left : right;
}

function lesser(left: string, right: string): string {
  return left < right ? left : right;
}
