import type { ServerResponse } from "node:http";
import type { Writable } from "node:stream";
import { constants, createGzip } from "node:zlib";
import type { ResponseHead } from "../../wire/commands.ts";

/** The types of answers that are texts, made whole: each piece is there when the one before has been sent. */
const textTypes = /^(application\/json|text\/csv)\b/;
/** A shorter answer fits into two packets as it is. */
const shortest = 2048;
/** A piece goes out as soon as it is compressed. A window of 8 kB finds nearly as much in a list as a larger one. */
const compression = { level: 3, windowBits: 13, memLevel: 6, flush: constants.Z_SYNC_FLUSH };

/** The memory that the compression of one answer takes while it lasts. */
export const bytesOfCompression =
  2 ** (compression.windowBits + 2) + 2 ** (compression.memLevel + 9);

/** True for an answer that may be compressed: its head waits for the length of its first piece. */
export function isText({ status, headers }: ResponseHead): boolean {
  const type = headers.findLast(([name]) => name === "content-type")?.[1] ?? "";
  return status === 200 && textTypes.test(type);
}

/** Tells a cache that a text has two forms, on its head alone as well. */
export function tellForms(response: ServerResponse): void {
  response.appendHeader("Vary", "Accept-Encoding");
}

/**
 * The stream for the pieces of a text whose first has so many bytes: that of the client, or one that compresses for it (SPEC H19).
 * Tokens are shorter than what is compressed, so no length on the line tells of them.
 */
export function bodyFor(response: ServerResponse, firstBytes: number): Writable {
  if (firstBytes < shortest || isFixed(response) || !acceptsGzip(response)) return response;
  response.removeHeader("content-length");
  response.setHeader("Content-Encoding", "gzip");
  const tag = headerOf(response, "etag");
  // The bytes are others than those of the same text in its other form (RFC 9110, 8.8.3).
  if (tag.startsWith('"')) response.setHeader("ETag", `W/${tag}`);
  const compressed = createGzip(compression);
  response.once("close", () => compressed.destroy());
  compressed.pipe(response);
  return compressed;
}

/** True for what the app has encoded itself, and for what nobody on the way may change (RFC 9111, 5.2.2.6). */
function isFixed(response: ServerResponse): boolean {
  const caching = headerOf(response, "cache-control");
  return response.hasHeader("content-encoding") || /\bno-transform\b/i.test(caching);
}

function headerOf(response: ServerResponse, name: string): string {
  return [response.getHeader(name) ?? ""].flat().join(", ");
}

/** True where gzip is named, and not with the weight of a refusal (RFC 9110, 12.5.3). */
function acceptsGzip({ req }: ServerResponse): boolean {
  const [accepted = ""] = [req.headers["accept-encoding"]].flat();
  return /(^|[\s,])gzip\s*(,|$|;\s*q=(1|0?\.\d*[1-9]))/i.test(accepted);
}
