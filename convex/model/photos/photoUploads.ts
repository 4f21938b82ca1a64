import type { Infer } from "convex/values";
import { internal } from "../../_generated/api.js";
import type { Id } from "../../_generated/dataModel.js";
import type { ActionCtx } from "../../_generated/server.js";
import { AppError } from "../../lib/errors.ts";
import { parseInput } from "../../lib/parse.ts";
import { type CreatePhotoInput, createPhotoInput } from "../../rules/inputs/photos.ts";
import {
  maxPhotoPixels,
  maxPreviewPixels,
  type PhotoFileProblem,
  photoFileProblem,
  tooManyPixels,
  wrongPhotoType,
} from "../../rules/photoLimits.ts";
import { type CheckedImage, checkImage, extensionOf } from "./photoContents.ts";
import type { vPhoto } from "./photos.ts";

/** The maximum size of a preview in bytes; a larger one would defeat its purpose. */
const maxPreviewBytes = 2 * 1024 * 1024;

type Photo = Infer<typeof vPhoto>;

/** The context of an action for a session. The HTTP door passes a session secret; the live door passes none. */
type UploadCtx = ActionCtx & { caller: { session?: string } };

type ImageFacts = Omit<CheckedImage, "kept">;

/** Stores the sent files and adds them as a photo; leaves no file behind when that fails. */
export async function addSentPhoto(
  ctx: UploadCtx,
  input: CreatePhotoInput,
  { original, preview, ...key }: { original: File; preview: File | null; key?: string },
): Promise<Photo> {
  const photo = await requirePhoto(original);
  const small = preview && (await requirePreview(preview));
  const storageId = await ctx.storage.store(photo.kept);
  const files = [storageId];
  try {
    const previewId = small && (await ctx.storage.store(small.kept));
    if (previewId !== null) files.push(previewId);
    return await ctx.runMutation(internal.photoFiles.add, {
      ...{ ...ctx.caller, ...key, ...newPhoto(input, photo) },
      ...{ originalName: original.name, storageId, previewId },
    });
  } finally {
    await ctx.runMutation(internal.photoFiles.discardUnused, { files });
  }
}

/** Checks and stores the file that an upload address received; returns the id of the stored file. */
export async function storeUpload(
  ctx: UploadCtx,
  uploadId: string,
  { sent, sentType }: { sent: Blob; sentType: string },
): Promise<Id<"_storage">> {
  const name = "sent";
  // The file's name is checked when it becomes a photo; an upload address receives bytes only.
  const { kept, ...image } = await requirePhoto(new File([sent], name, { type: "image/jpeg" }));
  const storageId = await ctx.storage.store(kept);
  try {
    const file = { storageId, image: { ...image, sentType } };
    await ctx.runMutation(internal.photoFiles.keep, { ...ctx.caller, uploadId, ...file });
  } catch (error) {
    await ctx.runMutation(internal.photoFiles.discardUnused, { files: [storageId] });
    throw error;
  }
  return storageId;
}

/**
 * Makes uploaded files of the caller's session a photo, and deletes the files when that fails. A repeated call with the
 * same files returns the photo that was made of them.
 */
export async function addStoredPhoto(
  ctx: UploadCtx,
  sent: unknown,
  file: { storageId: string; previewId: string | null; originalName: string; key?: string },
): Promise<Photo> {
  const { storageId, previewId, originalName, ...key } = file;
  const claim = { ...ctx.caller, storageId, previewId };
  const claimed = await ctx.runQuery(internal.photoFiles.claim, claim);
  if ("photo" in claimed) return claimed.photo;
  const { original, preview } = claimed;
  try {
    const input = parseInput(createPhotoInput, sent);
    const { sentType: type, fileSize: size } = original.image;
    refuse(photoFileProblem({ name: originalName, type, size }));
    if (preview !== null) requireSmall(preview.image);
    return await ctx.runMutation(internal.photoFiles.add, {
      ...{ ...ctx.caller, ...key, ...newPhoto(input, original.image), originalName },
      ...{ storageId: original.storageId, previewId: preview?.storageId ?? null },
    });
  } finally {
    const files = [original, ...(preview === null ? [] : [preview])];
    const ids = files.map(({ storageId }) => storageId);
    await ctx.runMutation(internal.photoFiles.discardUnused, { files: ids });
  }
}

function newPhoto(
  { caption = null, photoDate = null, takenAt = null, taskId = null, ...input }: CreatePhotoInput,
  { mimeType, fileSize, sha256 }: ImageFacts,
) {
  // The random name is made in the action: the random numbers of a mutation follow from a seed and could be guessed.
  const filename = `${crypto.randomUUID()}.${extensionOf(mimeType)}`;
  const { unitId, type, rotation = 0, madeAt } = input;
  return {
    ...{ unitId, type, caption, photoDate, takenAt, taskId, rotation },
    ...(madeAt !== undefined && { madeAt }),
    ...{ mimeType, filename, fileSize, sha256 },
  };
}

/** Checks a sent file by its name, size, format and number of pixels; throws when a rule is broken. */
async function requirePhoto(file: File): Promise<CheckedImage> {
  refuse(photoFileProblem(file));
  const image = await checkImage(file);
  if (image === null) throw refused(wrongPhotoType(file.name));
  if (image.pixels > maxPhotoPixels) throw refused(tooManyPixels(image.pixels));
  return image;
}

async function requirePreview(file: File): Promise<CheckedImage> {
  if (file.size > maxPreviewBytes) throw new AppError("too_large", "The preview is too large");
  const image = await checkImage(file);
  if (image === null) throw new AppError("invalid", "The preview is not a valid image");
  requireSmall(image);
  return image;
}

function requireSmall({ fileSize, pixels }: Pick<ImageFacts, "fileSize" | "pixels">): void {
  if (fileSize > maxPreviewBytes) throw new AppError("too_large", "The preview is too large");
  if (pixels > maxPreviewPixels)
    throw new AppError("too_large", "The preview may have at most 1 megapixel");
}

function refuse(problem: PhotoFileProblem | null): void {
  if (problem !== null) throw refused(problem);
}

function refused({ code, description }: PhotoFileProblem): AppError {
  return new AppError(code, description, [{ path: "photo", message: description }]);
}
