import type { Doc, Id } from "../../_generated/dataModel.js";
import { AppError } from "../../lib/errors.ts";
import type { WriterCtx } from "./context.ts";

/**
 * Runs a creation once for each client-made key: a key that was used before returns the stored result. Keys belong to
 * one user. Without a key the creation always runs.
 */
export async function answerOnce<Answer>(
  ctx: WriterCtx,
  { operation, key }: { operation: string; key: string | undefined },
  create: () => Promise<Answer>,
): Promise<Answer> {
  if (key === undefined) return await create();
  const known = await findKey(ctx, key);
  if (known !== null) {
    if (known.operation !== operation) throw usedOtherwise();
    return JSON.parse(known.answer) as Answer;
  }
  const answer = await create();
  await keepKey(ctx, { operation, key, answer });
  return answer;
}

/**
 * True when no change of the record was made with this key yet. Only the record's id is stored with the key, because
 * many changes are made in the lifetime of a key: a repetition answers with the record in its present state.
 */
export async function isFirstTime(
  ctx: WriterCtx,
  { operation, key, record }: { operation: string; key: string | undefined; record: string },
): Promise<boolean> {
  if (key === undefined) return true;
  const known = await findKey(ctx, key);
  // A refused change rolls this row back too.
  if (known === null) await keepKey(ctx, { operation, key, answer: record });
  else requireSame(known, { operation, record });
  return known === null;
}

/**
 * Makes a change of a record once for each key, and remembers its first event, so that its author can undo it by the
 * key. Returns null for a repetition.
 */
export async function changeOnce<Changed>(
  ctx: WriterCtx,
  { operation, key, record }: { operation: string; key: string | undefined; record: string },
  change: (ctx: WriterCtx) => Promise<Changed>,
): Promise<Changed | null> {
  if (key === undefined) return await change(ctx);
  const known = await findKey(ctx, key);
  if (known !== null) {
    requireSame(known, { operation, record });
    return null;
  }
  const written: Id<"events">[] = [];
  const changed = await change({ ...ctx, whole: { ...ctx.whole, written } });
  const [eventId] = written;
  await keepKey(ctx, { operation, key, answer: record, ...(eventId && { eventId }) });
  return changed;
}

/**
 * The id of the event of the caller's change with this key; undefined when the change had no effect. Throws "not_found"
 * for an unknown key.
 */
export async function eventIdOfKey(ctx: WriterCtx, key: string): Promise<Id<"events"> | undefined> {
  const known = await findKey(ctx, key);
  if (known === null) throw new AppError("not_found", "Change not found");
  return known.eventId;
}

function requireSame(
  known: Doc<"requestKeys">,
  { operation, record }: { operation: string; record: string },
): void {
  if (known.operation !== operation || known.answer !== JSON.stringify(record))
    throw usedOtherwise();
}

async function findKey(ctx: WriterCtx, key: string): Promise<Doc<"requestKeys"> | null> {
  if (key === "" || key.length > 255) {
    throw new AppError("invalid", "A request key has 1 to 255 characters");
  }
  return await ctx.db
    .query("requestKeys")
    .withIndex("userId_key", (q) => q.eq("userId", ctx.viewer._id).eq("key", key))
    .unique();
}

async function keepKey(
  ctx: WriterCtx,
  { answer, ...act }: { operation: string; key: string; answer: unknown; eventId?: Id<"events"> },
): Promise<void> {
  const kept = { ...act, answer: JSON.stringify(answer), createdAt: Date.now() };
  await ctx.db.insert("requestKeys", { userId: ctx.viewer._id, ...kept });
}

function usedOtherwise(): AppError {
  return new AppError("conflict", "This request key was used for something else");
}
