import { v } from "convex/values";
import { sessionAction, staffMutation, staffQuery } from "./functions.ts";
import { parseInput } from "./lib/parse.ts";
import { photoDateInput } from "./model/inputs/photos.ts";
import * as Photos from "./model/photos.ts";
import { addStoredPhoto } from "./model/photoUploads.ts";
import { vDeleted } from "./model/shapes.ts";
import { requireUnit } from "./model/units.ts";

const optionalText = v.optional(v.union(v.string(), v.null()));

/** The photos of a unit by date, newest first. */
export const list = staffQuery("project:read")({
  args: { unitId: v.string() },
  returns: v.array(Photos.vPhoto),
  handler: async (ctx, { unitId }) => {
    const unit = await requireUnit(ctx, unitId);
    return (await Photos.listPhotos(ctx, unit._id)).map(Photos.toPhoto);
  },
});

/** An address that takes one file; the id it answers with goes to `create`. */
export const uploadAddress = staffMutation("file:write")({
  args: {},
  returns: v.string(),
  handler: async (ctx) => await ctx.storage.generateUploadUrl(),
});

/** Makes an uploaded file, and its preview if there is one, a photo of a unit; refused files are deleted. */
export const create = sessionAction({
  args: {
    unitId: v.string(),
    type: v.string(),
    caption: optionalText,
    photoDate: optionalText,
    storageId: v.string(),
    previewId: optionalText,
    originalName: v.string(),
  },
  returns: Photos.vPhoto,
  handler: async (ctx, { storageId, previewId = null, originalName, ...sent }) =>
    await addStoredPhoto(ctx, sent, { storageId, previewId, originalName }),
});

/** Moves a progress photo to another date. */
export const updateDate = staffMutation("file:write")({
  args: { photoId: v.string(), photoDate: v.union(v.string(), v.null()) },
  returns: Photos.vPhoto,
  handler: async (ctx, { photoId, ...sent }) => {
    const photo = await Photos.requirePhoto(ctx, photoId);
    const { photoDate } = parseInput(photoDateInput, sent);
    return Photos.toPhoto(await Photos.updatePhotoDate(ctx, photo, photoDate));
  },
});

/** Removes a photo and its files. */
export const remove = staffMutation("file:write")({
  args: { photoId: v.string() },
  returns: vDeleted,
  handler: async (ctx, { photoId }) => {
    await Photos.removePhoto(ctx, await Photos.requirePhoto(ctx, photoId));
    return { success: true as const };
  },
});
