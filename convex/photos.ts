import { v } from "convex/values";
import { sessionAction, sessionMutation, staffMutation, staffQuery } from "./functions.ts";
import { parseInput } from "./lib/parse.ts";
import { siteOrigin } from "./lib/siteOrigin.ts";
import { actArgs, actTime } from "./model/context/actTimes.ts";
import { vDeleted } from "./model/context/records.ts";
import { isFirstTime } from "./model/context/requestKeys.ts";
import * as Photos from "./model/photos/photos.ts";
import * as ProjectPhotos from "./model/photos/projectPhotos.ts";
import { addStoredPhoto } from "./model/photos/photoUploads.ts";
import * as Writes from "./model/photos/photoWrites.ts";
import { openUpload } from "./model/photos/uploadAddresses.ts";
import { requireProject } from "./model/projects/projects.ts";
import { requireUnit } from "./model/projects/units.ts";
import { photosInput, projectPhotosInput, updatePhotoInput } from "./rules/inputs/photos.ts";

const optionalText = v.optional(v.union(v.string(), v.null()));

/**
 * The photos of a unit by date, newest first. With `sha256`, only the photos that were made of the file with this hash.
 */
export const list = staffQuery("project:read")({
  args: { unitId: v.string(), sha256: v.optional(v.string()) },
  returns: v.array(Photos.vPhoto),
  handler: async (ctx, { unitId, ...sent }) => {
    const unit = await requireUnit(ctx, unitId);
    const { sha256 } = parseInput(photosInput, sent);
    const photos =
      sha256 === undefined
        ? await Photos.listPhotos(ctx, unit._id)
        : await Photos.listPhotosOfFile(ctx, unit._id, sha256);
    return photos.map(Photos.toPhoto);
  },
});

/**
 * A page of the photos of a project by date, newest first. The arguments narrow it to one unit, stage, task, person or
 * day. A live page that ends at `through` keeps its end, so that pages join while photos are added or deleted.
 */
export const ofProject = staffQuery("project:read")({
  args: {
    projectId: v.string(),
    unitId: v.optional(v.string()),
    type: v.optional(v.string()),
    taskId: v.optional(v.string()),
    uploadedBy: v.optional(v.string()),
    day: v.optional(v.string()),
    cursor: optionalText,
    through: optionalText,
    limit: v.optional(v.number()),
  },
  returns: ProjectPhotos.vProjectPhotosPage,
  handler: async (ctx, { projectId, ...sent }) =>
    await ProjectPhotos.projectPhotosPage(
      ctx,
      await requireProject(ctx, projectId),
      parseInput(projectPhotosInput, sent),
    ),
});

/** One photo of a project. */
export const get = staffQuery("project:read")({
  args: { projectId: v.string(), photoId: v.string() },
  returns: ProjectPhotos.vProjectPhoto,
  handler: async (ctx, { projectId, photoId }) =>
    await ProjectPhotos.requireProjectPhoto(ctx, await requireProject(ctx, projectId), photoId),
});

/**
 * An address that takes one image from this session within an hour; the id that it answers with goes to `create`. The
 * upload addresses of the file storage itself would take any file from anyone who knows them.
 */
export const uploadAddress = sessionMutation("file:write")({
  args: {},
  returns: v.string(),
  handler: async (ctx) =>
    `${siteOrigin()}/api/photos/uploads/${await openUpload(ctx, ctx.ownSession._id)}`,
});

/** Makes an uploaded file, and its preview if there is one, a photo of a unit; refused files are deleted. */
export const create = sessionAction({
  args: {
    unitId: v.string(),
    type: v.string(),
    caption: optionalText,
    photoDate: optionalText,
    takenAt: optionalText,
    taskId: optionalText,
    rotation: v.optional(v.number()),
    ...actArgs,
    storageId: v.string(),
    previewId: optionalText,
    originalName: v.string(),
  },
  returns: Photos.vPhoto,
  handler: async (ctx, { storageId, previewId = null, originalName, key, ...sent }) =>
    await addStoredPhoto(ctx, sent, {
      ...{ storageId, previewId, originalName },
      ...(key !== undefined && { key }),
    }),
});

/** Updates the sent fields of a photo; only progress photos can move to another date. */
export const update = staffMutation("file:write")({
  args: {
    photoId: v.string(),
    ...actArgs,
    photoDate: optionalText,
    rotation: v.optional(v.number()),
    taskId: optionalText,
    caption: optionalText,
  },
  returns: Photos.vPhoto,
  handler: async (ctx, { photoId, key, madeAt, ...sent }) => {
    const photo = await Photos.requirePhoto(ctx, photoId);
    const input = { ...parseInput(updatePhotoInput, sent), time: actTime(madeAt) };
    const isFirst = await isFirstTime(ctx, { operation: "photos:update", key, record: photoId });
    return Photos.toPhoto(isFirst ? await Writes.updatePhoto(ctx, photo, input) : photo);
  },
});

/** Deletes a photo and its files. */
export const remove = staffMutation("file:write")({
  args: { photoId: v.string() },
  returns: vDeleted,
  handler: async (ctx, { photoId }) => {
    await Writes.deletePhoto(ctx, await Photos.requirePhoto(ctx, photoId));
    return { success: true as const };
  },
});
