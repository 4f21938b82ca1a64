import { internal } from "../../_generated/api.js";
import { AppError } from "../../lib/errors.ts";
import { photoTypeOf } from "../../model/photos/photoContents.ts";
import type { Handler } from "../door/responses.ts";
import { readSessionCookie } from "../door/sessionCookie.ts";

/**
 * The image of a photo, or its preview when `?size=preview` asks for it. What people upload is shown and never run: the
 * type is one of ours, browsers may not guess another, and nothing inside may load or execute.
 */
export const showPhoto: Handler = async (ctx, request, { filename = "" }) => {
  const size = new URL(request.url).searchParams.get("size") === "preview" ? "preview" : "original";
  const session = readSessionCookie(request) ?? "";
  const image = await ctx.runQuery(internal.photoFiles.image, { session, filename, size });
  // The image of a file name never changes. Cleaning removes metadata from its file, which is no reason to load it
  // again.
  const etag = `"${filename}${size === "preview" ? "-preview" : ""}"`;
  if (isKnown(etag, request.headers.get("If-None-Match")))
    return new Response(null, { status: 304, headers: cachingHeaders(etag) });
  const blob = await ctx.storage.get(image.storageId);
  const type = blob && (await photoTypeOf(blob));
  if (blob === null || type === null) throw new AppError("not_found", "Photo not found");
  return new Response(blob, {
    headers: {
      ...cachingHeaders(etag),
      "Content-Type": type,
      "Content-Length": String(blob.size),
      "Content-Disposition": `inline; filename*=UTF-8''${encodeName(image.originalName ?? filename)}`,
    },
  });
};

function cachingHeaders(etag: string): Record<string, string> {
  return {
    ETag: etag,
    // The lifetime of an hour is long enough for browsing a grid, and short enough that deleted photos soon disappear
    // from caches.
    "Cache-Control": "private, max-age=3600",
    Vary: "Cookie",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
  };
}

function isKnown(etag: string, header: string | null): boolean {
  const known = header?.split(",").map((tag) => tag.trim().replace(/^W\//, "")) ?? [];
  return known.includes(etag);
}

/** A file name as RFC 8187 wants it in a header. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
