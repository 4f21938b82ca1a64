import type { MutationCtx, QueryCtx } from "./context.ts";
import { hidingTheSame } from "./trashMarks.ts";

type Row = Record<string, unknown>;
type Reader = (table: string, id: string) => Promise<Row | null>;
type Writer = (table: string, id: string, fields: Row) => Promise<void>;
type Remover = (table: string, id: string) => Promise<void>;

/**
 * A context that caches `get` by document id, for an act on many records: a transaction may make 4,096 reads. The cache
 * is kept current by writes through this context, so the whole act must use it.
 */
export function withRememberedReads<Ctx extends MutationCtx>(ctx: Ctx): Ctx {
  const {
    get,
    patch,
    replace,
    delete: remove,
  } = ctx.db as unknown as Record<"get", Reader> &
    Record<"patch" | "replace", Writer> &
    Record<"delete", Remover>;
  const known = new Map<string, Row | null>();
  const db = {
    ...ctx.db,
    get: async (table: string, id: string) => {
      const row = known.get(id);
      if (row !== undefined) return row;
      const read = await get(table, id);
      known.set(id, read);
      return read;
    },
    patch: async (table: string, id: string, fields: Row) => {
      await patch(table, id, fields);
      const row = known.get(id);
      // A record that goes into the trash is hidden from reads from now on.
      if ("trashId" in fields) known.delete(id);
      else if (row) known.set(id, withoutEmpty({ ...row, ...fields }));
    },
    replace: async (table: string, id: string, fields: Row) => {
      await replace(table, id, fields);
      known.delete(id);
    },
    delete: async (table: string, id: string) => {
      await remove(table, id);
      known.set(id, null);
    },
  };
  answersByDb.set(db, new Map());
  return { ...ctx, db: hidingTheSame(ctx.db, db as unknown as Ctx["db"]) };
}

/** The cached answers of each caching database, by key. */
const answersByDb = new WeakMap<object, Map<string, Promise<unknown>>>();

/**
 * Reads data that the act does not change. In an act on many records the answer is cached by `key`; otherwise each call
 * reads.
 */
export async function readOnce<Answer>(
  { db }: QueryCtx,
  key: string,
  read: () => Promise<Answer>,
): Promise<Answer> {
  const answers = answersByDb.get(db);
  if (answers === undefined) return await read();
  const answer = answers.get(key) ?? read();
  answers.set(key, answer);
  return (await answer) as Answer;
}

/** A patch with an undefined field removes the field from the document. */
function withoutEmpty(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
}
