import { internal } from "../../_generated/api.js";
import type { Doc, Id } from "../../_generated/dataModel.js";
import type { MutationCtx } from "../context/context.ts";
import { isStepAhead } from "../context/steps.ts";

/** People at one project who are told at once of each who comes, goes or moves. More of them are told once a second. */
export const smallCrowd = 20;

/** A large crowd is told so often at most: with the way to the pages, all see within two seconds who is there. */
export const turnMs = 1000;

/** The names of a large crowd are read anew so often: that is most of the work of a telling. */
export const namesMs = 60_000;

/** The time at which the names of a large crowd were read; null when they are to be read now. */
export async function findNamesTime(
  ctx: MutationCtx,
  projectId: Id<"projects">,
): Promise<number | null> {
  const namesAt = (await findTurn(ctx, projectId))?.namesAt ?? null;
  return namesAt !== null && Date.now() - namesAt < namesMs ? namesAt : null;
}

/** True where a large crowd was told a moment ago: a job tells it what has changed until then. */
export async function waitForTurn(ctx: MutationCtx, projectId: Id<"projects">): Promise<boolean> {
  const turn = await findTurn(ctx, projectId);
  const leftMs = turn === null ? 0 : turn.at + turnMs - Date.now();
  if (turn === null || leftMs <= 0) return false;
  if (turn.stepId !== undefined && (await isStepAhead(ctx, turn.stepId))) return true;
  const stepId = await ctx.scheduler.runAfter(leftMs, internal.jobs.presence.tell, { projectId });
  await ctx.db.patch("presenceTurns", turn._id, { stepId });
  return true;
}

/** Notes that so many people of a project are told now, with names from that time. */
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
