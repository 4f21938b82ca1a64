import { type Infer, v } from "convex/values";
import type { Doc } from "../../_generated/dataModel.js";
import { toIso } from "../../lib/dates.ts";
import { AppError } from "../../lib/errors.ts";
import { personName } from "../../lib/names.ts";
import { maxListedUsers } from "../../rules/listedUsers.ts";
import { isUserRole } from "../../rules/permissions.ts";
import type { QueryCtx } from "../context/context.ts";

/** The maximum number of users that a form may name in addition. */
const maxNamed = 10;

const nullableText = v.union(v.string(), v.null());

export const vCurrentUser = v.object({
  id: v.id("users"),
  role: v.string(),
  firstName: nullableText,
  lastName: nullableText,
  email: nullableText,
  profileImageUrl: nullableText,
});

export const vUser = vCurrentUser.extend({ createdAt: v.string(), updatedAt: v.string() });

type Person = Infer<typeof vPerson>;

export const vUserOption = v.object({
  id: v.id("users"),
  name: v.string(),
  role: v.string(),
  isRemoved: v.boolean(),
});

/** A user who may be given a task. The email address is left out, because only administrators see it. */
export const vPerson = v.object({
  id: v.id("users"),
  firstName: nullableText,
  lastName: nullableText,
  profileImageUrl: nullableText,
});

/** The signed-in user in its public form. The role is the stored text, even if it is not a valid role. */
export function toCurrentUser(user: Doc<"users">) {
  return {
    id: user._id,
    role: user.role,
    firstName: user.firstName ?? null,
    lastName: user.lastName ?? null,
    email: user.email,
    profileImageUrl: user.profileImageUrl ?? null,
  };
}

/** A user in its public form. */
export function toUser(user: Doc<"users">) {
  return {
    ...toCurrentUser(user),
    createdAt: toIso(user.createdAt),
    updatedAt: toIso(user.updatedAt),
  };
}

/** The users who are not deleted, oldest first. */
export async function listUsers(ctx: QueryCtx): Promise<Doc<"users">[]> {
  return await ctx.db
    .query("users")
    .withIndex("removedAt_createdAt", (q) => q.eq("removedAt", undefined))
    .take(maxListedUsers);
}

/** The users who can be put in charge of a project, by name, together with the `named` users who no longer can. */
export async function userOptions(ctx: QueryCtx, named: readonly string[]) {
  if (named.length > maxNamed)
    throw new AppError("invalid", `At most ${maxNamed} users can be named`);
  const users = (await listUsers(ctx)).filter(({ role }) => isUserRole(role));
  const listed = new Set<string>(users.map(({ _id }) => _id));
  for (const sent of new Set(named)) {
    const id = ctx.db.normalizeId("users", sent);
    const user = id === null || listed.has(id) ? null : await ctx.db.get("users", id);
    if (user !== null) users.push(user);
  }
  return users.map(toOption).sort(byName);
}

/** Everyone who may be given a task, by first, then last name. */
export async function listPeople(ctx: QueryCtx) {
  const users = (await listUsers(ctx)).filter(({ role }) => isUserRole(role));
  return users
    .map(({ _id, firstName = null, lastName = null, profileImageUrl = null }) => ({
      ...{ id: _id, firstName, lastName, profileImageUrl },
    }))
    .sort(byFirstName);
}

function byFirstName(one: Person, other: Person): number {
  return (
    compareTexts(one.firstName, other.firstName) ||
    compareTexts(one.lastName, other.lastName) ||
    compareTexts(one.id, other.id)
  );
}

function toOption(user: Doc<"users">) {
  const { _id, role, removedAt } = user;
  return { id: _id, name: personName(user), role, isRemoved: removedAt !== undefined };
}

function byName(a: { id: string; name: string }, b: { id: string; name: string }): number {
  return compareTexts(a.name, b.name) || compareTexts(a.id, b.id);
}

function compareTexts(a: string | null, b: string | null): number {
  const [one, other] = [(a ?? "").toLowerCase(), (b ?? "").toLowerCase()];
  return one === other ? 0 : one < other ? -1 : 1;
}

/** The user of a sent id; throws "not_found" when the user is deleted or does not exist. */
export async function requireUser(ctx: QueryCtx, sent: string): Promise<Doc<"users">> {
  const id = ctx.db.normalizeId("users", sent);
  const user = id === null ? null : await ctx.db.get("users", id);
  if (user === null || user.removedAt !== undefined) {
    throw new AppError("not_found", "User not found");
  }
  return user;
}
