import { type Infer, v } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel.js";
import { toIso } from "../lib/dates.ts";
import { AppError } from "../lib/errors.ts";
import { vPhotoType } from "../schema.ts";
import type { MutationCtx, QueryCtx, WriterCtx } from "./context.ts";
import { recordEvent } from "./events.ts";

/** A unit card shows this many photos. */
const recentPhotoCount = 3;

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
});

type RecentPhoto = Doc<"units">["recentPhotos"][number];

/** A photo of a unit as responses carry it. */
export function toPhoto(unitId: Id<"units">, photo: RecentPhoto) {
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
  };
}

export const vImage = v.object({
  storageId: v.id("_storage"),
  originalName: nullableText,
  /** The preview has a format of its own; the stored file knows it. */
  mimeType: nullableText,
});

/** The stored file of an image address; a photo without a preview is shown by its original. */
export async function requireImage(
  ctx: QueryCtx,
  filename: string,
  size: "original" | "preview",
): Promise<Infer<typeof vImage>> {
  const photo = await ctx.db
    .query("photos")
    .withIndex("filename", (q) => q.eq("filename", filename))
    .unique();
  if (photo === null) throw new AppError("not_found", "Photo not found");
  const { storageId, previewId, originalName = null, mimeType = null } = photo;
  return size === "preview" && previewId !== undefined
    ? { storageId: previewId, originalName, mimeType: null }
    : { storageId, originalName, mimeType };
}

type NewPhoto = Omit<Doc<"photos">, "_id" | "_creationTime" | "uploadedBy">;

/** Adds a photo whose files are stored already, in the name of the caller. */
export async function addPhoto(ctx: WriterCtx, photo: NewPhoto): Promise<Id<"photos">> {
  const id = await ctx.db.insert("photos", { ...photo, uploadedBy: ctx.viewer._id });
  await refreshRecentPhotos(ctx, photo.unitId);
  await recordEvent(ctx, {
    kind: "photo.added",
    at: photo.createdAt,
    projectId: photo.projectId,
    unitId: photo.unitId,
    photoId: id,
    label: photo.type,
    inFeed: true,
  });
  return id;
}

/** Sets the newest photos on the unit's row again; to be called after every write to photos of the unit. */
export async function refreshRecentPhotos(ctx: MutationCtx, unitId: Id<"units">): Promise<void> {
  const newest = await ctx.db
    .query("photos")
    .withIndex("unitId_photoDate_createdAt", (q) => q.eq("unitId", unitId))
    .order("desc")
    .take(recentPhotoCount);
  const recentPhotos = newest.map(
    ({ _id, _creationTime, unitId: _, projectId, storageId, previewId, ...card }) => ({
      ...card,
      id: _id,
    }),
  );
  await ctx.db.patch("units", unitId, { recentPhotos });
}

/** Removes up to `limit` photos of a removed unit together with their files; the number removed. */
export async function removePhotosOfUnit(
  ctx: MutationCtx,
  unitId: Id<"units">,
  limit: number,
): Promise<number> {
  const photos = await ctx.db
    .query("photos")
    .withIndex("unitId_photoDate_createdAt", (q) => q.eq("unitId", unitId))
    .take(limit);
  for (const photo of photos) {
    await ctx.storage.delete(photo.storageId);
    if (photo.previewId !== undefined) await ctx.storage.delete(photo.previewId);
    await ctx.db.delete("photos", photo._id);
  }
  return photos.length;
}
