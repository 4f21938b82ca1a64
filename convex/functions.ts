import { customAction, customMutation, customQuery } from "convex-helpers/server/customFunctions";
import { type PropertyValidators, type Validator, v } from "convex/values";
import {
  type ActionCtx,
  action,
  internalAction,
  internalMutation,
  internalQuery,
  mutation,
  query,
} from "./_generated/server.js";
import type { MutationCtx, QueryCtx } from "./model/context/context.ts";
import { hidingTrash } from "./model/context/trashMarks.ts";
import {
  findViewer,
  requireSession,
  requireSignedIn,
  requireStaff,
  requireWriter,
} from "./model/sessions/viewer.ts";
import { can, type Permission, permissions } from "./rules/permissions.ts";

/**
 * The session secret from the cookie of the HTTP door. The live door leaves it out and identifies the session by its
 * token.
 */
const sessionArgs = { session: v.optional(v.string()) };

/** A query that needs no session; `ctx.viewer` is null when no user is signed in. */
export const openQuery = customQuery(query, {
  args: sessionArgs,
  input: async (ctx: QueryCtx, { session }) => ({
    ctx: { viewer: await findViewer(ctx, session), ...hiding(ctx) },
    args: {},
  }),
});

/** The part of a context that every function gets: its database hides the trash. */
function hiding<Ctx extends QueryCtx | MutationCtx>({ db }: Ctx): { db: Ctx["db"] } {
  return { db: hidingTrash(db) };
}

/**
 * A query of signed-in staff who hold the permission; others are refused before any data is read. All of them get the
 * same answer, so there is no `ctx.viewer`. A host that knows `halves` runs the body once for all callers, and the gate
 * again only when the data that the gate read changes. Other hosts run the whole query for each caller.
 */
export function staffQuery(permission: Permission) {
  const whole = customQuery(query, {
    args: sessionArgs,
    input: async (ctx: QueryCtx, { session }) => {
      await requireStaff(ctx, session, permission);
      return { ctx: hiding(ctx), args: {} };
    },
  });
  const withHalves = (definition: Parameters<typeof whole>[0]) =>
    Object.assign(whole(definition), {
      halves: { gate: gates[permission], body: jobQuery(definition) },
    });
  return withHalves as typeof whole;
}

type MoneySight = { money: boolean };
type MoneyCtx = QueryCtx & MoneySight;

/**
 * A query of signed-in staff who hold the permission. Its answer carries money only for callers who may see it:
 * `ctx.money` is true for holders of "money:read". All callers with the same `ctx.money` get the same answer, so a host
 * that knows `halves` runs the body once for each of the two values.
 */
export function moneyQuery(permission: Permission) {
  const whole = customQuery(query, {
    args: sessionArgs,
    input: async (ctx: QueryCtx, { session }) => ({
      ctx: { ...(await sightOfMoney(ctx, session, permission)), ...hiding(ctx) },
      args: {},
    }),
  });
  const withHalves = (definition: MoneyDefinition) =>
    Object.assign(whole(definition), {
      halves: { gate: moneyGates[permission], body: moneyBody(definition) },
    });
  return withHalves as typeof whole;
}

type MoneyDefinition = {
  args: PropertyValidators;
  returns: Validator<unknown, "required", string>;
  handler: (ctx: MoneyCtx, args: Record<string, unknown>) => Promise<unknown>;
};

/**
 * The body of a money query. The host passes the gate's answer as an extra argument; without it the answer has no
 * money.
 */
function moneyBody({ handler, ...definition }: MoneyDefinition) {
  return internalQuery({
    ...definition,
    handler: (ctx: QueryCtx, args: Record<string, unknown>, sight?: MoneySight) =>
      handler({ ...ctx, ...hiding(ctx), money: sight?.money === true }, args),
  });
}

async function sightOfMoney(
  ctx: QueryCtx,
  session: string | undefined,
  permission: Permission,
): Promise<MoneySight> {
  const { role } = await requireStaff(ctx, session, permission);
  return { money: can(role, "money:read") };
}

