import type { IncomingMessage } from "node:http";
import { statfs } from "node:fs/promises";
import { roomOn } from "../../storage/disk-room.ts";
import type { Exchange, HttpServices, RouteHandler } from "./exchange.ts";
import { HttpError } from "./respond.ts";

const fileTypes =
  /^(multipart\/form-data|image\/|video\/|audio\/|application\/(octet-stream|zip))/i;

/** Refuses what would bring the disk near its end: changes of records go on, for which a full disk would be the end. */
export async function requireFreeDisk({ limits, dataDir }: HttpServices): Promise<void> {
  // A file system that cannot tell has to be believed.
  const disk = await statfs(dataDir).catch(() => null);
  if (disk === null || roomOn(disk, limits) >= 0) return;
  const message =
    "The server has too little free disk space for files. Nothing was stored: tell an administrator to make room.";
  throw new HttpError(507, "InsufficientStorage", message);
}

/** The bytes of an arriving file between two looks at the disk: many files may arrive at once. */
const bytesPerLook = 256 * 1024;

/** Passes the pieces of a file on while there is room for them. */
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

/** The same handler where there is room. */
export function withFreeDisk(handler: RouteHandler): RouteHandler {
  return async (services: HttpServices, exchange: Exchange) => {
    await requireFreeDisk(services);
    await handler(services, exchange);
  };
}

/** Returns true when the request brings a file along, by its content type. */
export function bringsFile(request: IncomingMessage): boolean {
  return request.method === "POST" && fileTypes.test(request.headers["content-type"] ?? "");
}
