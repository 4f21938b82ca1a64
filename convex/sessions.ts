import { v } from "convex/values";
import { internal } from "./_generated/api.js";
import { jobMutation, jobQuery, ownMutation, ownQuery, staffMutation } from "./functions.ts";
import { recordAudit } from "./model/auditLog.ts";
import { endOwnSession, listOwnSessions, vOwnSession } from "./model/ownSessions.ts";
import * as Sessions from "./model/sessions.ts";
import * as Uses from "./model/sessionUses.ts";
import { vDeleted } from "./model/shapes.ts";
import { requireUser } from "./model/users.ts";
import { findSignedIn, findViewer } from "./model/viewer.ts";

/** Where the caller is signed in, last seen first. */
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
    await Sessions.endSessionsOf(ctx, user._id, session._id);
    await recordAudit(ctx, { kind: "auth.sessionsEnded", by: user, details: { which: "others" } });
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

/** Whether it is time to note that a session is in use. */
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

/**
 * Turns a finished sign-in into a session of ours, and the session the browser had before into nothing. False when the
 * library does not accept the code: it was used, it is older than two minutes or belongs to another sign-in.
 */
export const open = jobMutation({
  args: {
    code: v.string(),
    verifier: v.string(),
    hashes: v.object({ sid: v.string(), tokenHash: v.string() }),
    replaced: v.union(v.string(), v.null()),
  },
  returns: v.boolean(),
  handler: async (ctx, { code, verifier, hashes, replaced }) => {
    const signedIn = await ctx.runMutation(internal.auth.store, {
      args: {
        type: "verifyCodeAndSignIn",
        params: { code },
        verifier,
        generateTokens: false,
        allowExtraProviders: false,
      },
    });
    // The library has one mutation for everything; only this answer of it is a session.
    if (signedIn === null || typeof signedIn !== "object" || !("sessionId" in signedIn))
      return false;
    const { userId, sessionId } = signedIn;
    // The library's own session would be a second one, which signing out does not end.
    await ctx.db.delete("authSessions", sessionId);
    if (replaced !== null) await Sessions.endSession(ctx, replaced);
    await Sessions.openSession(ctx, { hashes, userId });
    return true;
  },
});

/** Signs out: ends the session that the secret names. */
export const close = jobMutation({
  args: { session: v.string() },
  returns: v.null(),
  handler: async (ctx, args) => {
    const user = await findViewer(ctx, args.session);
    await Sessions.endSession(ctx, args.session);
    if (user !== null) await recordAudit(ctx, { kind: "auth.signedOut", by: user });
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
