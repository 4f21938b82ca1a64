import { customAction, customMutation, customQuery } from "convex-helpers/server/customFunctions";
import { v } from "convex/values";
import {
  type ActionCtx,
  action,
  internalAction,
  internalMutation,
  internalQuery,
  mutation,
  query,
} from "./_generated/server.js";
import type { MutationCtx, QueryCtx } from "./model/context.ts";
import type { Permission } from "./model/permissions.ts";
import { findViewer, requireStaff } from "./model/viewer.ts";

/** The session secret of the HTTP door's cookie; the live door leaves it out and is known by its token. */
const sessionArgs = { session: v.optional(v.string()) };

/** For functions that need nobody to be signed in; `ctx.viewer` is null then. */
export const openQuery = customQuery(query, {
  args: sessionArgs,
  input: async (ctx: QueryCtx, { session }) => ({
    ctx: { viewer: await findViewer(ctx, session) },
    args: {},
  }),
});

/** A query of signed-in staff who hold the permission; refused before any look at the data. */
export function staffQuery(permission: Permission) {
  return customQuery(query, {
    args: sessionArgs,
    input: async (ctx: QueryCtx, { session }) => ({
      ctx: { viewer: await requireStaff(ctx, session, permission) },
      args: {},
    }),
  });
}

/** A mutation of signed-in staff who hold the permission; refused before any look at the data. */
export function staffMutation(permission: Permission) {
  return customMutation(mutation, {
    args: sessionArgs,
    input: async (ctx: MutationCtx, { session }) => ({
      ctx: { viewer: await requireStaff(ctx, session, permission) },
      args: {},
    }),
  });
}

/** An action has no transaction to know its caller in: the functions that it passes `ctx.caller` to must. */
export const sessionAction = customAction(action, {
  args: sessionArgs,
  input: async (_ctx: ActionCtx, { session }) => ({
    ctx: { caller: session === undefined ? {} : { session } },
    args: {},
  }),
});

/** What no client can reach: scheduled work, clean-up, seeding. */
export { internalAction as jobAction, internalMutation as jobMutation, internalQuery as jobQuery };
