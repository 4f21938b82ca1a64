import { AppError } from "../../lib/errors.ts";
import type { WriterCtx } from "./context.ts";

/**
 * Runs a creation once for each client-made key: a key that was used before answers with the first result. Keys belong to
 * one person; without a key the creation simply runs.
 */
export async function answerOnce<Answer>(
  ctx: WriterCtx,
  { operation, key }: { operation: string; key: string | undefined },
  create: () => Promise<Answer>,
): Promise<Answer> {
  if (key === undefined) return await create();
  if (key === "" || key.length > 255) {
    throw new AppError("invalid", "A request key has 1 to 255 characters");
  }
  const known = await ctx.db
    .query("requestKeys")
    .withIndex("userId_key", (q) => q.eq("userId", ctx.viewer._id).eq("key", key))
    .unique();
  if (known !== null) {
    if (known.operation !== operation) {
      throw new AppError("conflict", "This request key was used for something else");
    }
    return JSON.parse(known.answer) as Answer;
  }
  const answer = await create();
  await ctx.db.insert("requestKeys", {
    userId: ctx.viewer._id,
    key,
    operation,
    answer: JSON.stringify(answer),
    createdAt: Date.now(),
  });
  return answer;
}
