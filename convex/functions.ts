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
} from "./model/sessions/viewer.ts";
import { can, type Permission, permissions } from "./rules/permissions.ts";

/** The session secret of the HTTP door's cookie; the live door leaves it out and is known by its token. */
const sessionArgs = { session: v.optional(v.string()) };

/** For functions that need nobody to be signed in; `ctx.viewer` is null then. */
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
 * A query of signed-in staff who hold the permission; refused before any look at the data. Everyone who is let in gets
 * the same answer, so there is no `ctx.viewer`. The `halves` tell a host that knows them that it may run the body once
 * for all callers, and ask the gate again only when what it read changes; others run the whole.
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
 * A query of signed-in staff who hold the permission, whose answer carries money for those alone who may see it:
 * `ctx.money` is true for holders of "money:read". Everyone with the same `ctx.money` gets the same answer, so that a
 * host that knows `halves` runs the body once for each of the two.
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

/** The host hands the gate's answer to the handler behind its arguments. Told nothing, it shows no money. */
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

/** A query of signed-in staff who hold the permission, whose answer depends on who of them asks: `ctx.viewer`. */
export function viewerQuery(permission: Permission) {
  return customQuery(query, {
    args: sessionArgs,
    input: async (ctx: QueryCtx, { session }) => ({
      ctx: { viewer: await requireStaff(ctx, session, permission), ...hiding(ctx) },
      args: {},
    }),
  });
}

/** A query of whoever is signed in, whatever their role, about their own sign-in: `ctx.signedIn`. */
export const ownQuery = customQuery(query, {
  args: sessionArgs,
  input: async (ctx: QueryCtx, { session }) => ({
    ctx: { signedIn: await requireSignedIn(ctx, session), ...hiding(ctx) },
    args: {},
  }),
});

/** A mutation of whoever is signed in, whatever their role, of their own sign-in: `ctx.signedIn`. */
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

/** A mutation of signed-in staff who hold the permission; refused before any look at the data. */
export function staffMutation(permission: Permission) {
  return customMutation(mutation, {
    args: sessionArgs,
    input: async (ctx: MutationCtx, { session }) => ({
      ctx: { viewer: await requireStaff(ctx, session, permission), ...hiding(ctx) },
      args: {},
    }),
  });
}

/** A mutation about the session that the caller comes with, `ctx.ownSession`, for staff who hold the permission. */
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
 * Marks a mutation for whose answer nobody waits. A host that knows `mayWait` stores it together with the next one that cannot
 * wait, which saves the disk a turn; it promises no less.
 */
export function mayWait<Registered extends object>(mutation: Registered): Registered {
  return Object.assign(mutation, { mayWait: true });
}

/** An action has no transaction to know its caller in: the functions that it passes `ctx.caller` to must. */
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
