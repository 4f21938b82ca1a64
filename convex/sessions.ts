import { v } from "convex/values";
import { internal } from "./_generated/api.js";
import type { Id } from "./_generated/dataModel.js";
import { jobMutation, jobQuery, ownMutation, ownQuery, staffMutation } from "./functions.ts";
import { must } from "./lib/errors.ts";
import { vDeleted } from "./model/context/records.ts";
import { recordAudit } from "./model/audit/auditLog.ts";
import { requireUser } from "./model/people/users.ts";
import { endOwnSession, listOwnSessions, vOwnSession } from "./model/sessions/ownSessions.ts";
import * as Sessions from "./model/sessions/sessions.ts";
import * as Uses from "./model/sessions/sessionUses.ts";
import { findSignedIn, findViewer } from "./model/sessions/viewer.ts";
import { sessionOfCookies } from "./rest/door/sessionCookie.ts";

/** The sessions of the caller with their devices, last seen first. */
export const list = ownQuery({
  args: {},
  returns: v.array(vOwnSession),
  handler: async (ctx) => await listOwnSessions(ctx, ctx.signedIn),
});

/** Ends one session of the caller. */
export const end = ownMutation({
  args: { sessionId: v.string() },
  returns: vDeleted,
  handler: async (ctx, { sessionId }) => {
    const { user } = ctx.signedIn;
    await endOwnSession(ctx, user, sessionId);
    await recordAudit(ctx, { kind: "auth.sessionsEnded", by: user, details: { which: "one" } });
    return { success: true as const };
  },
});

/** Ends all sessions of the caller but the one that asks. */
export const endOthers = ownMutation({
  args: {},
  returns: vDeleted,
  handler: async (ctx) => {
    const { user, session } = ctx.signedIn;
    const areEnded = await Sessions.endSessionsOf(ctx, user._id, session._id);
    // Repeated calls that end nothing must not fill the audit log.
    if (areEnded)
      await recordAudit(ctx, {
        kind: "auth.sessionsEnded",
        by: user,
        details: { which: "others" },
      });
    return { success: true as const };
  },
});

/** Ends all sessions of a user, who may sign in again. */
export const endAllOf = staffMutation("users:write")({
  args: { userId: v.string() },
  returns: vDeleted,
  handler: async (ctx, { userId }) => {
    const { _id, email } = await requireUser(ctx, userId);
    await Sessions.endSessionsOf(ctx, _id);
    const details = { which: "all", user: email, userId: _id };
    await recordAudit(ctx, { kind: "auth.sessionsEnded", by: ctx.viewer, details });
    return { success: true as const };
  },
});

/** The session and user of a cookie's secret; null when there is none. For the HTTP door alone. */
export const current = jobQuery({
  args: { session: v.string() },
  returns: v.union(
    v.null(),
    v.object({
      id: v.id("sessions"),
      sid: v.string(),
      expire: v.number(),
      isComplete: v.boolean(),
      user: v.object({
        id: v.id("users"),
        email: v.string(),
        role: v.string(),
        updatedAt: v.number(),
      }),
    }),
  ),
  handler: async (ctx, args) => {
    const signedIn = await findSignedIn(ctx, args.session);
    if (signedIn === null) return null;
    const { user, session } = signedIn;
    const { _id: id, sid, expire, tokenHash } = session;
    const isComplete = tokenHash !== undefined && (await Uses.findUse(ctx, id)) !== null;
    const { _id: userId, email, role, updatedAt } = user;
    return { id, sid, expire, isComplete, user: { id: userId, email, role, updatedAt } };
  },
});

/**
 * The user of a request's cookies. A host counts all sessions of this user as one caller when it shares out turns, so
 * that no stranger can use up the user's turns.
 */
export const senderOf = jobQuery({
  args: { cookies: v.string() },
  returns: v.union(v.id("users"), v.null()),
  handler: async (ctx, { cookies }) => {
    const session = sessionOfCookies(cookies);
    const signedIn = session === null ? null : await findSignedIn(ctx, session);
    return signedIn?.user._id ?? null;
  },
});

/** Adds the fields that sessions of the first versions lack: the token hash and the row of their uses. */
export const complete = jobMutation({
  args: { session: v.string(), tokenHash: v.string() },
  returns: v.null(),
  handler: async (ctx, { session: secret, tokenHash }) => {
    const session = await Sessions.findBySecret(ctx, secret);
    if (session === null) return null;
    if (session.tokenHash === undefined) await ctx.db.patch("sessions", session._id, { tokenHash });
    if ((await Uses.findUse(ctx, session._id)) === null) await Uses.noteUse(ctx, session);
    return null;
  },
});

/** True when the use of a session has to be noted again. */
export const isNoteDue = jobQuery({
  args: { session: v.string() },
  returns: v.boolean(),
  handler: async (ctx, args) => {
    const signedIn = await findSignedIn(ctx, args.session);
    return signedIn !== null && (await Uses.isNoteDue(ctx, signedIn.session));
  },
});

