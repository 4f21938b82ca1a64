import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel.js";
import { AppError } from "../../lib/errors.ts";
import type { vUploadedImage } from "../../tables/bookkeeping.ts";
import type { MutationCtx, QueryCtx } from "../context/context.ts";

/** The time for which an address accepts a file, and for which an unused upload is kept, in milliseconds. */
export const uploadLifetimeMs = 60 * 60_000;

type UploadedImage = Infer<typeof vUploadedImage>;

/** Creates an upload address for one file of this session. */
export async function openUpload(
  ctx: MutationCtx,
  sessionId: Id<"sessions">,
): Promise<Id<"photoUploads">> {
  const expiresAt = Date.now() + uploadLifetimeMs;
  return await ctx.db.insert("photoUploads", { sessionId, expiresAt });
}

/** The upload address of a sent id, if it belongs to this session and still accepts a file; otherwise throws. */
export async function requireOpenUpload(
  ctx: QueryCtx,
  sessionId: Id<"sessions">,
  sent: string,
): Promise<Doc<"photoUploads">> {
  const id = ctx.db.normalizeId("photoUploads", sent);
  const upload = id === null ? null : await ctx.db.get("photoUploads", id);
  // An address of another session counts as one that does not exist.
  if (upload === null || upload.sessionId !== sessionId || upload.expiresAt <= Date.now())
    throw new AppError("not_found", "This upload address is not valid any more: ask for a new one");
  if (upload.storageId !== undefined)
    throw new AppError("conflict", "This upload address was used already: ask for a new one");
  return upload;
}

/** Stores the file that an address received; the address accepts no other file. */
export async function keepUpload(
  ctx: MutationCtx,
  upload: Doc<"photoUploads">,
  { storageId, image }: { storageId: Id<"_storage">; image: UploadedImage },
): Promise<void> {
  await ctx.db.patch("photoUploads", upload._id, { storageId, image });
}

/** The file that an address of this session received. Files that were stored in any other way are "not found". */
export async function requireUploaded(
  ctx: QueryCtx,
  sessionId: Id<"sessions">,
  sent: string,
): Promise<{ storageId: Id<"_storage">; image: UploadedImage }> {
  const storageId = ctx.db.system.normalizeId("_storage", sent);
  const upload = storageId === null ? null : await uploadOf(ctx, storageId);
  if (storageId === null || upload?.image === undefined || upload.sessionId !== sessionId)
    throw new AppError("not_found", "The uploaded file was not found");
  return { storageId, image: upload.image };
}

/** Deletes the upload row of a stored file, if there is one. */
export async function forgetUpload(ctx: MutationCtx, storageId: Id<"_storage">): Promise<void> {
  const upload = await uploadOf(ctx, storageId);
  if (upload !== null) await ctx.db.delete("photoUploads", upload._id);
}

/** Up to `limit` expired upload addresses. */
export async function listExpiredUploads(
  ctx: QueryCtx,
  limit: number,
): Promise<Doc<"photoUploads">[]> {
  return await ctx.db
    .query("photoUploads")
    .withIndex("expiresAt", (q) => q.lte("expiresAt", Date.now()))
    .take(limit);
}

async function uploadOf(
  ctx: QueryCtx,
  storageId: Id<"_storage">,
): Promise<Doc<"photoUploads"> | null> {
  return await ctx.db
    .query("photoUploads")
    .withIndex("storageId", (q) => q.eq("storageId", storageId))
    .unique();
}
