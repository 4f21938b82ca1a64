import { v } from "convex/values";
import { jobMutation } from "../functions.ts";
import { AppError } from "../lib/errors.ts";
import { recordAudit } from "../model/audit/auditLog.ts";
import { findByEmail, unlink } from "../model/sessions/identities.ts";
import { endSessionsOf } from "../model/sessions/sessions.ts";

/**
 * Lets another identity of the provider sign in as the user of an email address. Operators run it with the admin key
 * when no administrator can sign in to do the same in User Management.
 */
export const relink = jobMutation({
  args: { email: v.string() },
  returns: v.null(),
  handler: async (ctx, { email }) => {
    const user = await findByEmail(ctx, email);
    if (user === null) throw new AppError("not_found", `There is no account of ${email}.`);
    await unlink(ctx, user._id);
    await endSessionsOf(ctx, user._id);
    const details = { user: user.email, userId: user._id };
    await recordAudit(ctx, { kind: "user.relinked", details });
    return null;
  },
});
