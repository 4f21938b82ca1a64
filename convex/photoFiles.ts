import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { jobMutation, jobQuery } from "./functions.ts";
import { actArgs, actTime, momentOf } from "./model/context/actTimes.ts";
import { answerOnce } from "./model/context/requestKeys.ts";
import * as PhotoFiles from "./model/photos/photoFiles.ts";
import { requirePhoto, taskOfPhoto, toPhoto, vPhoto } from "./model/photos/photos.ts";
import { addPhoto } from "./model/photos/photoWrites.ts";
import * as Uploads from "./model/photos/uploadAddresses.ts";
import { requireUnit } from "./model/projects/units.ts";
import { requireSession, requireStaff } from "./model/sessions/viewer.ts";
import { vPhotoType, vRotation } from "./tables/photos.ts";
import { vUploadedImage } from "./tables/bookkeeping.ts";

const session = v.optional(v.string());

/** The stored file behind an image address; for the image route alone. */
export const image = jobQuery({
  args: { session, filename: v.string(), size: literals("original", "preview") },
  returns: PhotoFiles.vImage,
  handler: async (ctx, { session, filename, size }) => {
    await requireStaff(ctx, session, "project:read");
    return await PhotoFiles.requireImage(ctx, filename, size);
  },
});

/** Fails unless the upload address belongs to the caller's session and has not received a file yet. */
export const awaited = jobQuery({
  args: { session, uploadId: v.string() },
  returns: v.null(),
  handler: async (ctx, { session, uploadId }) => {
    const caller = await requireSession(ctx, session, "file:write");
    await Uploads.requireOpenUpload(ctx, caller._id, uploadId);
    return null;
  },
});

/** Stores the checked file that an upload address of the caller's session has received. */
export const keep = jobMutation({
  args: { session, uploadId: v.string(), storageId: v.id("_storage"), image: vUploadedImage },
  returns: v.null(),
  handler: async (ctx, { session, uploadId, ...file }) => {
    const caller = await requireSession(ctx, session, "file:write");
    const upload = await Uploads.requireOpenUpload(ctx, caller._id, uploadId);
    await Uploads.keepUpload(ctx, upload, file);
    return null;
  },
});

const vUploaded = v.object({ storageId: v.id("_storage"), image: vUploadedImage });

/**
 * The files that the caller's session has uploaded under these ids, or the caller's photo that was already made of
 * them.
 */
export const claim = jobQuery({
  args: { session, storageId: v.string(), previewId: v.union(v.string(), v.null()) },
  returns: v.union(
    v.object({ photo: vPhoto }),
    v.object({ original: vUploaded, preview: v.union(vUploaded, v.null()) }),
  ),
  handler: async (ctx, { session, ...sent }) => {
    const viewer = await requireStaff(ctx, session, "file:write");
    const photo = await PhotoFiles.claimedPhoto(ctx, viewer, sent);
    if (photo !== null) return { photo: toPhoto(photo) };
    const { _id } = await requireSession(ctx, session, "file:write");
    const original = await Uploads.requireUploaded(ctx, _id, sent.storageId);
    const preview = sent.previewId && (await Uploads.requireUploaded(ctx, _id, sent.previewId));
    return { original, preview: preview || null };
  },
});

/** Adds a photo whose files are stored and checked. */
export const add = jobMutation({
  args: {
    session,
    ...actArgs,
    unitId: v.string(),
    type: vPhotoType,
    caption: v.union(v.string(), v.null()),
    photoDate: v.union(v.number(), v.null()),
    takenAt: v.union(v.number(), v.null()),
    taskId: v.union(v.string(), v.null()),
    rotation: vRotation,
    filename: v.string(),
    originalName: v.string(),
    mimeType: v.string(),
    fileSize: v.number(),
    sha256: v.string(),
    storageId: v.id("_storage"),
    previewId: v.union(v.id("_storage"), v.null()),
  },
  returns: vPhoto,
  handler: async (ctx, { session, key, madeAt, unitId, ...sent }) => {
    const writer = { ...ctx, viewer: await requireStaff(ctx, session, "file:write") };
    const time = actTime(madeAt);
    return await answerOnce(writer, { operation: "photos:create", key }, async () => {
      const unit = await requireUnit(ctx, unitId);
      const { caption, photoDate, takenAt, rotation, previewId, taskId: sentTask, ...file } = sent;
      const taskId = await taskOfPhoto(ctx, unit._id, sentTask);
      await PhotoFiles.requireUnused(ctx, [file.storageId, previewId]);
      const photo = {
        ...{ ...file, unitId: unit._id, projectId: unit.projectId },
        ...(caption !== null && { caption }),
        ...(takenAt !== null && { takenAt }),
        ...(taskId !== null && { taskId }),
        ...(rotation !== 0 && { rotation }),
        ...(previewId !== null && { previewId }),
        originalName: PhotoFiles.storableName(file.originalName),
        photoDate: photoDate ?? takenAt ?? momentOf(time),
        createdAt: momentOf(time),
      };
      const id = await addPhoto(writer, photo, time);
      await Uploads.forgetUpload(ctx, file.storageId);
      if (previewId !== null) await Uploads.forgetUpload(ctx, previewId);
      return toPhoto(await requirePhoto(ctx, id));
    });
  },
});

/** Deletes the given files that belong to no photo. */
export const discardUnused = jobMutation({
  args: { files: v.array(v.id("_storage")) },
  returns: v.null(),
  handler: async (ctx, { files }) => {
    for (const file of files) await PhotoFiles.discardIfUnused(ctx, file);
    return null;
  },
});
