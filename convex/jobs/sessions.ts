import { v } from "convex/values";
import { jobMutation } from "../functions.ts";
import * as Sessions from "../model/sessions.ts";

/** Every few minutes: deletes expired sessions and sign-ins that nobody finished. */
export const removeExpired = jobMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await Sessions.removeExpired(ctx);
    return null;
  },
});