/** Notes that a session is in use, and from which device and address. */
export const noteUse = jobMutation({
  args: { session: v.string() },
  returns: v.null(),
  handler: async (ctx, args) => {
    const signedIn = await findSignedIn(ctx, args.session);
    if (signedIn !== null) await Uses.noteUse(ctx, signedIn.session);
    return null;
  },
});

/** Begins a sign-in; returns the id of the library's verifier. */
export const begin = jobMutation({
  args: {},
  returns: v.id("authVerifiers"),
  handler: async (ctx) => await ctx.db.insert("authVerifiers", {}),
});

/**
 * Begins the end of a sign-in: returns the id of the verifier that finishes it; null when another return of the same
 * sign-in has begun already. A browser may send its return several times at once, and the provider answers one of them.
 */
export const claim = jobMutation({
  args: { verifier: v.string() },
  returns: v.union(v.id("authVerifiers"), v.null()),
  handler: async (ctx, { verifier }) => await Sessions.claimSignIn(ctx, verifier),
});

const vProviderSession = v.object({ endAddress: v.string(), idToken: v.optional(v.string()) });

/** A person whom the provider has signed in, as the library stores it. */
export const vSignIn = v.object({
  type: v.literal("userOAuth"),
  provider: v.string(),
  providerAccountId: v.string(),
  profile: v.object({
    issuer: v.string(),
    email: v.string(),
    emailVerified: v.boolean(),
    firstName: v.optional(v.string()),
    lastName: v.optional(v.string()),
    profileImageUrl: v.optional(v.string()),
    providerSession: v.optional(vProviderSession),
  }),
  signature: v.string(),
});

/**
 * Opens a session of ours for a finished sign-in, and ends the session that the browser had before. The library stores
 * one code for each identity between its two steps. Both steps run in this transaction, so that no other sign-in of the
 * same person comes between them.
 */
export const open = jobMutation({
  args: {
    signIn: vSignIn,
    verifier: v.string(),
    hashes: v.object({ sid: v.string(), tokenHash: v.string() }),
    replaced: v.union(v.string(), v.null()),
  },
  returns: v.null(),
  handler: async (ctx, { signIn, verifier, hashes, replaced }) => {
    const code: unknown = await ctx.runMutation(internal.auth.store, { args: signIn });
    const signedIn: unknown = await ctx.runMutation(internal.auth.store, {
      args: {
        type: "verifyCodeAndSignIn",
        params: { code },
        verifier,
        generateTokens: false,
        allowExtraProviders: false,
      },
    });
    // The library returns null when the answer belongs to a sign-in that another browser began.
    const { userId, sessionId } = must(signedIn as SignedIn | null, "the sign-in is its own");
    // The library's own session would be a second one, which signing out does not end.
    await ctx.db.delete("authSessions", sessionId);
    if (replaced !== null) await Sessions.endSession(ctx, replaced);
    const provider = signIn.profile.providerSession ?? null;
    await Sessions.openSession(ctx, { hashes, userId, provider });
    return null;
  },
});

type SignedIn = { userId: Id<"users">; sessionId: Id<"authSessions"> };

/** Signs out: ends the session of the secret; returns the address that ends the provider's session, or null. */
export const close = jobMutation({
  args: { session: v.string() },
  returns: v.union(vProviderSession, v.null()),
  handler: async (ctx, args) => {
    const user = await findViewer(ctx, args.session);
    const provider = await Sessions.endSession(ctx, args.session);
    if (user !== null) await recordAudit(ctx, { kind: "auth.signedOut", by: user });
    return provider;
  },
});

/** The address that ends the provider's session of this one, whether it is valid or not; null when there is none. */
export const providerSession = jobQuery({
  args: { session: v.string() },
  returns: v.union(vProviderSession, v.null()),
  handler: async (ctx, args) => {
    const session = await Sessions.findBySecret(ctx, args.session);
    return session && Sessions.providerSessionOf(session);
  },
});

/** Makes a refused sign-in impossible to finish, and records the refusal in the audit log. */
export const refuse = jobMutation({
  args: { verifier: v.string(), reason: v.string(), email: v.optional(v.string()) },
  returns: v.null(),
  handler: async (ctx, { verifier, reason, email }) => {
    await Sessions.abandonSignIn(ctx, verifier);
    await recordAudit(ctx, { kind: "auth.refused", email, details: { reason } });
    return null;
  },
});

/** Makes half-finished sign-ins impossible to finish. */
export const abandon = jobMutation({
  args: { verifiers: v.array(v.string()) },
  returns: v.null(),
  handler: async (ctx, { verifiers }) => {
    for (const verifier of verifiers) await Sessions.abandonSignIn(ctx, verifier);
    return null;
  },
});
