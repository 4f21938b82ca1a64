import { v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel.js";
import { toIso } from "../../lib/dates.ts";
import { AppError } from "../../lib/errors.ts";
import { vPhotoType } from "../../schema.ts";
import type { MutationCtx, QueryCtx, WriterCtx } from "../context/context.ts";
import { unitExists } from "../context/records.ts";
import { changesOf, recordEvent, retirePhoto } from "../history/events.ts";
import { refreshCompletionPhoto } from "../numbers/unitFigures.ts";
import { keepsPrivateMetadata } from "./photoContents.ts";

/** A unit card shows this many photos. */
const recentPhotoCount = 3;

/** The photos of a unit are listed up to this number. */
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
});

type RecentPhoto = Doc<"units">["recentPhotos"][number];

/** A photo as responses carry it. */
export function toPhoto(photo: Doc<"photos">) {
  return toUnitPhoto(photo.unitId, { ...photo, id: photo._id });
}

/** A photo that a unit's row keeps, as responses carry it. */
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
  };
}

/** The photo of a sent id. */
export async function requirePhoto(ctx: QueryCtx, sent: string): Promise<Doc<"photos">> {
  const id = ctx.db.normalizeId("photos", sent);
  const photo = id === null ? null : await ctx.db.get("photos", id);
  if (photo === null || !(await unitExists(ctx, photo.unitId)))
    throw new AppError("not_found", "Photo not found");
  return photo;
}

/** The photos of a unit by date, then age, newest first. */
export async function listPhotos(ctx: QueryCtx, unitId: Id<"units">): Promise<Doc<"photos">[]> {
  return await ctx.db
    .query("photos")
    .withIndex("unitId_photoDate_createdAt", (q) => q.eq("unitId", unitId))
    .order("desc")
    .take(maxPhotos);
}

type NewPhoto = Omit<Doc<"photos">, "_id" | "_creationTime" | "uploadedBy">;

/** Adds a photo whose files are stored already, in the name of the caller. */
export async function addPhoto(ctx: WriterCtx, photo: NewPhoto): Promise<Id<"photos">> {
  const id = await ctx.db.insert("photos", {
    ...{ ...photo, uploadedBy: ctx.viewer._id },
    ...(!keepsPrivateMetadata() && { isClean: true }),
  });
  await refreshRecentPhotos(ctx, photo.unitId);
  const { projectId, unitId, type: label, createdAt: at } = photo;
  const subject = { projectId, unitId, photoId: id, label };
  await recordEvent(ctx, { kind: "photo.added", ...subject, at, inFeed: true });
  return id;
}

/** Moves a progress photo to another date; the photo as it is then. */
export async function updatePhotoDate(
  ctx: WriterCtx,
  photo: Doc<"photos">,
  photoDate: number,
): Promise<Doc<"photos">> {
  if (photo.type !== "progress") {
    throw new AppError("invalid", "Only the date of a progress photo can be changed");
  }
  const changes = changesOf(photo, { photoDate });
  if (changes.length === 0) return photo;
  await ctx.db.patch("photos", photo._id, { photoDate });
  await refreshRecentPhotos(ctx, photo.unitId);
  await recordEvent(ctx, { kind: "photo.updated", ...subjectOf(photo), changes });
  return { ...photo, photoDate };
}

/** Removes a photo and its files. */
export async function removePhoto(ctx: WriterCtx, photo: Doc<"photos">): Promise<void> {
  await deletePhoto(ctx, photo);
  await refreshRecentPhotos(ctx, photo.unitId);
  await retirePhoto(ctx, photo._id);
  await recordEvent(ctx, { kind: "photo.removed", ...subjectOf(photo) });
}

/** Sets what is known of a unit's photos elsewhere again; to be called after every write to photos of the unit. */
export async function refreshRecentPhotos(ctx: MutationCtx, unitId: Id<"units">): Promise<void> {
  const newest = await ctx.db
    .query("photos")
    .withIndex("unitId_photoDate_createdAt", (q) => q.eq("unitId", unitId))
    .order("desc")
    .take(recentPhotoCount);
  const recentPhotos = newest.map(
    ({
      _id,
      _creationTime,
      unitId: _,
      projectId,
      storageId,
      previewId,
      sha256,
      isClean,
      ...card
    }) => ({
      ...card,
      id: _id,
    }),
  );
  await ctx.db.patch("units", unitId, { recentPhotos });
  await refreshCompletionPhoto(ctx, unitId);
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
  for (const photo of photos) await deletePhoto(ctx, photo);
  return photos.length;
}

async function deletePhoto(ctx: MutationCtx, photo: Doc<"photos">): Promise<void> {
  // A small photo may be its own preview: a file is deleted once.
  const files = new Set([photo.storageId, photo.previewId ?? photo.storageId]);
  for (const file of files) await ctx.storage.delete(file);
  await ctx.db.delete("photos", photo._id);
}

/** The subject of a photo's history. */
function subjectOf({ _id, projectId, unitId, type }: Doc<"photos">) {
  return { projectId, unitId, photoId: _id, label: type };
}
