import { z } from "zod";
import { api } from "../_generated/api.js";
import { AppError } from "../lib/errors.ts";
import { parseInput } from "../lib/parse.ts";
import { createPhotoInput } from "../model/inputs/photos.ts";
import { addSentPhoto } from "../model/photoUploads.ts";
import { mutationEndpoint, queryEndpoint, requirePermission } from "./endpoint.ts";
import { type Handler, jsonResponse } from "./responses.ts";
import { readSessionCookie } from "./sessionCookie.ts";

const dateBody = z.object({ photoDate: z.string("Photo date is required").nullable() });

/** The photos of a unit. */
export const listPhotos: Handler = queryEndpoint(api.photos.list, {
  parse: ({ params }) => ({ unitId: params.unitId ?? "" }),
});

/**
 * A photo as a form: the fields `photo`, `unitId` and `type`, and optionally `caption`, `photoDate`, a small `preview` of
 * the photo, and a `key` that makes sending the form again harmless.
 */
export const addPhoto: Handler = async (ctx, request) => {
  const session = readSessionCookie(request) ?? "";
  // Before the many bytes are read.
  await requirePermission(ctx, session, "photos:create");
  const form = await readForm(request);
  const input = parseInput(createPhotoInput, Object.fromEntries(form.entries()));
  const original = fileIn(form, "photo");
  if (original === null) throw missingPhoto();
  const key = form.get("key");
  const photo = await addSentPhoto({ ...ctx, caller: { session } }, input, {
    original,
    preview: fileIn(form, "preview"),
    ...(typeof key === "string" ? { key } : {}),
  });
  return jsonResponse(201, photo);
};

/** A new date of a progress photo. */
export const updatePhotoDate: Handler = mutationEndpoint(api.photos.updateDate, {
  parse: ({ params, body }) => ({ photoId: params.photoId ?? "", ...parseInput(dateBody, body) }),
});

export const removePhoto: Handler = mutationEndpoint(api.photos.remove, {
  parse: ({ params }) => ({ photoId: params.photoId ?? "" }),
});

async function readForm(request: Request): Promise<FormData> {
  const type = request.headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "multipart/form-data")
    throw new AppError("invalid", "Send the photo as multipart/form-data.");
  try {
    return await request.formData();
  } catch {
    throw new AppError("invalid", "The form is not valid multipart/form-data.");
  }
}

/** The file in a field; a browser sends an empty one without a name for a field that nobody filled in. */
function fileIn(form: FormData, field: string): File | null {
  const value = form.get(field);
  if (value === null || typeof value === "string") return null;
  return value.size === 0 && value.name === "" ? null : value;
}

function missingPhoto(): AppError {
  const message = "Photo is required";
  return new AppError("invalid", message, [{ path: "photo", message }]);
}
