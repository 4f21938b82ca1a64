import type { Doc, Id } from "../../_generated/dataModel.js";
import { AppError } from "../../lib/errors.ts";
import type { UpdatePhotoInput } from "../../rules/inputs/photos.ts";
import type { ActTime } from "../context/actTimes.ts";
import type { MutationCtx, QueryCtx, WriterCtx } from "../context/context.ts";
import { withTrash } from "../context/trashMarks.ts";
import { changesOf, patchOf, recordEvent } from "../history/events.ts";
import { relist, unlistPart } from "../history/feed.ts";
import { nameChanges } from "../history/fieldNames.ts";
import { fieldsChangedLater, withoutOvertaken } from "../history/laterActs.ts";
import { addTrashItem } from "../history/trashItems.ts";
import { refreshCompletionPhoto } from "../numbers/unitFigures.ts";
import { keepsPrivateMetadata } from "./photoContents.ts";
import { requirePhoto, taskOfPhoto } from "./photos.ts";

/** The number of photos on a unit's card. */
const recentPhotoCount = 3;

type NewPhoto = Omit<Doc<"photos">, "_id" | "_creationTime" | "uploadedBy">;

/** Adds a photo, uploaded by the caller, whose files are stored already. */
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

/**
 * Updates the sent fields of a photo and returns the updated photo; its file does not change. A field that another
 * person changed after the time of this act keeps its value.
 */
export async function updatePhoto(
  ctx: WriterCtx,
  photo: Doc<"photos">,
  {
    time = { at: Date.now() },
    taskId: sentTask,
    ...sent
  }: UpdatePhotoInput & { time?: ActTime | undefined },
): Promise<Doc<"photos">> {
  if (sent.photoDate !== undefined && photo.type !== "progress") {
    throw new AppError("invalid", "Only the date of a progress photo can be changed");
  }
  const taskId = sentTask && (await taskOfPhoto(ctx, photo.unitId, sentTask));
  const before = { rotation: 0, ...photo };
  const wanted = { ...sent, ...(taskId !== undefined && { taskId }) };
  const { unitId, _id: photoId } = photo;
  const later = await fieldsChangedLater(ctx, { kind: "photo.updated", unitId, photoId }, time);
  const { kept, overtaken } = withoutOvertaken(before, wanted, { fields: later });
  const changes = await nameChanges(ctx, changesOf(before, kept));
  if (changes.length + overtaken.length === 0) return photo;
  if (changes.length > 0) {
    await ctx.db.patch("photos", photoId, patchOf(changes));
    await refreshRecentPhotos(ctx, unitId);
  }
  await recordEvent(ctx, {
    ...{ kind: "photo.updated", ...time, ...subjectOf(photo), changes },
    ...(overtaken.length > 0 && { overtaken: await nameChanges(ctx, overtaken) }),
  });
  return await requirePhoto(ctx, photoId);
}

/** Removes a task that goes into the trash from up to `limit` of its photos; returns their ids. */
export async function leaveTask(
  ctx: MutationCtx,
  { _id, unitId }: TaskKey,
  limit: number,
): Promise<PhotoId[]> {
  const photos = await withTrash(ctx)
    .db.query("photos")
    .withIndex("taskId_photoDate_createdAt", (q) => q.eq("taskId", _id))
    .take(limit);
  const ids = photos.map((photo) => photo._id);
  for (const id of ids) await ctx.db.patch("photos", id, { taskId: undefined });
  if (ids.length > 0) await refreshRecentPhotos(ctx, unitId);
  return ids;
}

/** Links a restored task to its former photos again, except those that are removed or linked to another task. */
export async function rejoinTask(
  ctx: MutationCtx,
  { _id: taskId, unitId }: TaskKey,
  photoIds: readonly PhotoId[],
): Promise<void> {
  for (const id of photoIds) {
    const photo = await withTrash(ctx).db.get("photos", id);
    if (photo !== null && photo.taskId === undefined) await ctx.db.patch("photos", id, { taskId });
  }
  if (photoIds.length > 0) await refreshRecentPhotos(ctx, unitId);
}

