import type { Doc, Id } from "../../_generated/dataModel.js";
import { AppError } from "../../lib/errors.ts";
import type { UpdatePhotoInput } from "../../rules/inputs/photos.ts";
import type { ActTime } from "../context/actTimes.ts";
import type { MutationCtx, WriterCtx } from "../context/context.ts";
import { changesOf, patchOf, recordEvent, unlistPhoto } from "../history/events.ts";
import { refreshCompletionPhoto } from "../numbers/unitFigures.ts";
import { keepsPrivateMetadata } from "./photoContents.ts";
import { requirePhoto, taskOfPhoto } from "./photos.ts";

/** A unit card shows this many photos. */
const recentPhotoCount = 3;

type NewPhoto = Omit<Doc<"photos">, "_id" | "_creationTime" | "uploadedBy">;

/** Adds a photo whose files are stored already, in the name of the caller. */
export async function addPhoto(
  ctx: WriterCtx,
  photo: NewPhoto,
  time: ActTime = { at: photo.createdAt },
): Promise<Id<"photos">> {
  const id = await ctx.db.insert("photos", {
    ...{ ...photo, uploadedBy: ctx.viewer._id },
    ...(!keepsPrivateMetadata() && { isClean: true }),
  });
  await refreshRecentPhotos(ctx, photo.unitId);
  const { projectId, unitId, type: label } = photo;
  const subject = { projectId, unitId, photoId: id, label };
  await recordEvent(ctx, { kind: "photo.added", ...subject, ...time, inFeed: true });
  return id;
}

/** Updates the sent fields of a photo, whose file stays as it is; the photo as it is then. */
export async function updatePhoto(
  ctx: WriterCtx,
  photo: Doc<"photos">,
  { taskId: sentTask, ...sent }: UpdatePhotoInput,
): Promise<Doc<"photos">> {
  if (sent.photoDate !== undefined && photo.type !== "progress") {
    throw new AppError("invalid", "Only the date of a progress photo can be changed");
  }
  const taskId = sentTask && (await taskOfPhoto(ctx, photo.unitId, sentTask));
  const changes = changesOf(
    { rotation: 0, ...photo },
    { ...sent, ...(taskId !== undefined && { taskId }) },
  );
  if (changes.length === 0) return photo;
  await ctx.db.patch("photos", photo._id, patchOf(changes));
  await refreshRecentPhotos(ctx, photo.unitId);
  await recordEvent(ctx, { kind: "photo.updated", ...subjectOf(photo), changes });
  return await requirePhoto(ctx, photo._id);
}

/** Takes a deleted task off its photos, which stay. */
export async function leaveTask(
  ctx: MutationCtx,
  { _id, unitId }: Pick<Doc<"tasks">, "_id" | "unitId">,
): Promise<void> {
  const photos = ctx.db
    .query("photos")
    .withIndex("taskId_photoDate_createdAt", (q) => q.eq("taskId", _id));
  let count = 0;
  for await (const photo of photos) {
    await ctx.db.patch("photos", photo._id, { taskId: undefined });
    count += 1;
  }
  if (count > 0) await refreshRecentPhotos(ctx, unitId);
}

/** Deletes a photo and its files. */
export async function deletePhoto(ctx: WriterCtx, photo: Doc<"photos">): Promise<void> {
  await deletePhotoRow(ctx, photo);
  await refreshRecentPhotos(ctx, photo.unitId);
  await unlistPhoto(ctx, photo._id);
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
    ({ _id, _creationTime, unitId: _, projectId, storageId, previewId, isClean, ...card }) => ({
      ...card,
      id: _id,
    }),
  );
  await ctx.db.patch("units", unitId, { recentPhotos });
  await refreshCompletionPhoto(ctx, unitId);
}

/** Deletes up to `limit` photos of a deleted unit together with their files; the number deleted. */
export async function deletePhotosOfUnit(
  ctx: MutationCtx,
  unitId: Id<"units">,
  limit: number,
): Promise<number> {
  const photos = await ctx.db
    .query("photos")
    .withIndex("unitId_photoDate_createdAt", (q) => q.eq("unitId", unitId))
    .take(limit);
  for (const photo of photos) await deletePhotoRow(ctx, photo);
  return photos.length;
}

async function deletePhotoRow(ctx: MutationCtx, photo: Doc<"photos">): Promise<void> {
  // A small photo may be its own preview: a file is deleted once.
  const files = new Set([photo.storageId, photo.previewId ?? photo.storageId]);
  for (const file of files) await ctx.storage.delete(file);
  await ctx.db.delete("photos", photo._id);
}

/** The subject of a photo's history. */
function subjectOf({ _id, projectId, unitId, type }: Doc<"photos">) {
  return { projectId, unitId, photoId: _id, label: type };
}
