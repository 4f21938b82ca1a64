import { v } from "convex/values";
import * as z from "zod";
import { api, internal } from "../../_generated/api.js";
import { AppError } from "../../lib/errors.ts";
import { parseInput } from "../../lib/parse.ts";
import { vPhoto } from "../../model/photos/photos.ts";
import { addSentPhoto, storeUpload } from "../../model/photos/photoUploads.ts";
import { pageParameters } from "../../rules/inputs/pages.ts";
import {
  photoFormInput,
  photosInput,
  projectPhotosInput,
  updatePhotoInput,
} from "../../rules/inputs/photos.ts";
import { noteUse, requirePermission, requirePerson } from "../door/access.ts";
import { actFields, changeRoute, readRoute, requestKey } from "../door/endpoint.ts";
import { contentType, readBytes } from "../door/readBody.ts";
import { readForm } from "../door/readForm.ts";
import { type Handler, jsonResponse } from "../door/responses.ts";
import type { Route } from "../door/route.ts";
import { readSessionCookie } from "../door/sessionCookie.ts";
import { showPhoto } from "./photoImage.ts";

const photoForm = photoFormInput.safeExtend({
  photo: z.file(),
  preview: z.file().optional(),
  ...requestKey,
});
const imageSize = z.object({ size: z.enum(["preview"]).optional() });

/**
 * Adds a photo from a form with the fields `photo`, `unitId` and `type`, and optionally `caption`, `photoDate`,
 * `takenAt`, `taskId`, `rotation`, a small `preview`, `madeAt`, `key` (a resent form with the same key adds nothing),
 * and `by`: the id of the user who made it. A form with `by` is refused with 401 in the session of another user.
 */
const addPhoto: Handler = async (ctx, request) => {
  const session = readSessionCookie(request) ?? "";
  // The permission is checked before the large body is read.
  await requirePermission(ctx, session, { name: "photos:create" });
  const form = await readForm(request);
  const by = form.get("by");
  if (typeof by === "string") await requirePerson(ctx, session, by);
  const input = parseInput(photoFormInput, Object.fromEntries(form.entries()));
  const original = fileIn(form, "photo");
  if (original === null) throw missingPhoto();
  const key = form.get("key");
  const photo = await addSentPhoto({ ...ctx, caller: { session } }, input, {
    original,
    preview: fileIn(form, "preview"),
    ...(typeof key === "string" ? { key } : {}),
  });
  await noteUse(ctx, session);
  return jsonResponse(201, photo);
};

/** The maximum size of an upload in bytes: a photo, and the data that phones append to it. */
const longestUpload = 12 * 1024 * 1024;

/**
 * Receives the bytes of one image at an address that `photos:uploadAddress` gave to the same session. A program without
 * a cookie sends the token of the live door.
 */
const takeUpload: Handler = async (ctx, request, { uploadId = "" }) => {
  const session = readSessionCookie(request);
  const caller = session === null ? {} : { session };
  // The address is checked before the large body is read.
  await ctx.runQuery(internal.photoFiles.awaited, { ...caller, uploadId });
  const sent = await readBytes(request, longestUpload);
  const sentType = contentType(request) ?? "";
  const storageId = await storeUpload({ ...ctx, caller }, uploadId, { sent, sentType });
  return jsonResponse(200, { storageId });
};

export const photoRoutes: readonly Route[] = [
  readRoute("/api/units/:unitId/photos", {
    summary: "The photos of a unit by date, newest first; with a hash those of that file",
    calls: api.photos.list,
    query: photosInput,
  }),
  readRoute("/api/projects/:projectId/photos", {
    summary: "The photos of a project by date, newest first, in pages",
    calls: api.photos.ofProject,
    query: projectPhotosInput.omit({ through: true }).extend(pageParameters),
  }),
  readRoute("/api/projects/:projectId/photos/:photoId", {
    summary: "One photo of a project",
    calls: api.photos.get,
  }),
  {
    ...{ method: "POST", path: "/api/photos", access: "file:write" },
    summary: "Add a photo to a unit, with a small preview of it where there is one",
    body: { type: "multipart/form-data", schema: () => photoForm },
    answer: { status: 201, shape: vPhoto },
    handler: addPhoto,
  },
  {
    ...{ method: "POST", path: "/api/photos/uploads/:uploadId", access: "file:write" },
    summary:
      "The bytes of one image, to an address from `photos:uploadAddress` of the same session",
    body: { type: "image/*" },
    answer: { status: 200, shape: v.object({ storageId: v.id("_storage") }) },
    handler: takeUpload,
  },
  changeRoute("PATCH", "/api/photos/:photoId", {
    summary: "Update the sent fields of a photo; only progress photos can move to another date",
    calls: api.photos.update,
    body: updatePhotoInput.safeExtend(actFields),
  }),
  changeRoute("DELETE", "/api/photos/:photoId", {
    summary: "Delete a photo and its files",
    calls: api.photos.remove,
  }),
  {
    ...{ method: "GET", path: "/api/photos/:filename", access: "project:read", query: imageSize },
    summary: "The image of a photo by its file name, or the preview of it",
    answer: { status: 200, contentType: "image/*" },
    handler: showPhoto,
  },
];

/** The file in a field; null for an empty field, for which a browser sends an empty file without a name. */
function fileIn(form: FormData, field: string): File | null {
  const value = form.get(field);
  if (value === null || typeof value === "string") return null;
  return value.size === 0 && value.name === "" ? null : value;
}

function missingPhoto(): AppError {
  const message = "Photo is required";
  return new AppError("invalid", message, [{ path: "photo", message }]);
}
