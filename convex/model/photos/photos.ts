import { v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel.js";
import { toIso } from "../../lib/dates.ts";
import { AppError } from "../../lib/errors.ts";
import { vPhotoType, vRotation } from "../../tables/photos.ts";
import type { QueryCtx } from "../context/context.ts";
import { unitExists } from "../context/records.ts";

/** The maximum number of photos in the list of a unit. */
const maxPhotos = 2000;

const nullableText = v.union(v.string(), v.null());

export const vPhoto = v.object({
  id: v.id("photos"),
  unitId: v.id("units"),
  type: vPhotoType,
  filename: v.string(),
  originalName: nullableText,
  fileSize: v.union(v.number(), v.null()),
  mimeType: nullableText,
  uploadedBy: v.union(v.id("users"), v.null()),
  caption: nullableText,
  photoDate: v.string(),
  createdAt: v.string(),
  taskId: v.union(v.id("tasks"), v.null()),
  takenAt: nullableText,
  rotation: vRotation,
  sha256: nullableText,
});

type RecentPhoto = Doc<"units">["recentPhotos"][number];

/** A photo in its public form. */
export function toPhoto(photo: Doc<"photos">) {
  return toUnitPhoto(photo.unitId, { ...photo, id: photo._id });
}

/** The public form of a photo that a unit's row holds. */
export function toUnitPhoto(unitId: Id<"units">, photo: RecentPhoto) {
  return {
    id: photo.id,
    unitId,
    type: photo.type,
    filename: photo.filename,
    originalName: photo.originalName ?? null,
    fileSize: photo.fileSize ?? null,
    mimeType: photo.mimeType ?? null,
    uploadedBy: photo.uploadedBy ?? null,
    caption: photo.caption ?? null,
    photoDate: toIso(photo.photoDate),
    createdAt: toIso(photo.createdAt),
    taskId: photo.taskId ?? null,
    takenAt: toIso(photo.takenAt),
    rotation: photo.rotation ?? 0,
    sha256: photo.sha256 ?? null,
  };
}

/** The photo of a sent id; throws "not_found" when it, its unit or its project is deleted. */
export async function requirePhoto(ctx: QueryCtx, sent: string): Promise<Doc<"photos">> {
  const id = ctx.db.normalizeId("photos", sent);
  const photo = id === null ? null : await ctx.db.get("photos", id);
  if (photo === null || !(await unitExists(ctx, photo.unitId)))
    throw new AppError("not_found", "Photo not found");
  return photo;
}

/** The photos of a unit by date, then creation, newest first. */
export async function listPhotos(ctx: QueryCtx, unitId: Id<"units">): Promise<Doc<"photos">[]> {
  return await ctx.db
    .query("photos")
    .withIndex("unitId_photoDate_createdAt", (q) => q.eq("unitId", unitId))
    .order("desc")
    .take(maxPhotos);
}

/** The photos of a unit that were made of one file, by date, then creation, newest first. */
export async function listPhotosOfFile(
  ctx: QueryCtx,
  unitId: Id<"units">,
  sha256: string,
): Promise<Doc<"photos">[]> {
  const photos = await ctx.db
    .query("photos")
    .withIndex("unitId_sha256", (q) => q.eq("unitId", unitId).eq("sha256", sha256.toLowerCase()))
    .take(maxPhotos);
  return photos.sort(
    (a, b) =>
      b.photoDate - a.photoDate || b.createdAt - a.createdAt || b._creationTime - a._creationTime,
  );
}

/** The id of the task of a sent id, which must be in the photo's unit; null for null. */
export async function taskOfPhoto(
  ctx: QueryCtx,
  unitId: Id<"units">,
  sent: string | null,
): Promise<Id<"tasks"> | null> {
  if (sent === null) return null;
  const id = ctx.db.normalizeId("tasks", sent);
  const task = id === null ? null : await ctx.db.get("tasks", id);
  if (task?.unitId === unitId) return task._id;
  const message = "The task does not belong to this unit";
  throw new AppError("invalid", message, [{ path: "taskId", message }]);
}
