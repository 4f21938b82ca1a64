import { v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel.js";
import type { LookInput } from "../../rules/inputs/presence.ts";
import type { MutationCtx, QueryCtx } from "../context/context.ts";
import { nameOfLooker, tellCrowds } from "./crowds.ts";
import { expectSweep } from "./sweeps.ts";

type Presence = Doc<"presences">;

/** The place that a page shows, and the field that its person types in. */
export type Place = Pick<Presence, "projectId" | "unitId" | "recordId" | "field">;

/** The maximum number of open pages of one user. One more replaces the oldest. */
export const maxPages = 20;

/** The maximum number of open pages read for one answer; others are not shown. */
const maxTypers = 200;

export const vTyper = v.object({ userId: v.id("users"), name: v.string(), field: v.string() });

/**
 * The people who type in a field of a record. The answer changes only when typing in this record begins, ends or moves
 * to another field.
 */
export async function listTypers(ctx: QueryCtx, recordId: string) {
  const presences = await ctx.db
    .query("presences")
    .withIndex("recordId", (q) => q.eq("recordId", recordId))
    .take(maxTypers);
  return await Promise.all(
    presences.map(async ({ userId, field = "" }) => ({
      ...{ userId, name: await nameOfLooker(ctx, userId), field },
    })),
  );
}

/**
 * Renews a page that is still at its known place: one write to a row that no query reads. Returns false without a write
 * when the page is not known at that place.
 */
export async function beat(
  ctx: MutationCtx,
  { _id: sessionId, userId }: Doc<"sessions">,
  { page, projectId, unitId, recordId, field }: LookInput,
): Promise<boolean> {
  const known = await findPresence(ctx, userId, page);
  if (known === null || known.sessionId !== sessionId) return false;
  const said = { projectId, unitId, recordId, field };
  const names = Object.keys(said) as (keyof typeof said)[];
  if (!names.every((name) => (known[name] ?? null) === (said[name] ?? null))) return false;
  await ctx.db.patch("presenceBeats", known.beatId, { at: Date.now() });
  return true;
}

/** Stores the place of an open page. Typing alone changes nothing for the lookers of the project. */
export async function look(
  ctx: MutationCtx,
  { session, page, place }: { session: Doc<"sessions">; page: string; place: Place },
): Promise<void> {
  const { _id: sessionId, userId } = session;
  const known = await findPresence(ctx, userId, page);
  if (known === null) {
    await makeRoom(ctx, userId);
    const beatId = await ctx.db.insert("presenceBeats", { at: Date.now() });
    await ctx.db.insert("presences", { ...place, userId, sessionId, page, beatId });
    await tellCrowds(ctx, [place.projectId]);
    return await expectSweep(ctx);
  }
  await ctx.db.patch("presenceBeats", known.beatId, { at: Date.now() });
  const { projectId, unitId, recordId, field } = place;
  const next = { sessionId, projectId, unitId, recordId, field };
  await ctx.db.patch("presences", known._id, next);
  if (known.projectId !== projectId || known.unitId !== unitId)
    await tellCrowds(ctx, [known.projectId, projectId]);
}

/** Deletes a page that was closed or hidden. */
export async function leave(ctx: MutationCtx, userId: Id<"users">, page: string): Promise<void> {
  const known = await findPresence(ctx, userId, page);
  if (known !== null) await deletePresences(ctx, [known]);
}

/** Deletes the open pages of a user whose session satisfies `isOver`. */
export async function leaveAll(
  ctx: MutationCtx,
  userId: Id<"users">,
  isOver: (sessionId: Id<"sessions">) => boolean,
): Promise<void> {
  const open = await presencesOf(ctx, userId);
  await deletePresences(
    ctx,
    open.filter(({ sessionId }) => isOver(sessionId)),
  );
}

/**
 * Deletes the user's oldest page when the maximum is reached. A hostile program could otherwise invent pages without
 * bound.
 */
async function makeRoom(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  const open = await presencesOf(ctx, userId);
  if (open.length < maxPages) return;
  const [oldest] = open.sort((one, other) => one._creationTime - other._creationTime);
  if (oldest !== undefined) await deletePresences(ctx, [oldest]);
}

async function presencesOf(ctx: QueryCtx, userId: Id<"users">): Promise<Presence[]> {
  return await ctx.db
    .query("presences")
    .withIndex("userId_page", (q) => q.eq("userId", userId))
    .take(maxPages);
}

async function findPresence(
  ctx: QueryCtx,
  userId: Id<"users">,
  page: string,
): Promise<Presence | null> {
  return await ctx.db
    .query("presences")
    .withIndex("userId_page", (q) => q.eq("userId", userId).eq("page", page))
    .unique();
}

async function deletePresences(ctx: MutationCtx, gone: readonly Presence[]): Promise<void> {
  for (const { _id, beatId } of gone) {
    await ctx.db.delete("presences", _id);
    await ctx.db.delete("presenceBeats", beatId);
  }
  await tellCrowds(
    ctx,
    gone.map(({ projectId }) => projectId),
  );
}
