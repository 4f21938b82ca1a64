import type { Doc } from "../../_generated/dataModel.js";
import { AppError, must } from "../../lib/errors.ts";
import { personName } from "../../lib/names.ts";
import type { CreateUserInput } from "../../rules/inputs/users.ts";
import type { AuditKind, UserRole } from "../../rules/labels.ts";
import type { MutationCtx, WriterCtx } from "../context/context.ts";
import { recordAudit } from "../audit/auditLog.ts";
import { changesOf, recordEvent } from "../history/events.ts";
import { findByEmail, unlink } from "../sessions/identities.ts";
import { endSessionsOf } from "../sessions/sessions.ts";

type User = Doc<"users">;

/**
 * Adds a user. If a deleted user has the email address, that user is restored with its history, and the next sign-in
 * with the address links an identity again.
 */
export async function addUser(ctx: WriterCtx, input: CreateUserInput): Promise<User> {
  const known = await findByEmail(ctx, input.email);
  if (known !== null) return await restoreUser(ctx, known, input);
  const now = Date.now();
  const id = await ctx.db.insert("users", {
    ...input,
    addedByHand: true,
    createdAt: now,
    updatedAt: now,
  });
  const user = must(await ctx.db.get("users", id), "a user just added exists");
  await recordEvent(ctx, { kind: "user.added", ...subjectOf(user) });
  await audit(ctx, user, { kind: "user.added", facts: { role: user.role } });
  return user;
}

async function restoreUser(ctx: WriterCtx, known: User, input: CreateUserInput): Promise<User> {
  if (known.removedAt === undefined) {
    const message = "A user with this email already exists";
    throw new AppError("conflict", message, [{ path: "email", message }]);
  }
  // The email address may belong to another person by now, so the earlier identity can no longer sign in.
  await unlink(ctx, known._id);
  const { firstName, lastName, role } = input;
  const fields = { firstName, lastName, role, updatedAt: Date.now() };
  await ctx.db.patch("users", known._id, { ...fields, addedByHand: true, removedAt: undefined });
  const user = must(await ctx.db.get("users", known._id), "a user just restored exists");
  const changes = changesOf(known, { firstName, lastName, role });
  await recordEvent(ctx, { kind: "user.restored", ...subjectOf(user), changes });
  await audit(ctx, user, { kind: "user.restored", facts: { role } });
  return user;
}

/** Gives a user another role; throws "conflict" for the last account administrator. */
export async function changeRole(ctx: WriterCtx, user: User, role: UserRole): Promise<User> {
  const changes = changesOf(user, { role });
  if (changes.length === 0) return user;
  if (await isLastAdministrator(ctx, user)) {
    throw new AppError("conflict", "The last account administrator cannot get another role");
  }
  const updatedAt = Date.now();
  await ctx.db.patch("users", user._id, { role, updatedAt });
  await recordEvent(ctx, { kind: "user.roleChanged", ...subjectOf(user), changes });
  await audit(ctx, user, { kind: "role.changed", facts: { from: user.role, to: role } });
  return { ...user, role, updatedAt };
}

/**
 * Deletes a user: all sessions end at once, the email address can no longer sign in, and records keep the user's name
 * as author.
 */
export async function deleteUser(ctx: WriterCtx, user: User): Promise<void> {
  if (user._id === ctx.viewer._id) {
    throw new AppError("invalid", "You cannot delete your own account");
  }
  if (await isLastAdministrator(ctx, user)) {
    throw new AppError("conflict", "The last account administrator cannot be deleted");
  }
  const now = Date.now();
  await ctx.db.patch("users", user._id, { removedAt: now, updatedAt: now });
  await endSessionsOf(ctx, user._id);
  await recordEvent(ctx, { kind: "user.removed", ...subjectOf(user) });
  await audit(ctx, user, { kind: "user.removed" });
}

/** Lets a user sign in with another identity of the provider: the linked identity is removed, and all sessions end. */
export async function relinkUser(ctx: WriterCtx, user: User): Promise<void> {
  if (user._id === ctx.viewer._id) {
    throw new AppError("invalid", "You cannot relink your own account");
  }
  await unlink(ctx, user._id);
  await endSessionsOf(ctx, user._id);
  await recordEvent(ctx, { kind: "user.relinked", ...subjectOf(user) });
  await audit(ctx, user, { kind: "user.relinked" });
}

async function isLastAdministrator(ctx: MutationCtx, user: User): Promise<boolean> {
  if (user.role !== "account_administrator") return false;
  const administrators = await ctx.db
    .query("users")
    .withIndex("role_removedAt", (q) => q.eq("role", user.role).eq("removedAt", undefined))
    .take(2);
  return administrators.length < 2;
}

function subjectOf(user: User) {
  return { subjectUserId: user._id, label: personName(user) };
}

/** Records an act of the viewer on a user in the audit log. */
async function audit(
  ctx: WriterCtx,
  user: User,
  { kind, facts = {} }: { kind: AuditKind; facts?: Record<string, string> },
): Promise<void> {
  const details = { user: user.email, userId: user._id, ...facts };
  await recordAudit(ctx, { kind, by: ctx.viewer, details });
}
