import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";
import { internal } from "../_generated/api.js";
import type { ActionCtx } from "../_generated/server.js";
import { jobAction, jobMutation, jobQuery } from "../functions.ts";
import { advanceToday } from "../model/context/today.ts";
import { drawRoom } from "../model/demo/drawing/rooms.ts";
import { addDemoPhotos, demoShots, vStoredShot } from "../model/demo/photos.ts";
import { loadDefaultTaskTemplates, seedStep } from "../model/demo/seeds.ts";
import { runDemoStep } from "../model/demo/steps.ts";

const originalSize = [1200, 900] as const;
const previewSize = [640, 480] as const;

/**
 * Fills a new workspace: "templates" with the master task list alone, "demo" with a company at work, "none" with nothing.
 * Every step is carried out once in the life of the workspace, so running it again, also after a crash, is safe.
 */
export const run = jobAction({
  args: { mode: literals("demo", "templates", "none") },
  returns: v.null(),
  handler: async (ctx, { mode }) => {
    await ctx.runMutation(internal.jobs.seed.prepare, { templates: mode !== "none" });
    if (mode !== "demo") return null;
    while (await ctx.runMutation(internal.jobs.seed.demoStep, {}));
    await takeDemoPhotos(ctx);
    return null;
  },
});

/** Sets the company day, and loads the master task list if `templates` is true. */
export const prepare = jobMutation({
  args: { templates: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { templates }) => {
    await advanceToday(ctx, Date.now());
    if (templates) await loadDefaultTaskTemplates(ctx);
    return null;
  },
});

/** Runs the next step of the demo workspace; returns true while steps are left. */
export const demoStep = jobMutation({
  args: {},
  returns: v.boolean(),
  handler: async (ctx) => await runDemoStep(ctx),
});

/** The number of demo units that have their photos; null when all have. */
export const photoStep = jobQuery({
  args: {},
  returns: v.union(v.number(), v.null()),
  handler: async (ctx) => await seedStep(ctx, "demoPhotos"),
});

/** Adds stored images as photos to a unit of the demo workspace. */
export const addPhotos = jobMutation({
  args: { step: v.number(), shots: v.array(vStoredShot) },
  returns: v.null(),
  handler: async (ctx, args) => {
    await addDemoPhotos(ctx, args);
    return null;
  },
});

async function takeDemoPhotos(ctx: ActionCtx): Promise<void> {
  const drawn = new Map<string, Uint8Array<ArrayBuffer>>();
  let step: number | null = await ctx.runQuery(internal.jobs.seed.photoStep, {});
  for (let shots = demoShots(step); step !== null && shots !== null; shots = demoShots(step)) {
    const stored: Infer<typeof vStoredShot>[] = [];
    for (const { room, type, daysAgo } of shots) {
      const draw = (size: readonly [number, number]) => {
        const name = `${room} ${type} ${size[0]}`;
        const png = drawn.get(name) ?? drawRoom(room, type, size);
        drawn.set(name, png);
        return new Blob([png], { type: "image/png" });
      };
      const original = draw(originalSize);
      stored.push({
        room,
        type,
        daysAgo,
        storageId: await ctx.storage.store(original),
        previewId: await ctx.storage.store(draw(previewSize)),
        filename: `${crypto.randomUUID()}.png`,
        fileSize: original.size,
      });
    }
    await ctx.runMutation(internal.jobs.seed.addPhotos, { step, shots: stored });
    step = await ctx.runQuery(internal.jobs.seed.photoStep, {});
  }
}
