import { v } from "convex/values";
import { openQuery, staffMutation, staffQuery } from "./functions.ts";
import { adminEmails } from "./lib/companyAddress.ts";
import { parseInput } from "./lib/parse.ts";
import { companyDomain } from "./model/context/company.ts";
import { vDeleted } from "./model/context/records.ts";
import { answerOnce } from "./model/context/requestKeys.ts";
import { deleteUserAndWork } from "./model/deletion/leavers.ts";
import * as Users from "./model/people/users.ts";
import * as Writes from "./model/people/userWrites.ts";
import { changeRoleInput, createUserInput } from "./rules/inputs/users.ts";

/** The signed-in user; null when nobody is signed in. */
export const viewer = openQuery({
  args: {},
  returns: v.union(Users.vCurrentUser, v.null()),
  handler: (ctx) => (ctx.viewer === null ? null : Users.toCurrentUser(ctx.viewer)),
});

/** All users, the oldest first. */
export const list = staffQuery("users:write")({
  args: {},
  returns: v.array(Users.vUser),
  handler: async (ctx) => (await Users.listUsers(ctx)).map(Users.toUser),
});

/**
 * The users who can be put in charge of a project, by name. The `named` users are included even when they can no longer
 * be put in charge.
 */
export const options = staffQuery("project:write")({
  args: { named: v.optional(v.array(v.string())) },
  returns: v.array(Users.vUserOption),
  handler: async (ctx, { named = [] }) => await Users.userOptions(ctx, named),
});

/** The email addresses that the deployment names as administrators. They may be outside the company domain. */
export const namedAdministrators = staffQuery("users:write")({
  args: {},
  returns: v.array(v.string()),
  handler: () => adminEmails(),
});

/** Adds a user, or brings a deleted one back; a resent key answers with the first user. */
export const create = staffMutation("users:write")({
  args: {
    email: v.string(),
    firstName: v.string(),
    lastName: v.string(),
    role: v.optional(v.string()),
    key: v.optional(v.string()),
  },
  returns: Users.vUser,
  handler: async (ctx, { key, ...sent }) => {
    const input = parseInput(createUserInput(companyDomain(), adminEmails()), sent);
    return await answerOnce(ctx, { operation: "users:create", key }, async () =>
      Users.toUser(await Writes.addUser(ctx, input)),
    );
  },
});

/** Gives a user another role. */
export const changeRole = staffMutation("users:write")({
  args: { userId: v.string(), role: v.string() },
  returns: Users.vUser,
  handler: async (ctx, { userId, ...sent }) => {
    const user = await Users.requireUser(ctx, userId);
    const { role } = parseInput(changeRoleInput, sent);
    return Users.toUser(await Writes.changeRole(ctx, user, role));
  },
});

/** Deletes a user and ends all sessions of that user at once. */
export const remove = staffMutation("users:write")({
  args: { userId: v.string() },
  returns: vDeleted,
  handler: async (ctx, { userId }) => {
    await deleteUserAndWork(ctx, await Users.requireUser(ctx, userId));
    return { success: true as const };
  },
});

/** Lets another identity of the provider sign in as a user, and ends all sessions of that user. */
export const relink = staffMutation("users:write")({
  args: { userId: v.string() },
  returns: vDeleted,
  handler: async (ctx, { userId }) => {
    await Writes.relinkUser(ctx, await Users.requireUser(ctx, userId));
    return { success: true as const };
  },
});
