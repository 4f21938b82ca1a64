import type { MutationCtx, QueryCtx } from "./context.ts";
import { hidingTheSame } from "./trashMarks.ts";

type Row = Record<string, unknown>;
type Reader = (table: string, id: string) => Promise<Row | null>;
type Writer = (table: string, id: string, fields: Row) => Promise<void>;
type Remover = (table: string, id: string) => Promise<void>;

/**
 * The context of an act on many records: a document is read by its id once, however often it is asked for, because a
 * transaction has 4,096 reads. Writes through this context are seen, so all of the act must go through it.
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
      // Records that go into the trash are hidden from here on.
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

/** The answers that acts on many records ask for again and again, by what is asked. */
const answersByDb = new WeakMap<object, Map<string, Promise<unknown>>>();

/** Reads what an act does not change: once in an act on many records, each time in others. */
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

/** A patched field that is undefined goes from the document. */
function withoutEmpty(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
}