/** A query of signed-in staff who hold the permission, whose answer depends on the caller: `ctx.viewer`. */
export function viewerQuery(permission: Permission) {
  return customQuery(query, {
    args: sessionArgs,
    input: async (ctx: QueryCtx, { session }) => ({
      ctx: { viewer: await requireStaff(ctx, session, permission), ...hiding(ctx) },
      args: {},
    }),
  });
}

/** A query about the caller's own sign-in, open to every role: `ctx.signedIn`. */
export const ownQuery = customQuery(query, {
  args: sessionArgs,
  input: async (ctx: QueryCtx, { session }) => ({
    ctx: { signedIn: await requireSignedIn(ctx, session), ...hiding(ctx) },
    args: {},
  }),
});

/** A mutation of the caller's own sign-in, open to every role: `ctx.signedIn`. */
export const ownMutation = customMutation(mutation, {
  args: sessionArgs,
  input: async (ctx: MutationCtx, { session }) => ({
    ctx: { signedIn: await requireSignedIn(ctx, session), ...hiding(ctx) },
    args: {},
  }),
});

const gates = forEachPermission(gateOf);
const moneyGates = forEachPermission(moneyGateOf);

function forEachPermission<Gate>(make: (permission: Permission) => Gate): Record<Permission, Gate> {
  const entries = permissions.map((permission) => [permission, make(permission)] as const);
  return Object.fromEntries(entries) as Record<Permission, Gate>;
}

function gateOf(permission: Permission) {
  return internalQuery({
    args: {},
    returns: v.null(),
    handler: async (ctx: QueryCtx) => {
      await requireStaff(ctx, undefined, permission);
      return null;
    },
  });
}

function moneyGateOf(permission: Permission) {
  return internalQuery({
    args: {},
    returns: v.object({ money: v.boolean() }),
    handler: (ctx: QueryCtx) => sightOfMoney(ctx, undefined, permission),
  });
}

/** A mutation of signed-in staff who hold the permission; others are refused before any data is read. */
export function staffMutation(permission: Permission) {
  return customMutation(mutation, {
    args: sessionArgs,
    input: async (ctx: MutationCtx, { session }) => ({
      ctx: { ...(await requireWriter(ctx, session, permission)), ...hiding(ctx) },
      args: {},
    }),
  });
}

/** A mutation about the caller's own session, `ctx.ownSession`, for staff who hold the permission. */
export function sessionMutation(permission: Permission) {
  return customMutation(mutation, {
    args: sessionArgs,
    input: async (ctx: MutationCtx, { session }) => ({
      ctx: { ownSession: await requireSession(ctx, session, permission), ...hiding(ctx) },
      args: {},
    }),
  });
}

/**
 * Marks a mutation whose caller does not wait for the answer. A host that knows `mayWait` commits it together with the
 * next mutation that cannot wait, which saves a flush of the disk. Its durability is the same.
 */
export function mayWait<Registered extends object>(mutation: Registered): Registered {
  return Object.assign(mutation, { mayWait: true });
}

/**
 * An action has no transaction in which it could identify its caller. The functions that it passes `ctx.caller` to do
 * that.
 */
export const sessionAction = customAction(action, {
  args: sessionArgs,
  input: async (_ctx: ActionCtx, { session }) => ({
    ctx: { caller: session === undefined ? {} : { session } },
    args: {},
  }),
});

/** A query that no client can reach: for the HTTP door and for jobs. */
export const jobQuery = customQuery(internalQuery, {
  args: {},
  input: (ctx: QueryCtx) => ({ ctx: hiding(ctx), args: {} }),
});

/** A mutation that no client can reach: scheduled work, clean-up, seeding. */
export const jobMutation = customMutation(internalMutation, {
  args: {},
  input: (ctx: MutationCtx) => ({ ctx: hiding(ctx), args: {} }),
});

/** An action that no client can reach. */
export { internalAction as jobAction };
