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

/** Identities that one user may have had: one for each provider that the deployment ever had. */
const maxIdentities = 100;

/**
 * The user that a person signs in as: the one this identity used before, else the one with the same email address that no
 * identity of the issuer uses, else a new one where the rules allow it. Refuses everyone else: `invalid` without a
 * verified address, `forbidden` for deleted users and outsiders, `conflict` for an address whose user has another
 * identity, `not_found` for newcomers where an administrator adds them.
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

/** Takes every identity off a user: the next sign-in with its address links anew. */
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

/** True for a user who has signed in, with an identity that still counts. */
export async function hasSignedIn(ctx: QueryCtx, userId: Id<"users">): Promise<boolean> {
  return (await identitiesOf(ctx, userId)).length > 0;
}

/** The user with this address, deleted ones included; letter case does not matter. */
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

/** Users of earlier versions do not say it: those with a foreign address cannot have come by themselves. */
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

/** Names that an administrator typed stay; the picture is always the provider's newest. */
async function completeUser(ctx: MutationCtx, user: Doc<"users">, person: Person): Promise<void> {
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
