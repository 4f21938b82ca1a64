import { type Infer, v } from "convex/values";
import { internal } from "../../_generated/api.js";
import type { Doc, Id } from "../../_generated/dataModel.js";
import type { ActionCtx } from "../../_generated/server.js";
import type { MutationCtx } from "../context/context.ts";
import { isStepAhead } from "../context/steps.ts";
import { cleanedImage, keepsPrivateMetadata } from "./photoContents.ts";
import { discardIfUnused } from "./photoFiles.ts";

/**
 * The maximum number of tries for a photo whose step never ends. A photo that crashes the host must not crash it again
 * and again.
 */
const maxTries = 3;

/** The photo of a step: its id, its creation time, and its files at the time when the step was scheduled. */
export const vPhotoToClean = v.object({
  photoId: v.id("photos"),
  createdAt: v.number(),
  files: v.array(v.id("_storage")),
});

/**
 * The result for one file: the id of its clean copy, or null if it needs none. `isLeft` is true for a file that is not
 * a readable image.
 */
export const vCleanedFile = v.object({
  from: v.id("_storage"),
  to: v.union(v.id("_storage"), v.null()),
  isLeft: v.boolean(),
});

type PhotoToClean = Infer<typeof vPhotoToClean>;
type CleanedFile = Infer<typeof vCleanedFile>;
type Progress = Pick<Doc<"photoCleanings">, "tries" | "cleaned" | "left">;

const none: Progress = { tries: 0, cleaned: 0, left: 0 };

/**
 * Cleans photos that were never checked: photos of earlier versions, of an import, or of a time in which metadata was
 * kept. It resumes after a step that stopped. One step runs at a time, and none once every photo is checked.
 */
export async function continueCleaning(ctx: MutationCtx): Promise<void> {
  if (keepsPrivateMetadata()) return;
  const photo = await nextPhoto(ctx);
  const run = await findRun(ctx);
  if (photo === null && (run === null || run.done)) return;
  if (run?.stepId && (await isStepAhead(ctx, run.stepId))) return;
  const { tries, cleaned, left } = run ?? none;
  if (photo === null || tries < maxTries) return await orderStep(ctx, { tries, cleaned, left });
  await ctx.db.patch("photos", photo._id, { isClean: false });
  await orderStep(ctx, { tries: 0, cleaned, left: left + 1 });
}

/** Makes clean copies of the files of a photo that need it, and replaces these files by them. */
export async function cleanPhoto(
  ctx: Pick<ActionCtx, "storage" | "runMutation">,
  { files, ...photo }: PhotoToClean,
): Promise<void> {
  if (keepsPrivateMetadata()) return;
  const cleaned: CleanedFile[] = [];
  for (const from of files) {
    const stored = await ctx.storage.get(from);
    const image = stored && (await cleanedImage(stored));
    const to = image?.clean && (await store(ctx, image.clean));
    cleaned.push({ from, to: to ?? null, isLeft: image === null });
  }
  await ctx.runMutation(internal.jobs.photos.swap, { ...photo, files: cleaned });
}

/**
 * Replaces the files that the photo still has by their clean copies, deletes unused files, and schedules the next step.
 */
export async function swapFiles(
  ctx: MutationCtx,
  { photoId, createdAt, files }: Omit<PhotoToClean, "files"> & { files: CleanedFile[] },
): Promise<void> {
  const counts = { cleaned: 0, left: 0 };
  const isLookedAt = (await ctx.db.get("photos", photoId))?.isClean !== undefined;
  for (const { from, to, isLeft } of files) {
    const photo = await ctx.db.get("photos", photoId);
    const field = photo && fieldOf(photo, from);
    if (field !== null && isLeft) counts.left += 1;
    if (to === null) continue;
    if (field !== null) {
      await ctx.db.patch("photos", photoId, { [field]: to });
      counts.cleaned += 1;
    }
    await discardIfUnused(ctx, field === null ? to : from);
  }
  const run = await findRun(ctx);
  const isGone = (await ctx.db.get("photos", photoId)) === null;
  // A step that runs a second time schedules nothing.
  const isOver = isGone ? run?.afterPhoto === createdAt : isLookedAt;
  if (run === null || run.done || isOver) return;
  if (!isGone) await ctx.db.patch("photos", photoId, { isClean: counts.left === 0 });
  const total = { cleaned: run.cleaned + counts.cleaned, left: run.left + counts.left };
  await orderStep(ctx, { tries: 0, ...total }, createdAt);
}

/** Resets the tries when a step could not store a file: the disk may be full, which is not the photo's fault. */
export async function forgetTries(ctx: MutationCtx): Promise<void> {
  const run = await findRun(ctx);
  if (run !== null) await ctx.db.patch("photoCleanings", run._id, { tries: 0 });
}

async function store(
  ctx: Pick<ActionCtx, "storage" | "runMutation">,
  clean: Blob,
): Promise<Id<"_storage">> {
  try {
    return await ctx.storage.store(clean);
  } catch (error) {
    await ctx.runMutation(internal.jobs.photos.forgetTries, {});
    throw error;
  }
}

/** Stores the progress and schedules the step for the next photo; without a next photo the cleaning is done for now. */
async function orderStep(ctx: MutationCtx, progress: Progress, lastPhoto?: number): Promise<void> {
  const photo = await nextPhoto(ctx);
  const run = await findRun(ctx);
  const afterPhoto = lastPhoto ?? run?.afterPhoto ?? 0;
  const stepId =
    photo &&
    (await ctx.scheduler.runAfter(0, internal.jobs.photos.cleanOne, {
      photoId: photo._id,
      createdAt: photo._creationTime,
      files: photo.previewId === undefined ? [photo.storageId] : [photo.storageId, photo.previewId],
    }));
  const tries = photo === null ? 0 : progress.tries + 1;
  const next = { ...progress, tries, afterPhoto, stepId, done: photo === null };
  if (run === null) await ctx.db.insert("photoCleanings", next);
  else await ctx.db.patch("photoCleanings", run._id, next);
}

async function findRun(ctx: MutationCtx): Promise<Doc<"photoCleanings"> | null> {
  return await ctx.db.query("photoCleanings").first();
}

async function nextPhoto(ctx: MutationCtx): Promise<Doc<"photos"> | null> {
  return await ctx.db
    .query("photos")
    .withIndex("isClean", (q) => q.eq("isClean", undefined))
    .first();
}

function fieldOf(photo: Doc<"photos">, file: Id<"_storage">): "storageId" | "previewId" | null {
  if (photo.storageId === file) return "storageId";
  return photo.previewId === file ? "previewId" : null;
}
