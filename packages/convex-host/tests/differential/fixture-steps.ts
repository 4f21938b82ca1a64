import type { Value } from "convex/values";

export type Bound = {
  op: "eq" | "gt" | "gte" | "lt" | "lte";
  field: string;
  /** A bound without a value compares with undefined, which arguments cannot carry. */
  value?: Value;
};

export type FilterStep =
  | { op: "eq" | "neq" | "lt" | "lte" | "gt" | "gte" | "add" | "sub" | "mul"; of: FilterStep[] }
  | { op: "and" | "or" | "not"; of: FilterStep[] }
  | { op: "field"; path: string }
  | { op: "literal"; value?: Value };

export type QueryStep = {
  table: string;
  /** A query without an index reads the whole table. */
  index?: string;
  bounds?: Bound[];
  order?: "asc" | "desc";
  filters?: FilterStep[];
};

/** A text search. All results have the number `equal`, and none has the number `without`. */
export type SearchStep = { words: string; equal?: number; without: number };

export type Ending =
  | { type: "collect" | "first" | "unique" }
  | { type: "take"; count: number }
  /** Iterates by hand and stops after this many rows. */
  | { type: "walk"; count: number };

/** One step of a fixture function. Every step returns a value. A write sets the fields in `cleared` to undefined. */
export type Step =
  | { do: "insert"; table: string; fields: Record<string, Value>; cleared?: string[] }
  | { do: "patch"; table?: string; id: string; fields: Record<string, Value>; cleared: string[] }
  | {
      do: "replace";
      table?: string;
      id: string;
      fields: Record<string, Value>;
      cleared?: string[];
    }
  | { do: "remove"; table?: string; id: string }
  | { do: "get"; table?: string; id: string }
  | { do: "normalize"; table: string; id: string }
  | { do: "read"; query: QueryStep; ending: Ending }
  | ({ do: "search" } & SearchStep)
  | { do: "page"; query: QueryStep; size: number; cursor: string | null; endCursor?: string }
  /** Patches every row during the iteration. */
  | { do: "patchAll"; query: QueryStep; fields: Record<string, Value> }
  | { do: "call"; kind: CallKind; steps: Step[]; caught: boolean }
  /** Schedules a call after a delay, or, if `isDated`, at the time when the delay is over. */
  | {
      do: "schedule";
      kind: "mutation" | "action";
      delayMs: number;
      isDated?: boolean;
      steps: Step[];
    }
  | { do: "cancel"; id: string }
  | { do: "jobs" }
  | { do: "file"; act: FileAct | RowAct }
  | { do: "who" }
  | { do: "throw"; data: Value }
  | { do: "fail"; message: string };

/** A stale query is one on the snapshot from before the mutation. */
export type CallKind = "query" | "stale" | "mutation" | "action";

/** Steps with stored files; with their bytes in actions only. */
export type FileAct =
  | { type: "url" | "remove" | "bytes"; id: string }
  | { type: "uploadUrl" }
  | { type: "store"; text: string; contentType: string };

/** Reads of the rows of stored files in transactions. */
export type RowAct =
  | { type: "normalize"; id: string }
  | { type: "row"; id: string; isNamed: boolean }
  | { type: "rows"; order: "asc" | "desc"; ending: Ending };
