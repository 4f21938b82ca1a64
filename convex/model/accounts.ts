import type { Doc, Id } from "../_generated/dataModel.js";
import { adminEmails, isAddressOf, normalizeEmail } from "../lib/companyAddress.ts";
import { AppError, must } from "../lib/errors.ts";
import type { Person } from "../lib/openIdClaims.ts";
import { recordAudit } from "./auditLog.ts";
import { companyDomain } from "./company.ts";
import type { MutationCtx, QueryCtx } from "./context.ts";
import { recordEvent } from "./events.ts";
import type { UserRole } from "./labels.ts";

/**
 * The account that a person signs in to: the one this identity used before, else the one with the same e-mail address,
 * else a new one where the rules allow it. Refuses everyone else: `invalid` without a verified address, `forbidden` for
 * removed accounts and outsiders.
 */
export async function admit(
  ctx: MutationCtx,
  person: Person,
  linkedUserId: Id<"users"> | null,
): Promise<Id<"users">> {
  if (!person.emailVerified || !person.email.includes("@"))
    throw new AppError("invalid", "The identity provider did not confirm an e-mail address.");
  const known =
    (linkedUserId && (await ctx.db.get("users", linkedUserId))) ??
    (await findByEmail(ctx, person.email));
  if (known === null) return await createAccount(ctx, person);
  if (known.removedAt !== undefined)
    throw new AppError("forbidden", "This account was removed from the workspace.");
  await completeAccount(ctx, known, person);
  return known._id;
}

/** The account with this address, removed ones included; letter case does not matter. */
export async function findByEmail(ctx: QueryCtx, email: string): Promise<Doc<"users"> | null> {
  return await ctx.db
    .query("users")
    .withIndex("email", (q) => q.eq("email", normalizeEmail(email)))
    .unique();
}

async function createAccount(ctx: MutationCtx, person: Person): Promise<Id<"users">> {
  const { emailVerified: _, ...fields } = person;
  const email = normalizeEmail(person.email);
  const administrators = adminEmails();
  if (!isAddressOf(email, companyDomain()) && !administrators.includes(email))
    throw new AppError("forbidden", "This address does not belong to the company.");
  const isFirst = administrators.length === 0 && (await ctx.db.query("users").first()) === null;
  const role: UserRole =
    isFirst || administrators.includes(email) ? "account_administrator" : "project_manager";
  const now = Date.now();
  const id = await ctx.db.insert("users", {
    ...fields,
    email,
    role,
    createdAt: now,
    updatedAt: now,
  });
  const viewer = must(await ctx.db.get("users", id), "a row just written can be read");
  await recordEvent({ ...ctx, viewer }, { kind: "user.joined", subjectUserId: id });
  await recordAudit(ctx, { kind: "user.joined", by: viewer, details: { role } });
  return id;
}

/** Names that an administrator typed stay; the picture is always the provider's newest. */
async function completeAccount(
  ctx: MutationCtx,
  user: Doc<"users">,
  person: Person,
): Promise<void> {
  const hasName = user.firstName !== undefined || user.lastName !== undefined;
  const { firstName, lastName, profileImageUrl } = person;
  const news: Partial<Doc<"users">> = {};
  if (!hasName && firstName !== undefined) news.firstName = firstName;
  if (!hasName && lastName !== undefined) news.lastName = lastName;
  if (profileImageUrl !== undefined && profileImageUrl !== user.profileImageUrl)
    news.profileImageUrl = profileImageUrl;
  // An unchanged row is not written, so that signing in re-runs nobody's queries.
  if (Object.keys(news).length === 0) return;
  await ctx.db.patch("users", user._id, { ...news, updatedAt: Date.now() });
}
