import type { MutationCtx, QueryCtx } from "../context/context.ts";
import { defaultTaskTemplates } from "./defaultTaskTemplates.ts";

type SeedName = "templates" | "demo" | "demoPhotos";

/** The number of completed steps of a seed; null when the seed is complete. */
export async function seedStep(ctx: QueryCtx, name: SeedName): Promise<number | null> {
  const run = await seedRun(ctx, name);
  return run?.done === true ? null : (run?.step ?? 0);
}

/** Records a completed step, in the step's own transaction. */
export async function finishSeedStep(
  ctx: MutationCtx,
  name: SeedName,
  { step, isLast }: { step: number; isLast: boolean },
): Promise<void> {
  const run = await seedRun(ctx, name);
  const progress = { step: step + 1, done: isLast };
  if (run === null) await ctx.db.insert("seedRuns", { name, ...progress });
  else await ctx.db.patch("seedRuns", run._id, progress);
}

/** Loads the default master task list, once in the life of a workspace. */
export async function loadDefaultTaskTemplates(ctx: MutationCtx): Promise<void> {
  if ((await seedStep(ctx, "templates")) === null) return;
  let sortOrder = 0;
  for (const [category, tasks] of Object.entries(defaultTaskTemplates)) {
    for (const [name, estimatedHours, description] of tasks) {
      sortOrder += 10;
      await ctx.db.insert("taskTemplates", {
        name,
        description,
        category,
        estimatedHours,
        sortOrder,
        isDefault: true,
        createdAt: Date.now(),
      });
    }
  }
  await finishSeedStep(ctx, "templates", { step: 0, isLast: true });
}

async function seedRun(ctx: QueryCtx, name: SeedName) {
  return await ctx.db
    .query("seedRuns")
    .withIndex("name", (q) => q.eq("name", name))
    .unique();
}
