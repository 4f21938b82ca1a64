import type { Infer } from "convex/values";
import { internal } from "../_generated/api.js";
import type { Id } from "../_generated/dataModel.js";
import type { ActionCtx } from "../_generated/server.js";
import { AppError, must } from "../lib/errors.ts";
import { parseInput } from "../lib/parse.ts";
import {
  type CreatePhotoInput,
  createPhotoInput,
  type PhotoFileProblem,
  photoFileProblem,
  type PhotoMimeType,
  wrongPhotoType,
} from "./inputs/photos.ts";
import { extensionOf, readPhotoType } from "./photoKinds.ts";
import type { vPhoto } from "./photos.ts";

/** Previews are made to be small; one that is not would defeat its purpose. */
const maxPreviewBytes = 2 * 1024 * 1024;

type Photo = Infer<typeof vPhoto>;

/** An action on behalf of a session: of the HTTP door when there is a secret, else of the live door. */
type UploadCtx = ActionCtx & { caller: { session?: string } };

/** A file before it is a photo; its bytes are read only when its size is fine. */
type Candidate = { name: string; type: string; size: number; read: () => Promise<Blob> };

/** Stores the sent files and adds them as a photo; leaves no file behind when that fails. */
export async function addSentPhoto(
  ctx: UploadCtx,
  input: CreatePhotoInput,
  { original, preview, ...key }: { original: File; preview: File | null; key?: string },
): Promise<Photo> {
  const mimeType = await requirePhoto(sentFile(original));
  const previewType = preview && (await requirePreview(sentFile(preview)));
  const storageId = await ctx.storage.store(new Blob([original], { type: mimeType }));
  const files = [storageId];
  try {
    const previewId =
      preview && (await ctx.storage.store(new Blob([preview], { type: previewType ?? "" })));
    if (previewId !== null) files.push(previewId);
    return await ctx.runMutation(internal.photoFiles.add, {
      ...{ ...ctx.caller, ...key, ...newPhoto(input, mimeType) },
      ...{ originalName: original.name, fileSize: original.size, storageId, previewId },
    });
  } finally {
    await ctx.runMutation(internal.photoFiles.discardUnused, { files });
  }
}

/**
 * Adds files that the caller has uploaded to the file storage as a photo, and deletes them when that fails. Called again
 * with the same files it answers with the photo that they have become.
 */
export async function addStoredPhoto(
  ctx: UploadCtx,
  sent: unknown,
  file: { storageId: string; previewId: string | null; originalName: string },
): Promise<Photo> {
  const { storageId, previewId, originalName } = file;
  const claim = { ...ctx.caller, storageId, previewId };
  const { original, preview, photo } = await ctx.runQuery(internal.photoFiles.claim, claim);
  if (photo !== null) return photo;
  try {
    const input = parseInput(createPhotoInput, sent);
    const mimeType = await requirePhoto(storedFile(ctx, original, originalName));
    if (preview !== null) await requirePreview(storedFile(ctx, preview, originalName));
    return await ctx.runMutation(internal.photoFiles.add, {
      ...{ ...ctx.caller, ...newPhoto(input, mimeType) },
      ...{ originalName, fileSize: original.size },
      ...{ storageId: original.id, previewId: preview?.id ?? null },
    });
  } finally {
    const files = preview === null ? [original.id] : [original.id, preview.id];
    await ctx.runMutation(internal.photoFiles.discardUnused, { files });
  }
}

function newPhoto(
  { unitId, type, caption = null, photoDate = null }: CreatePhotoInput,
  mimeType: PhotoMimeType,
) {
  // Made here and not in the mutation, whose random numbers follow from a seed.
  const filename = `${crypto.randomUUID()}.${extensionOf(mimeType)}`;
  return { unitId, type, caption, photoDate, mimeType, filename };
}

function sentFile(file: File): Candidate {
  return { name: file.name, type: file.type, size: file.size, read: async () => file };
}

function storedFile(
  ctx: ActionCtx,
  file: { id: Id<"_storage">; size: number; type: string },
  name: string,
): Candidate {
  const read = async () => must(await ctx.storage.get(file.id), "a claimed file is stored");
  return { name, type: file.type, size: file.size, read };
}

/** The format of a photo, if the rules hold both for what it is called and for what it is. */
async function requirePhoto(file: Candidate): Promise<PhotoMimeType> {
  const problem = photoFileProblem(file);
  if (problem !== null) throw refused(problem);
  const type = await readPhotoType(await file.read());
  if (type === null) throw refused(wrongPhotoType(file.name));
  return type;
}

async function requirePreview(file: Candidate): Promise<PhotoMimeType> {
  if (file.size > maxPreviewBytes) throw new AppError("too_large", "The preview is too large");
  const type = await readPhotoType(await file.read());
  if (type === null) throw new AppError("invalid", "The preview is not a valid image");
  return type;
}

function refused({ code, description }: PhotoFileProblem): AppError {
  return new AppError(code, description, [{ path: "photo", message: description }]);
}
