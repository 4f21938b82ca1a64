import type { ServerResponse } from "node:http";
import type { Writable } from "node:stream";
import { constants, createGzip } from "node:zlib";
import type { ResponseHead } from "../../wire/commands.ts";

/** The types of text answers. They are made whole, so each piece is there when the one before has been sent. */
const textTypes = /^(application\/json|text\/csv)\b/;
/** The fewest bytes that are compressed. A shorter answer fits into two packets as it is. */
const shortest = 2048;
/** A piece goes out as soon as it is compressed. A window of 8 kB finds nearly as much in a list as a larger one. */
const compression = { level: 3, windowBits: 13, memLevel: 6, flush: constants.Z_SYNC_FLUSH };

/** The memory in bytes that the compression of one answer takes while it lasts. */
export const bytesOfCompression =
  2 ** (compression.windowBits + 2) + 2 ** (compression.memLevel + 9);

/** True for an answer that may be compressed. Its head waits for the length of its first piece. */
export function isText({ status, headers }: ResponseHead): boolean {
  const type = headers.findLast(([name]) => name === "content-type")?.[1] ?? "";
  return status === 200 && textTypes.test(type);
}

/** Tells caches that a text has two forms, also in a head without a body. */
export function tellForms(response: ServerResponse): void {
  response.appendHeader("Vary", "Accept-Encoding");
}

/**
 * The stream for the pieces of a text whose first piece has `firstBytes` bytes: that of the client, or a gzip stream
 * before it (SPEC H19). Tokens are shorter than what is compressed, so no length on the network tells anything about
 * them.
 */
export function bodyFor(response: ServerResponse, firstBytes: number): Writable {
  if (firstBytes < shortest || isFixed(response) || !acceptsGzip(response)) return response;
  response.removeHeader("content-length");
  response.setHeader("Content-Encoding", "gzip");
  const tag = headerOf(response, "etag");
  // The bytes differ from those of the other form of the text (RFC 9110, 8.8.3).
  if (tag.startsWith('"')) response.setHeader("ETag", `W/${tag}`);
  const compressed = createGzip(compression);
  response.once("close", () => compressed.destroy());
  compressed.pipe(response);
  return compressed;
}

/** True for a body that the app has encoded itself, and for one that must not be transformed (RFC 9111, 5.2.2.6). */
function isFixed(response: ServerResponse): boolean {
  const caching = headerOf(response, "cache-control");
  return response.hasHeader("content-encoding") || /\bno-transform\b/i.test(caching);
}

function headerOf(response: ServerResponse, name: string): string {
  return [response.getHeader(name) ?? ""].flat().join(", ");
}

/** True when gzip is named with a weight above 0 (RFC 9110, 12.5.3). */
function acceptsGzip({ req }: ServerResponse): boolean {
  const [accepted = ""] = [req.headers["accept-encoding"]].flat();
  return /(^|[\s,])gzip\s*(,|$|;\s*q=(1|0?\.\d*[1-9]))/i.test(accepted);
}
