import type { GenericId } from "convex/values";
import type { MutationCtx, QueryCtx } from "./context.ts";

/** The tables whose rows can be in the trash. */
const markedTables = [
  ...(["projects", "units", "tasks", "photos", "unitNotes", "timeEntries", "blocks"] as const),
];
const isMarkedTable = (table: unknown) => (markedTables as readonly unknown[]).includes(table);

type Database = QueryCtx["db"] | MutationCtx["db"];
type Row = Record<string, unknown> | null;

/** The read methods of a database, loosely typed for the wrapper. */
type Reads = {
  get: (...args: readonly GenericId<string>[]) => Promise<Row>;
  query: (table: string) => Query;
};
type Query = {
  withIndex: (...args: readonly unknown[]) => Filtered;
  withSearchIndex: (...args: readonly unknown[]) => Filtered;
  fullTableScan: () => Filtered;
};
type Filtered = { filter: (isKept: (q: FilterWords) => unknown) => unknown };
type FilterWords = {
  eq: (left: unknown, right: unknown) => unknown;
  field: (name: string) => unknown;
};

/** The full database behind each database that hides the trash. */
const wholeByHiding = new WeakMap<Database, Database>();

/**
 * A database whose reads find no row that is marked as trash. Every function of the backend gets this one
 * (functions.ts), so that no read can forget the trash.
 */
export function hidingTrash<Db extends Database>(db: Db): Db {
  const reads = db as unknown as Reads;
  const hiding = {
    ...db,
    get: async (...args: readonly GenericId<string>[]) => {
      const row = await reads.get(...args);
      return row?.["trashId"] === undefined ? row : null;
    },
    query: (table: string) => {
      const rows = reads.query(table);
      return isMarkedTable(table) ? withoutMarked(rows) : rows;
    },
  };
  const hidingDb = hiding as unknown as Db;
  wholeByHiding.set(hidingDb, db);
  return hidingDb;
}

/**
 * Registers another wrapper of a database that hides the trash, so that `withTrash` finds the full database through it
 * too.
 */
export function hidingTheSame<Db extends Database>(hiding: Db, other: Db): Db {
  const whole = wholeByHiding.get(hiding);
  if (whole !== undefined) wholeByHiding.set(other, whole);
  return other;
}

/** The context with the full database, whose reads include rows in the trash. */
export function withTrash<Ctx extends QueryCtx>(ctx: Ctx): Ctx {
  return { ...ctx, db: wholeByHiding.get(ctx.db) ?? ctx.db };
}

/** A query of a table that finds no marked row, with any index. */
function withoutMarked(rows: Query) {
  const unmarked = (found: Filtered) => found.filter((q) => q.eq(q.field("trashId"), undefined));
  return new Proxy(rows, {
    get: (_, name) => {
      if (name === "withIndex")
        return (...args: readonly unknown[]) => unmarked(rows.withIndex(...args));
      if (name === "withSearchIndex")
        return (...args: readonly unknown[]) => unmarked(rows.withSearchIndex(...args));
      const all = unmarked(rows.fullTableScan()) as Record<string | symbol, unknown>;
      const member = all[name];
      return typeof member === "function" ? (member.bind(all) as unknown) : member;
    },
  });
}
