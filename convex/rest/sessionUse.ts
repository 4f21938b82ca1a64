import { internal } from "../_generated/api.js";
import type { ActionCtx } from "../_generated/server.js";

/**
 * Notes that a session is in use. A failure only goes to the log: the request was answered, and on a full disk reading goes
 * on.
 */
export async function noteUse(ctx: ActionCtx, session: string): Promise<void> {
  if (session === "") return;
  try {
    // Mutations wait for one another, and nearly always there is nothing to write.
    if (await ctx.runQuery(internal.sessions.isNoteDue, { session }))
      await ctx.runMutation(internal.sessions.noteUse, { session });
  } catch (error) {
    console.warn("The use of a session could not be noted.", error);
  }
}
