import { type Infer, v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel.js";
import { AppError } from "../../lib/errors.ts";
import { plainFileName } from "../../rules/photoLimits.ts";
import type { MutationCtx, QueryCtx } from "../context/context.ts";
import { unitExists } from "../context/records.ts";
import { withTrash } from "../context/trashMarks.ts";
import { forgetUpload } from "./uploadAddresses.ts";

/** The maximum length of a file name; longer names are cut. */
const maxNameLength = 255;

export const vImage = v.object({
  storageId: v.id("_storage"),
  originalName: v.union(v.string(), v.null()),
});

/** The stored file of an image address; a photo without a preview is shown by its original. */
export async function requireImage(
  ctx: QueryCtx,
  filename: string,
  size: "original" | "preview",
): Promise<Infer<typeof vImage>> {
  const photo = await ctx.db
    .query("photos")
    .withIndex("filename", (q) => q.eq("filename", filename))
    .unique();
  if (photo === null || !(await unitExists(ctx, photo.unitId)))
    throw new AppError("not_found", "Photo not found");
  const { storageId, previewId = storageId, originalName = null } = photo;
  return { storageId: size === "preview" ? previewId : storageId, originalName };
}

/**
 * The viewer's photo that was already made of these files; null when they are unused. Throws "not_found" when they
 * belong to another photo.
 */
export async function claimedPhoto(
  ctx: QueryCtx,
  viewer: Doc<"users">,
  sent: { storageId: string; previewId: string | null },
): Promise<Doc<"photos"> | null> {
  const [original, preview] = [fileIdOf(ctx, sent.storageId), fileIdOf(ctx, sent.previewId)];
  const photo = original && (await photoOfFile(ctx, original));
  const photoOfPreview = preview && (await photoOfFile(ctx, preview));
  if (photo === null && photoOfPreview === null) return null;
  const isOwn = photo?.uploadedBy === viewer._id;
  if (photo === null || !isOwn || (photo.previewId ?? null) !== preview)
    throw new AppError("not_found", "The uploaded file was not found");
  return photo;
}

function fileIdOf(ctx: QueryCtx, sent: string | null): Id<"_storage"> | null {
  return sent === null ? null : ctx.db.system.normalizeId("_storage", sent);
}

/**
 * Throws "conflict" when a file belongs to a photo already: two photos with one file could not be deleted separately.
 */
export async function requireUnused(
  ctx: QueryCtx,
  files: readonly (Id<"_storage"> | null)[],
): Promise<void> {
  for (const file of files) {
    if (file !== null && (await photoOfFile(withTrash(ctx), file)) !== null)
      throw new AppError("conflict", "The uploaded file is a photo already");
  }
}

/** Deletes a file that no photo uses, and its upload row. Returns true when a file was deleted. */
export async function discardIfUnused(ctx: MutationCtx, file: Id<"_storage">): Promise<boolean> {
  await forgetUpload(ctx, file);
  // A photo in the trash keeps its files.
  if ((await photoOfFile(withTrash(ctx), file)) !== null) return false;
  if ((await ctx.db.system.get("_storage", file)) === null) return false;
  await ctx.storage.delete(file);
  return true;
}

/** The stored form of a sent file name: plain text, without folders, and no longer than `maxNameLength`. */
export function storableName(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? "";
  // A cut may split a surrogate pair. `plainFileName` removes the half that is left.
  return plainFileName(base.slice(0, maxNameLength));
}

async function photoOfFile(ctx: QueryCtx, file: Id<"_storage">): Promise<Doc<"photos"> | null> {
  const photo = await ctx.db
    .query("photos")
    .withIndex("storageId", (q) => q.eq("storageId", file))
    .unique();
  if (photo !== null) return photo;
  return await ctx.db
    .query("photos")
    .withIndex("previewId", (q) => q.eq("previewId", file))
    .unique();
}
