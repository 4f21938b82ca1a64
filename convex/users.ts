import { v } from "convex/values";
import { openQuery } from "./functions.ts";
import { toCurrentUser, vCurrentUser } from "./model/users.ts";

/** Who is signed in; null when nobody is. */
export const viewer = openQuery({
  args: {},
  returns: v.union(vCurrentUser, v.null()),
  handler: (ctx) => (ctx.viewer === null ? null : toCurrentUser(ctx.viewer)),
});
