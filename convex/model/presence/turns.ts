import { internal } from "../../_generated/api.js";
import type { Doc, Id } from "../../_generated/dataModel.js";
import type { MutationCtx } from "../context/context.ts";
import { isStepAhead } from "../context/steps.ts";

/**
 * The maximum number of people of a small crowd, which gets every change at once. A larger crowd gets changes once a
 * second.
 */
export const smallCrowd = 20;

/**
 * The minimum time between two updates of a large crowd in milliseconds. Including the way to the pages, everybody sees
 * a change within two seconds.
 */
export const turnMs = 1000;

/**
 * The time for which the names of a large crowd are cached, in milliseconds: reading names is most of the work of an
 * update.
 */
export const namesMs = 60_000;

/** The time at which the cached names of a large crowd were read; null when they have to be read again. */
export async function findNamesTime(
  ctx: MutationCtx,
  projectId: Id<"projects">,
): Promise<number | null> {
  const namesAt = (await findTurn(ctx, projectId))?.namesAt ?? null;
  return namesAt !== null && Date.now() - namesAt < namesMs ? namesAt : null;
}

/** True when a large crowd was updated less than `turnMs` ago; a job then publishes later changes together. */
export async function waitForTurn(ctx: MutationCtx, projectId: Id<"projects">): Promise<boolean> {
  const turn = await findTurn(ctx, projectId);
  const leftMs = turn === null ? 0 : turn.at + turnMs - Date.now();
  if (turn === null || leftMs <= 0) return false;
  if (turn.stepId !== undefined && (await isStepAhead(ctx, turn.stepId))) return true;
  const stepId = await ctx.scheduler.runAfter(leftMs, internal.jobs.presence.tell, { projectId });
  await ctx.db.patch("presenceTurns", turn._id, { stepId });
  return true;
}

/** Records an update of a crowd with its number of people and the time at which its names were read. */
export async function noteTurn(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  { people, namesAt }: { people: number; namesAt: number },
): Promise<void> {
  const known = await findTurn(ctx, projectId);
  const turn = { projectId, at: Date.now(), namesAt };
  if (people <= smallCrowd) {
    if (known !== null) await ctx.db.delete("presenceTurns", known._id);
  } else if (known === null) await ctx.db.insert("presenceTurns", turn);
  else await ctx.db.replace("presenceTurns", known._id, turn);
}

async function findTurn(
  ctx: MutationCtx,
  projectId: Id<"projects">,
): Promise<Doc<"presenceTurns"> | null> {
  return await ctx.db
    .query("presenceTurns")
    .withIndex("projectId", (q) => q.eq("projectId", projectId))
    .unique();
}
