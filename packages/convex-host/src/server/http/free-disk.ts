import type { IncomingMessage } from "node:http";
import { statfs } from "node:fs/promises";
import { roomOn } from "../../storage/disk-room.ts";
import { isRefusedByDisk, notStored } from "../../storage/not-stored.ts";
import type { Exchange, HttpServices, RouteHandler } from "./exchange.ts";
import { HttpError } from "./respond.ts";

const fileTypes =
  /^(multipart\/form-data|image\/|video\/|audio\/|application\/(octet-stream|zip))/i;

/** Throws when a file would bring the disk near its end. Changes of records go on, and a full disk would end them. */
export async function requireFreeDisk({ limits, dataDir }: HttpServices): Promise<void> {
  // A file system that reports nothing counts as one with room.
  const disk = await statfs(dataDir).catch(() => null);
  if (disk === null || roomOn(disk, limits) >= 0) return;
  const message =
    "The server has too little free disk space for files. Nothing was stored: tell an administrator to make room.";
  throw new HttpError(507, "InsufficientStorage", message);
}

/** The bytes of an arriving file between two checks of the disk: many files may arrive at once. */
const bytesPerLook = 256 * 1024;

/** Passes on the pieces of a file; throws once the disk has no room. */
export async function* withinFreeDisk(
  services: HttpServices,
  pieces: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  let unseen = 0;
  for await (const piece of pieces) {
    unseen += piece.length;
    if (unseen > bytesPerLook) {
      await requireFreeDisk(services);
      unseen = 0;
    }
    yield piece;
  }
}

/** The handler behind a check of the free disk. */
export function withFreeDisk(handler: RouteHandler): RouteHandler {
  return async (services: HttpServices, exchange: Exchange) => {
    await requireFreeDisk(services);
    await handler(services, exchange);
  };
}

/** The refusal of a file for an error of the disk, which is logged; any other error stays as it is. */
export function toldByDisk({ log }: HttpServices, error: unknown): unknown {
  if (!isRefusedByDisk(error)) return error;
  log.error("file.not-stored", { error: error.message });
  const { code, message } = notStored("file");
  return new HttpError(503, code, message);
}

/** The handler of a route that writes files, which refuses what the disk refuses. */
export function storing(handler: RouteHandler): RouteHandler {
  return async (services: HttpServices, exchange: Exchange) => {
    try {
      await handler(services, exchange);
    } catch (error) {
      throw toldByDisk(services, error);
    }
  };
}

/** True when a request brings a file, by its content type. */
export function bringsFile(request: IncomingMessage): boolean {
  return request.method === "POST" && fileTypes.test(request.headers["content-type"] ?? "");
}
