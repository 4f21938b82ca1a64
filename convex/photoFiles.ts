import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { jobMutation, jobQuery } from "./functions.ts";
import { answerOnce } from "./model/context/requestKeys.ts";
import * as PhotoFiles from "./model/photos/photoFiles.ts";
import { requirePhoto, toPhoto, vPhoto } from "./model/photos/photos.ts";
import { addPhoto } from "./model/photos/photoWrites.ts";
import * as Uploads from "./model/photos/uploadAddresses.ts";
import { requireUnit } from "./model/projects/units.ts";
import { requireSession, requireStaff } from "./model/sessions/viewer.ts";
import { vPhotoType } from "./schema.ts";
import { vUploadedImage } from "./tables/bookkeeping.ts";

const session = v.optional(v.string());

/** The place of the bytes of an image address; for the image route alone. */
export const image = jobQuery({
  args: { session, filename: v.string(), size: literals("original", "preview") },
  returns: PhotoFiles.vImage,
  handler: async (ctx, { session, filename, size }) => {
    await requireStaff(ctx, session, "project:read");
    return await PhotoFiles.requireImage(ctx, filename, size);
  },
});

/** Fails unless the upload address is of the caller's session and still takes a file. */
export const awaited = jobQuery({
  args: { session, uploadId: v.string() },
  returns: v.null(),
  handler: async (ctx, { session, uploadId }) => {
    const caller = await requireSession(ctx, session, "file:write");
    await Uploads.requireOpenUpload(ctx, caller._id, uploadId);
    return null;
  },
});

/** Writes down the checked file that an upload address of the caller's session has taken. */
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

/** The files that the caller's session has uploaded under these ids, or the photo of the caller's they are already. */
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
    key: v.optional(v.string()),
    unitId: v.string(),
    type: vPhotoType,
    caption: v.union(v.string(), v.null()),
    photoDate: v.union(v.number(), v.null()),
    filename: v.string(),
    originalName: v.string(),
    mimeType: v.string(),
    fileSize: v.number(),
    sha256: v.string(),
    storageId: v.id("_storage"),
    previewId: v.union(v.id("_storage"), v.null()),
  },
  returns: vPhoto,
  handler: async (ctx, { session, key, unitId, caption, photoDate, previewId, ...file }) => {
    const writer = { ...ctx, viewer: await requireStaff(ctx, session, "file:write") };
    return await answerOnce(writer, { operation: "photos:create", key }, async () => {
      const unit = await requireUnit(ctx, unitId);
      await PhotoFiles.requireUnused(ctx, [file.storageId, previewId]);
      const now = Date.now();
      const id = await addPhoto(writer, {
        ...file,
        ...(caption === null ? {} : { caption }),
        ...(previewId === null ? {} : { previewId }),
        originalName: PhotoFiles.storableName(file.originalName),
        unitId: unit._id,
        projectId: unit.projectId,
        photoDate: photoDate ?? now,
        createdAt: now,
      });
      await Uploads.forgetUpload(ctx, file.storageId);
      if (previewId !== null) await Uploads.forgetUpload(ctx, previewId);
      return toPhoto(await requirePhoto(ctx, id));
    });
  },
});

/** Deletes those of the files that no photo has. */
export const discardUnused = jobMutation({
  args: { files: v.array(v.id("_storage")) },
  returns: v.null(),
  handler: async (ctx, { files }) => {
    for (const file of files) await PhotoFiles.discardIfUnused(ctx, file);
    return null;
  },
});
