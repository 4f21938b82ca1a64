import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { WrittenFile } from "../../storage/file-door.ts";
import { writeMeasured } from "../../storage/write-measured.ts";
import { newFileId } from "../../storage/file-address.ts";
import { ThreadFailure } from "../keeper/pending-calls.ts";
import { anonymous } from "../sync/caller-check.ts";
import { limitBody } from "./body.ts";
import type { Exchange, HttpServices, RouteHandler } from "./exchange.ts";
import { requireFreeDisk, toldByDisk, withinFreeDisk } from "./free-disk.ts";
import { parseRange } from "./range.ts";
import { HttpError, sendJson } from "./respond.ts";
import { countFile } from "./unread-answers.ts";

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** `POST /api/storage/upload?token=`: keeps a file; it exists once it is complete, and its token is used up then. */
export const uploadRoute: RouteHandler = async (services, exchange) => {
  const { request, response, url } = exchange;
  if (request.method !== "POST") throw new HttpError(405, "MethodNotAllowed", "Use POST.");
  const token = url.searchParams.get("token") ?? "";
  const { thread, turns } = services;
  if (!(await turns.run(exchange, anonymous, () => thread.ask("check-upload", { token }))))
    throw invalidToken();
  await requireFreeDisk(services);
  if (!services.usedUploads.take(token))
    throw new HttpError(401, "InvalidUploadToken", "The upload token was used already.");
  const storageId = await receiveFile(services, request, token).catch((error: unknown) => {
    // An interrupted upload may have stored its file, so its token stays used: a second file must not get the same
    // token.
    const isUnknown = error instanceof ThreadFailure && error.code === "Interrupted";
    if (!isUnknown) services.usedUploads.giveBack(token);
    throw error;
  });
  sendJson(response, 200, { storageId });
};

async function receiveFile(
  services: HttpServices,
  request: IncomingMessage,
  token: string,
): Promise<string> {
  const { thread, limits } = services;
  const path = join(thread.info.temporaryFolder, randomUUID());
  try {
    const bounds = { bytes: limits.uploadBytes, ms: limits.uploadMs };
    const { size, sha256Base64 } = await writeMeasured(
      withinFreeDisk(services, limitBody(request, bounds)),
      path,
    );
    requireDigest(request.headers["digest"], sha256Base64);
    const contentType = request.headers["content-type"] ?? null;
    const file = { path, size, sha256Base64, contentType };
    const id = newFileId(Date.now());
    const storageId = await thread.ask("adopt-file", { token, id, file });
    if (storageId === null) throw invalidToken();
    return storageId;
  } catch (error) {
    throw toldByDisk(services, error);
  } finally {
    // An adopted file was moved away from here.
    await rm(path, { force: true });
  }
}

/** `GET /api/storage/{uuid}`: sends a file. Knowing its address is enough to read it. */
export const downloadRoute: RouteHandler = async (services, exchange) => {
  const { request, response, url } = exchange;
  if (request.method !== "GET" && request.method !== "HEAD")
    throw new HttpError(405, "MethodNotAllowed", "Use GET.");
  const uuid = url.pathname.replace(/^\/api\/storage\//, "");
  if (!uuidPattern.test(uuid))
    throw new HttpError(400, "InvalidStoragePath", "This is not the address of a file.");
  const { thread, turns } = services;
  const file = await turns.run(exchange, anonymous, () => thread.ask("find-file", { uuid }));
  if (file === null) throw new HttpError(404, "FileNotFound", "There is no such file.");
  const etag = `"${file.sha256Base64}"`;
  response.setHeader("ETag", etag);
  response.setHeader("Cache-Control", "private, max-age=2592000");
  if (request.headers["if-none-match"] === etag) {
    response.writeHead(304).end();
    return;
  }
  countFile(services, exchange, anonymous);
  await sendFile(exchange, file, etag);
};

function invalidToken(): HttpError {
  const message = "The upload token is not valid or has expired.";
  return new HttpError(401, "InvalidUploadToken", message);
}

async function sendFile(
  { request, response }: Exchange,
  file: WrittenFile,
  etag: string,
): Promise<void> {
  const ifRange = request.headers["if-range"];
  const isSameFile = ifRange === undefined || ifRange === etag;
  const range = isSameFile ? parseRange(request, file.size) : null;
  setFileHeaders(response, file);
  if (range === "unsatisfiable") {
    response.setHeader("Content-Range", `bytes */${file.size}`);
    response.removeHeader("Content-Type");
    throw new HttpError(416, "RangeNotSatisfiable", "The file has no such range.");
  }
  const { start, end } = range ?? { start: 0, end: file.size - 1 };
  response.statusCode = range === null ? 200 : 206;
  if (range === null) response.setHeader("Digest", `sha-256=${file.sha256Base64}`);
  else response.setHeader("Content-Range", `bytes ${start}-${end}/${file.size}`);
  response.setHeader("Content-Length", end - start + 1);
  if (request.method === "HEAD" || file.size === 0) {
    response.end();
    return;
  }
  await pipeline(createReadStream(file.path, { start, end }), response);
}

/**
 * Uploaded bytes are shown and never run: browsers do not guess their type, and nothing inside them may load or
 * execute.
 */
function setFileHeaders(response: Exchange["response"], file: WrittenFile): void {
  if (file.contentType !== null) response.setHeader("Content-Type", file.contentType);
  response.setHeader("Accept-Ranges", "bytes");
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("Content-Security-Policy", "default-src 'none'; sandbox");
}

function requireDigest(header: string | string[] | undefined, sha256Base64: string): void {
  if (header === undefined) return;
  const [, expected] = /^sha-256=(\S+)$/i.exec(String(header)) ?? [];
  if (expected === undefined)
    throw new HttpError(400, "BadDigestHeader", "Digest must be sha-256=<base64>.");
  if (expected !== sha256Base64)
    throw new HttpError(400, "Sha256Mismatch", "The file is not the one its Digest names.");
}
