import type { Doc, Id } from "../../_generated/dataModel.js";
import { personName } from "../../lib/names.ts";
import type { MutationCtx, QueryCtx } from "../context/context.ts";
import { findNamesTime, noteTurn, waitForTurn } from "./turns.ts";

type Looker = Doc<"presenceCrowds">["lookers"][number];

/** The maximum number of open pages of one project that are shown. */
const maxShown = 200;

/** The people who look at a project or at one of its units now, in the order of their arrival. */
export async function listLookers(ctx: QueryCtx, projectId: Id<"projects">): Promise<Looker[]> {
  return (await findCrowd(ctx, projectId))?.lookers ?? [];
}

/**
 * Updates the lookers of projects where they have changed. A large crowd that was updated a moment ago is updated a
 * moment later by a job: each update goes to every page there, and in a large crowd somebody moves all the time.
 */
export async function tellCrowds(
  ctx: MutationCtx,
  projectIds: Iterable<Id<"projects">>,
): Promise<void> {
  for (const projectId of new Set(projectIds))
    if (!(await waitForTurn(ctx, projectId))) await tellCrowd(ctx, projectId);
}

/** Updates the stored lookers of a project if they have changed. */
export async function tellCrowd(ctx: MutationCtx, projectId: Id<"projects">): Promise<void> {
  const known = await findCrowd(ctx, projectId);
  const before = known?.lookers ?? [];
  const namesAt = await findNamesTime(ctx, projectId);
  const named = new Map(before.map(({ userId, name }) => [userId, name]));
  const lookers = await lookersOf(ctx, projectId, namesAt === null ? new Map() : named);
  await noteTurn(ctx, projectId, { people: lookers.length, namesAt: namesAt ?? Date.now() });
  if (JSON.stringify(before) === JSON.stringify(lookers)) return;
  if (known === null) await ctx.db.insert("presenceCrowds", { projectId, lookers });
  else if (lookers.length === 0) await ctx.db.delete("presenceCrowds", known._id);
  else await ctx.db.patch("presenceCrowds", known._id, { lookers });
}

export async function nameOfLooker(ctx: QueryCtx, userId: Id<"users">): Promise<string> {
  const user = await ctx.db.get("users", userId);
  return user === null ? "" : personName(user);
}

async function lookersOf(
  ctx: QueryCtx,
  projectId: Id<"projects">,
  names: ReadonlyMap<Id<"users">, string>,
): Promise<Looker[]> {
  const presences = await ctx.db
    .query("presences")
    .withIndex("projectId", (q) => q.eq("projectId", projectId))
    .take(maxShown);
  const unitsByUser = new Map<Id<"users">, Set<Id<"units">>>();
  for (const { userId, unitId } of presences) {
    const units = unitsByUser.get(userId) ?? new Set();
    if (unitId !== undefined) units.add(unitId);
    unitsByUser.set(userId, units);
  }
  return await Promise.all(
    [...unitsByUser].map(async ([userId, units]) => ({
      ...{
        userId,
        name: names.get(userId) ?? (await nameOfLooker(ctx, userId)),
        unitIds: [...units],
      },
    })),
  );
}

async function findCrowd(
  ctx: QueryCtx,
  projectId: Id<"projects">,
): Promise<Doc<"presenceCrowds"> | null> {
  return await ctx.db
    .query("presenceCrowds")
    .withIndex("projectId", (q) => q.eq("projectId", projectId))
    .unique();
}