/** True when a photo is linked to this task; photos in the trash count too. */
export async function isTaskOnPhotos(ctx: QueryCtx, taskId: Id<"tasks">): Promise<boolean> {
  const first = await withTrash(ctx)
    .db.query("photos")
    .withIndex("taskId_photoDate_createdAt", (q) => q.eq("taskId", taskId))
    .first();
  return first !== null;
}

type PhotoId = Id<"photos">;
type TaskKey = Pick<Doc<"tasks">, "_id" | "unitId">;

/** Puts a photo into the trash. Its image address stops working at once. */
export async function deletePhoto(ctx: WriterCtx, photo: Doc<"photos">): Promise<void> {
  const { _id: photoId, projectId, unitId } = photo;
  const eventId = await recordEvent(ctx, { kind: "photo.removed", ...subjectOf(photo) });
  const name = photo.originalName ?? photo.filename;
  const trashId = await addTrashItem(ctx, {
    ...{ kind: "photo", recordId: photoId, name, projectId, unitId, eventId },
  });
  await ctx.db.patch("photos", photoId, { trashId });
  await refreshRecentPhotos(ctx, unitId);
  await unlistPart(ctx, { photoId }, trashId);
}

/** Restores a photo from the trash as it was. */
export async function restorePhoto(
  ctx: MutationCtx,
  photo: Doc<"photos">,
  item: Doc<"trash">,
): Promise<void> {
  await ctx.db.patch("photos", photo._id, { trashId: undefined });
  await refreshRecentPhotos(ctx, photo.unitId);
  await relist(ctx, { photoId: photo._id }, { by: item._id });
}

/**
 * Updates the copies of a unit's newest photos and its completion-photo flag. Call it after every write to photos of
 * the unit.
 */
export async function refreshRecentPhotos(ctx: MutationCtx, unitId: Id<"units">): Promise<void> {
  const unit = await withTrash(ctx).db.get("units", unitId);
  // The unit may be removed for good before the last step of a task's deletion.
  if (unit === null) return;
  const newest = await newestPhotos(ctx, unit);
  const recentPhotos = newest.map(
    ({
      _id,
      _creationTime,
      unitId: _,
      projectId,
      storageId,
      previewId,
      isClean,
      trashId,
      ...card
    }) => ({
      ...card,
      id: _id,
    }),
  );
  await ctx.db.patch("units", unitId, { recentPhotos });
  await refreshCompletionPhoto(ctx, unitId);
}

/** The newest photos of a unit. The card of one in the trash keeps the photos with which it will come back. */
async function newestPhotos(
  ctx: QueryCtx,
  { _id: unitId, trashId: own }: Doc<"units">,
): Promise<Doc<"photos">[]> {
  const newest: Doc<"photos">[] = [];
  const photos = withTrash(ctx)
    .db.query("photos")
    .withIndex("unitId_photoDate_createdAt", (q) => q.eq("unitId", unitId))
    .order("desc");
  for await (const photo of photos) {
    if (photo.trashId === undefined || photo.trashId === own) newest.push(photo);
    if (newest.length === recentPhotoCount) break;
  }
  return newest;
}

/** Removes a photo for good, its files last. */
export async function erasePhoto(ctx: MutationCtx, photo: Doc<"photos">): Promise<void> {
  await ctx.db.delete("photos", photo._id);
  // A small photo may be its own preview: a file is deleted once.
  const files = new Set([photo.storageId, photo.previewId ?? photo.storageId]);
  for (const file of files) await ctx.storage.delete(file);
}

/** The fields that identify a photo in an event. */
function subjectOf({ _id, projectId, unitId, type }: Doc<"photos">) {
  return { projectId, unitId, photoId: _id, label: type };
}
