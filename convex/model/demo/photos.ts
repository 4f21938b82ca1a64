import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";
import type { Doc } from "../../_generated/dataModel.js";
import type { PhotoType } from "../../rules/labels.ts";
import { vPhotoType } from "../../tables/photos.ts";
import type { MutationCtx } from "../context/context.ts";
import { addPhoto } from "../photos/photoWrites.ts";
import { DemoClock } from "./clock.ts";
import { type DemoRoom, demoRooms } from "./drawing/rooms.ts";
import { demoProjects } from "./projects.ts";
import { finishSeedStep, seedStep } from "./seeds.ts";
import { demoUser } from "./workspace.ts";

/** A photo to be made: its room, its stage and its age in days. */
type DemoShot = { room: DemoRoom; type: PhotoType; daysAgo: number };

/** The photos of the demo, each step one unit: the positions of project and unit, and the photos. */
const plan: readonly { project: number; unit: number; shots: readonly DemoShot[] }[] = [
  { project: 0, unit: 0, shots: beforeAndAfter("Kitchen", 58, 41) },
  { project: 0, unit: 3, shots: beforeAndAfter("Bathroom", 50, 33) },
  {
    project: 1,
    unit: 0,
    shots: [
      ...beforeAndAfter("Kitchen", 17, 1),
      ...beforeAndAfter("Bathroom", 17, 0),
      { room: "Kitchen", type: "progress", daysAgo: 6 },
    ],
  },
  { project: 1, unit: 1, shots: workInProgress("Living room", 11, 2) },
  { project: 1, unit: 2, shots: workInProgress("Kitchen", 8, 1) },
  { project: 1, unit: 3, shots: workInProgress("Bedroom", 14, 5) },
  { project: 1, unit: 5, shots: workInProgress("Bathroom", 7, 0) },
  { project: 1, unit: 7, shots: beforeAndAfter("Bedroom", 18, 2) },
  { project: 2, unit: 0, shots: workInProgress("Living room", 8, 1) },
  { project: 2, unit: 2, shots: workInProgress("Kitchen", 13, 4) },
  { project: 2, unit: 6, shots: workInProgress("Bedroom", 10, 0) },
];

export const vStoredShot = v.object({
  room: literals(...demoRooms),
  type: vPhotoType,
  daysAgo: v.number(),
  storageId: v.id("_storage"),
  previewId: v.id("_storage"),
  filename: v.string(),
  fileSize: v.number(),
});

/** The photos of a step; null when there are no more steps. */
export function demoShots(step: number | null): readonly DemoShot[] | null {
  return step === null ? null : (plan[step]?.shots ?? null);
}

/**
 * Adds the stored images of a step as photos of its unit. Does nothing when the step was done before or the unit is
 * gone.
 */
export async function addDemoPhotos(
  ctx: MutationCtx,
  { step, shots }: { step: number; shots: readonly Infer<typeof vStoredShot>[] },
): Promise<void> {
  const place = plan[step];
  if (place === undefined || (await seedStep(ctx, "demoPhotos")) !== step) return;
  const unit = await demoUnit(ctx, place);
  const clock = new DemoClock(Date.now());
  const viewer = await demoUser(ctx, 2);
  for (const { room, daysAgo, ...file } of shots) {
    if (unit === null) break;
    const at = clock.hour(-daysAgo, 14 + step / 6);
    await addPhoto(
      { ...ctx, viewer },
      {
        ...file,
        unitId: unit._id,
        projectId: unit.projectId,
        originalName: `${room} ${file.type}.png`,
        mimeType: "image/png",
        caption: room,
        photoDate: at,
        createdAt: at,
      },
    );
  }
  await finishSeedStep(ctx, "demoPhotos", { step, isLast: step === plan.length - 1 });
}

async function demoUnit(
  ctx: MutationCtx,
  place: { project: number; unit: number },
): Promise<Doc<"units"> | null> {
  const demo = demoProjects[place.project];
  const projects = await ctx.db.query("projects").withIndex("createdAt").take(100);
  const project = projects.find(({ name }) => name === demo?.name);
  if (project === undefined) return null;
  const units = await ctx.db
    .query("units")
    .withIndex("projectId", (q) => q.eq("projectId", project._id))
    .take(100);
  return units.find(({ name }) => name === demo?.units[place.unit]?.name) ?? null;
}

function beforeAndAfter(room: DemoRoom, before: number, after: number): DemoShot[] {
  return [
    { room, type: "before", daysAgo: before },
    { room, type: "completion", daysAgo: after },
  ];
}

function workInProgress(room: DemoRoom, before: number, progress: number): DemoShot[] {
  return [
    { room, type: "before", daysAgo: before },
    { room, type: "progress", daysAgo: progress },
  ];
}
