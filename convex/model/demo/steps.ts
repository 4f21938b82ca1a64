import type { MutationCtx } from "../context/context.ts";
import { DemoClock } from "./clock.ts";
import { demoProjects } from "./projects.ts";
import { createDemoHours, createDemoNotes, createDemoViews } from "./records.ts";
import { finishSeedStep, seedStep } from "./seeds.ts";
import { createDemoPool, createDemoProject } from "./workspace.ts";

/** Runs the next step of the demo workspace in this transaction; returns true while steps are left. */
export async function runDemoStep(ctx: MutationCtx): Promise<boolean> {
  const step = await seedStep(ctx, "demo");
  if (step === null) return false;
  const clock = new DemoClock(Date.now());
  const project = demoProjects[step - 1];
  if (project === undefined) {
    await createDemoPool(ctx, clock);
    await createDemoViews(ctx, clock);
  } else {
    const projectId = await createDemoProject(ctx, clock, project);
    if (project.status === "active") {
      await createDemoHours(ctx, clock, projectId);
      await createDemoNotes(ctx, clock, projectId);
    }
  }
  const isLast = step === demoProjects.length;
  await finishSeedStep(ctx, "demo", { step, isLast });
  return !isLast;
}
