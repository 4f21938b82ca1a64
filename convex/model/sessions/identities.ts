import type { Doc, Id } from "../../_generated/dataModel.js";
import { adminEmails, isAddressOf, namesAdministrators } from "../../lib/companyAddress.ts";
import { normalizeEmail } from "../../lib/emailAddress.ts";
import { AppError, must } from "../../lib/errors.ts";
import type { Person } from "../../lib/signIn/openIdClaims.ts";
import type { UserRole } from "../../rules/labels.ts";
import { companyDomain, newcomerRole } from "../context/company.ts";
import type { MutationCtx, QueryCtx } from "../context/context.ts";
import { recordAudit } from "../audit/auditLog.ts";
import { recordEvent } from "../history/events.ts";

/** The maximum number of identities of one user: one for each provider that the deployment ever had. */
const maxIdentities = 100;

/**
 * The user as whom a person signs in: the user that this identity used before; otherwise the user with the email
 * address, if no identity of the issuer uses it; otherwise a new user, if the settings allow it. Throws for all others:
 * `invalid` without a verified email address, `forbidden` for deleted users and outsiders, `conflict` when another
 * identity uses the user, `not_found` when an administrator has to add the user first.
 */
export async function admit(
  ctx: MutationCtx,
  person: Person,
  linkedUserId: Id<"users"> | null,
): Promise<Id<"users">> {
  if (!person.emailVerified || person.email === "")
    throw new AppError("invalid", "The identity provider did not confirm an email address.");
  const linked = linkedUserId && (await ctx.db.get("users", linkedUserId));
  const known = linked ?? (await findByEmail(ctx, person.email));
  if (known === null) return await createUser(ctx, person);
  if (known.removedAt !== undefined)
    throw new AppError("forbidden", "This account was removed from the workspace.");
  if (linked === null && (await isLinked(ctx, known._id, person.issuer)))
    throw new AppError("conflict", "Another identity of the provider uses this account.");
  if (!isAddedByHand(known)) requireCompanyAddress(person.email);
  await completeUser(ctx, known, person);
  return known._id;
}

/** Removes all identities of a user: the next sign-in with its email address links an identity again. */
export async function unlink(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  for (const { _id } of await identitiesOf(ctx, userId)) {
    const codes = ctx.db
      .query("authVerificationCodes")
      .withIndex("accountId", (q) => q.eq("accountId", _id));
    for (const code of await codes.take(maxIdentities))
      await ctx.db.delete("authVerificationCodes", code._id);
    await ctx.db.delete("authAccounts", _id);
  }
}

/** True for a user who has signed in with an identity that is still linked. */
export async function hasSignedIn(ctx: QueryCtx, userId: Id<"users">): Promise<boolean> {
  return (await identitiesOf(ctx, userId)).length > 0;
}

/** The user with this email address, in any letter case; deleted users are included. */
export async function findByEmail(ctx: QueryCtx, email: string): Promise<Doc<"users"> | null> {
  return await ctx.db
    .query("users")
    .withIndex("email", (q) => q.eq("email", normalizeEmail(email)))
    .unique();
}

/** True when the user has an identity of the issuer. */
async function isLinked(ctx: QueryCtx, userId: Id<"users">, issuer: string): Promise<boolean> {
  const identities = await identitiesOf(ctx, userId);
  return identities.some(({ providerAccountId }) => providerAccountId.startsWith(`${issuer} `));
}

async function identitiesOf(ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"authAccounts">[]> {
  return await ctx.db
    .query("authAccounts")
    .withIndex("userIdAndProvider", (q) => q.eq("userId", userId))
    .take(maxIdentities);
}

/**
 * Rows of earlier versions lack the field. A user with an address outside the company cannot have joined without an
 * administrator.
 */
function isAddedByHand({ addedByHand, email }: Doc<"users">): boolean {
  return addedByHand ?? !isAddressOf(email, companyDomain());
}

function requireCompanyAddress(email: string): void {
  if (!isAddressOf(email, companyDomain()) && !adminEmails().includes(normalizeEmail(email)))
    throw new AppError("forbidden", "This address does not belong to the company.");
}

async function createUser(ctx: MutationCtx, person: Person): Promise<Id<"users">> {
  const { emailVerified: _, issuer: __, providerSession: ___, ...fields } = person;
  requireCompanyAddress(person.email);
  const email = normalizeEmail(person.email);
  const role = await roleOfNewcomer(ctx, email);
  const now = Date.now();
  const id = await ctx.db.insert("users", {
    ...fields,
    email,
    role,
    addedByHand: false,
    createdAt: now,
    updatedAt: now,
  });
  const viewer = must(await ctx.db.get("users", id), "a row just written can be read");
  await recordEvent({ ...ctx, viewer }, { kind: "user.joined", subjectUserId: id });
  await recordAudit(ctx, { kind: "user.joined", by: viewer, details: { role } });
  return id;
}

async function roleOfNewcomer(ctx: QueryCtx, email: string): Promise<UserRole> {
  const administrators = adminEmails();
  const isFirst = !namesAdministrators() && (await ctx.db.query("users").first()) === null;
  if (isFirst || administrators.includes(email)) return "account_administrator";
  const role = newcomerRole();
  if (role === null)
    throw new AppError(
      "not_found",
      "There is no account for this address: an administrator adds it.",
    );
  return role;
}

/** Fills in a missing name and updates the picture. A name that an administrator typed stays. */
async function completeUser(ctx: MutationCtx, user: Doc<"users">, person: Person): Promise<void> {
  const hasName = user.firstName !== undefined || user.lastName !== undefined;
  const { firstName, lastName, profileImageUrl } = person;
  const news: Partial<Doc<"users">> = {};
  if (!hasName && firstName !== undefined) news.firstName = firstName;
  if (!hasName && lastName !== undefined) news.lastName = lastName;
  if (profileImageUrl !== undefined && profileImageUrl !== user.profileImageUrl)
    news.profileImageUrl = profileImageUrl;
  // An unchanged row is not written, so that signing in reruns no live query.
  if (Object.keys(news).length === 0) return;
  await ctx.db.patch("users", user._id, { ...news, updatedAt: Date.now() });
}
