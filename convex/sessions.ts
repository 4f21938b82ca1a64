import { v } from "convex/values";
import { internal } from "./_generated/api.js";
import { jobMutation, jobQuery } from "./functions.ts";
import { recordAudit } from "./model/auditLog.ts";
import * as Sessions from "./model/sessions.ts";
import { findSession, findViewer } from "./model/viewer.ts";

/** The session a cookie's secret names, and whose it is; for the HTTP door alone. */
export const current = jobQuery({
  args: { session: v.string() },
  returns: v.union(
    v.null(),
    v.object({
      id: v.id("sessions"),
      sid: v.string(),
      expire: v.number(),
      user: v.object({ id: v.id("users"), email: v.string(), role: v.string() }),
    }),
  ),
  handler: async (ctx, args) => {
    const session = await findSession(ctx, args.session);
    const user = await findViewer(ctx, args.session);
    if (session === null || user === null) return null;
    const { _id: id, sid, expire } = session;
    return { id, sid, expire, user: { id: user._id, email: user.email, role: user.role } };
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
    sid: v.string(),
    replaced: v.union(v.string(), v.null()),
  },
  returns: v.boolean(),
  handler: async (ctx, { code, verifier, sid, replaced }) => {
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
    await Sessions.openSession(ctx, { sid, userId });
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
