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

/** Ends one session of the caller's own. */
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
    // Anybody may ask again and again, and would fill the audit log with nothing.
    if (areEnded)
      await recordAudit(ctx, {
        kind: "auth.sessionsEnded",
        by: user,
        details: { which: "others" },
      });
    return { success: true as const };
  },
});

/** Signs a user out everywhere; they may sign in again. */
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

/** The session a cookie's secret names, and whose it is; for the HTTP door alone. */
export const current = jobQuery({
  args: { session: v.string() },
  returns: v.union(
    v.null(),
    v.object({
      id: v.id("sessions"),
      sid: v.string(),
      expire: v.number(),
      isComplete: v.boolean(),
      user: v.object({ id: v.id("users"), email: v.string(), role: v.string() }),
    }),
  ),
  handler: async (ctx, args) => {
    const signedIn = await findSignedIn(ctx, args.session);
    if (signedIn === null) return null;
    const { user, session } = signedIn;
    const { _id: id, sid, expire, tokenHash } = session;
    const isComplete = tokenHash !== undefined && (await Uses.findUse(ctx, id)) !== null;
    const { _id: userId, email, role } = user;
    return { id, sid, expire, isComplete, user: { id: userId, email, role } };
  },
});

/** Whose cookies these are; a host that asks lets all sessions of a person be one caller, and no stranger take their turns. */
export const senderOf = jobQuery({
  args: { cookies: v.string() },
  returns: v.union(v.id("users"), v.null()),
  handler: async (ctx, { cookies }) => {
    const session = sessionOfCookies(cookies);
    const signedIn = session === null ? null : await findSignedIn(ctx, session);
    return signedIn?.user._id ?? null;
  },
});

/** Gives a session of the first versions what later ones have from their beginning. */
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

/** True when the use of a session is due to be noted. */
export const isNoteDue = jobQuery({
  args: { session: v.string() },
  returns: v.boolean(),
  handler: async (ctx, args) => {
    const signedIn = await findSignedIn(ctx, args.session);
    return signedIn !== null && (await Uses.isNoteDue(ctx, signedIn.session));
  },
});

/** Notes that a session is in use, and from where. */
export const noteUse = jobMutation({
  args: { session: v.string() },
  returns: v.null(),
  handler: async (ctx, args) => {
    const signedIn = await findSignedIn(ctx, args.session);
    if (signedIn !== null) await Uses.noteUse(ctx, signedIn.session);
    return null;
  },
});

/** Begins a sign-in; returns the library's name for it. */
export const begin = jobMutation({
  args: {},
  returns: v.id("authVerifiers"),
  handler: async (ctx) => await ctx.db.insert("authVerifiers", {}),
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
 * Turns a finished sign-in into a session of ours, and the session the browser had before into nothing. The library keeps
 * one code for an identity between its two steps: both are taken here at once, so that no other sign-in of the same person
 * comes between them.
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
    // Null when the answer belongs to another sign-in than the one that this browser began.
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

/** Signs out: ends the session that the secret names, and says how that at the provider is ended. */
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

/** Makes a sign-in that came to nothing impossible to finish, and keeps that it was refused. */
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
