import { v } from "convex/values";
import type { Doc } from "../_generated/dataModel.js";
import { AppError } from "../lib/errors.ts";
import type { QueryCtx } from "./context.ts";

const nullableText = v.union(v.string(), v.null());

export const vCurrentUser = v.object({
  id: v.id("users"),
  role: v.string(),
  firstName: nullableText,
  lastName: nullableText,
  email: nullableText,
  profileImageUrl: nullableText,
});

/** The signed-in user as the interface knows them; the role is what is stored, known or not. */
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

/** A user who has not been removed, by an id that was sent. */
export async function requireUser(ctx: QueryCtx, sent: string): Promise<Doc<"users">> {
  const id = ctx.db.normalizeId("users", sent);
  const user = id === null ? null : await ctx.db.get("users", id);
  if (user === null || user.removedAt !== undefined) {
    throw new AppError("not_found", "User not found");
  }
  return user;
}
