import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { jobMutation, jobQuery } from "./functions.ts";
import { answerOnce } from "./model/keys.ts";
import * as PhotoFiles from "./model/photoFiles.ts";
import { addPhoto, requirePhoto, toPhoto, vPhoto } from "./model/photos.ts";
import { requireUnit } from "./model/units.ts";
import { requireStaff } from "./model/viewer.ts";
import { vPhotoType } from "./schema.ts";

const session = v.optional(v.string());

/** Where the bytes of an image address are; for the image route alone. */
export const image = jobQuery({
  args: { session, filename: v.string(), size: literals("original", "preview") },
  returns: PhotoFiles.vImage,
  handler: async (ctx, { session, filename, size }) => {
    await requireStaff(ctx, session, "project:read");
    return await PhotoFiles.requireImage(ctx, filename, size);
  },
});

/** The uploaded files behind the ids that the caller has sent, and the photo of the caller's they are already. */
export const claim = jobQuery({
  args: { session, storageId: v.string(), previewId: v.union(v.string(), v.null()) },
  returns: v.object({
    original: PhotoFiles.vFile,
    preview: v.union(PhotoFiles.vFile, v.null()),
    photo: v.union(vPhoto, v.null()),
  }),
  handler: async (ctx, { session, storageId, previewId }) => {
    const viewer = await requireStaff(ctx, session, "file:write");
    const original = await PhotoFiles.requireFile(ctx, storageId);
    const preview = previewId === null ? null : await PhotoFiles.requireFile(ctx, previewId);
    const photo = await PhotoFiles.claimedPhoto(ctx, viewer, { original, preview });
    return { original, preview, photo: photo && toPhoto(photo) };
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
