import { internal } from "../../_generated/api.js";
import type { ActionCtx } from "../../_generated/server.js";
import { AppError, notPermitted } from "../../lib/errors.ts";
import { can, lackingForFields, permissionByFunction } from "../../rules/permissions.ts";

/** Throws unless the session's user may call this public function with these fields. */
export async function requirePermission(
  ctx: ActionCtx,
  session: string,
  { name, sent = {} }: { name: string; sent?: Readonly<Record<string, unknown>> },
): Promise<void> {
  const permission = permissionByFunction[name];
  if (permission === undefined || permission === "open") return;
  const current = await ctx.runQuery(internal.sessions.current, { session });
  if (current === null) throw new AppError("unauthenticated", "You are not signed in.");
  const { role } = current.user;
  const mayCall = permission === "session" || can(role, permission);
  if (!mayCall || lackingForFields(role, name, sent) !== null) throw notPermitted();
}

/**
 * Throws unless the session belongs to this user. Changes that waited on a device may be made only in a session of
 * their own user, whoever has signed in on the device since.
 */
export async function requirePerson(
  ctx: ActionCtx,
  session: string,
  userId: string,
): Promise<void> {
  const current = await ctx.runQuery(internal.sessions.current, { session });
  if (current?.user.id !== userId)
    throw new AppError("unauthenticated", "You are signed in as somebody else.");
}

/**
 * Notes the use of a session. A failure only goes to the log: the request was answered, and reads must go on while the
 * disk is full.
 */
export async function noteUse(ctx: ActionCtx, session: string): Promise<void> {
  if (session === "") return;
  try {
    // The query comes first because mutations queue up, and nearly always there is nothing to write.
    if (await ctx.runQuery(internal.sessions.isNoteDue, { session }))
      await ctx.runMutation(internal.sessions.noteUse, { session });
  } catch (error) {
    console.warn("The use of a session could not be noted.", error);
  }
}
