import type { TableNames } from "../../convex/_generated/dataModel.js";
import type { QueryCtx } from "../../convex/model/context/context.ts";

type Calls = Record<string | symbol, (...args: unknown[]) => unknown>;

/** A context that counts the rows that are read through it, by table. */
export function countingReads(ctx: QueryCtx): {
  ctx: QueryCtx;
  rows: (table: TableNames) => number;
} {
  const counts = new Map<string, number>();
  const count = (table: string, rows: number) => counts.set(table, (counts.get(table) ?? 0) + rows);
  const watched = (table: string, rows: object): object =>
    new Proxy(rows, {
      get: (target, name) => {
        const call = (target as Calls)[name]?.bind(target);
        if (name === Symbol.asyncIterator)
          return async function* () {
            for await (const row of target as AsyncIterable<unknown>) {
              count(table, 1);
              yield row;
            }
          };
        if (name === "take" || name === "collect" || name === "unique" || name === "first")
          return async (...args: unknown[]) => {
            const found = await call?.(...args);
            count(table, Array.isArray(found) ? found.length : found === null ? 0 : 1);
            return found;
          };
        return (...args: unknown[]) => watched(table, call?.(...args) as object);
      },
    });
  const db = new Proxy(ctx.db, {
    get: (target, name) => {
      if (name === "query") return (table: TableNames) => watched(table, target.query(table));
      if (name === "get")
        return async (...args: [TableNames, never]) => {
          const row = await target.get(...args);
          count(args[0], row === null ? 0 : 1);
          return row;
        };
      return Reflect.get(target, name) as unknown;
    },
  });
  return { ctx: { ...ctx, db }, rows: (table) => counts.get(table) ?? 0 };
}
