import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import * as z from "zod";
import { limitBody, parseBody, readJsonObject } from "../body.ts";
import type { Exchange, HttpServices, RouteHandler } from "../exchange.ts";
import { requireFreeDisk, withinFreeDisk } from "../free-disk.ts";
import { HttpError, sendJson } from "../respond.ts";
import { IdleUploads } from "./idle-uploads.ts";
import { ThreadFailure } from "../../keeper/pending-calls.ts";
import { describeError, messageOf } from "../../../log.ts";
import { isRefusedByDisk } from "../../../storage/not-stored.ts";
import { type ImportJob, uploadName } from "../../../wire/import-job.ts";

const uuid = z.uuid();
const finishBody = z.object({
  uploadToken: uuid,
  partTokens: z
    .array(z.string().regex(/^[1-9][0-9]{0,4}$/))
    .max(10_000)
    .refine((parts) => new Set(parts).size === parts.length, "A part is named twice."),
  import: z.object({
    tableName: z.string().min(1).nullish(),
    componentPath: z.string().nullish(),
    mode: z.enum(["requireEmpty", "append", "replace", "replaceAll"]),
    format: z.enum(["zip", "jsonLines", "jsonArray"], "csv is not supported: use JSON lines"),
  }),
});
const performBody = z.object({ importId: uuid });
const jsonBytes = 2 * 1024 * 1024;

/** The uploads whose next piece, end or import has not come. */
const idle = new IdleUploads((folder) => {
  // A disk that does not let it go keeps it until the next start.
  void removeUpload(folder).catch(() => undefined);
});

/** `POST /api/import/start_upload` */
export const startUploadRoute: RouteHandler = async ({ dataDir, limits }, { response }) => {
  const uploadToken = randomUUID();
  const folder = folderOf(dataDir, uploadToken);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  idle.keep(folder, limits.importPieceMs);
  sendJson(response, 200, { uploadToken });
};

/** `POST /api/import/upload_part?uploadToken=&partNumber=`: a piece of the file. */
export const uploadPartRoute: RouteHandler = async (services, exchange) => {
  const { dataDir, limits } = services;
  const { searchParams } = exchange.url;
  const part = searchParams.get("partNumber") ?? "";
  if (!/^[1-9][0-9]{0,4}$/.test(part))
    throw new HttpError(400, "BadPart", "partNumber is no number.");
  const token = searchParams.get("uploadToken");
  const folder = await requireUpload(dataDir, token);
  await requireRoomFor(services, folder);
  idle.renew(folder, limits.importPieceMs);
  const bounds = { bytes: limits.uploadBytes, ms: limits.uploadMs };
  const pieces = withinFreeDisk(services, limitBody(exchange.request, bounds));
  // A piece gets its name when it is complete: one that was cut off is not counted.
  const arriving = join(folder, `arriving-${randomUUID()}`);
  try {
    await pipeline(pieces, createWriteStream(arriving));
    await rename(arriving, join(folder, part));
  } catch (error) {
    // An upload that another request removed meanwhile is no fault of the disk.
    if (isMissing(error)) await requireUpload(dataDir, token);
    // The client sends a piece again after a broken line, and gives up after a refusal.
    if (isRefused(error)) await removeUpload(folder);
    throw error;
  } finally {
    await rm(arriving, { force: true });
  }
  sendJson(exchange.response, 200, part);
};

/** `POST /api/import/finish_upload`: joins the pieces to one file and plans its import. */
export const finishUploadRoute: RouteHandler = async (services, exchange) => {
  const body = parseBody(finishBody, await readJson(services, exchange));
  const folder = await requireUpload(services.dataDir, body.uploadToken);
  // A client sends the request again when its line breaks, while the first one is still at work.
  if (finishing.has(folder))
    throw new HttpError(409, "UploadInUse", "The file is being joined by an earlier request.");
  finishing.add(folder);
  try {
    await planUpload(services, folder, body);
  } finally {
    finishing.delete(folder);
  }
  sendJson(exchange.response, 200, { importId: body.uploadToken });
};

/** The folders whose parts are being joined. */
const finishing = new Set<string>();

async function planUpload(
  services: HttpServices,
  folder: string,
  { uploadToken: id, partTokens, import: wanted }: z.output<typeof finishBody>,
): Promise<void> {
  await requireParts(folder, partTokens);
  await requireRoomFor(services, folder);
  const { mode, format, tableName } = wanted;
  const job: ImportJob = { folder, mode, format, table: tableName ?? null };
  // The join of a large file may take longer than a client may stay away.
  idle.release(folder);
  try {
    await joinParts(services, folder, partTokens);
    await services.thread.ask("plan-import", { id, job });
    idle.keep(folder, services.limits.importKeptMs);
  } catch (error) {
    // The parts are used up, and their room may be needed.
    await removeUpload(folder);
    throw error;
  }
}

/** `POST /api/perform_import`: a new function thread runs the import before it takes calls, whole or not at all. */
export const performImportRoute: RouteHandler = async (services, exchange) => {
  const { importId } = parseBody(performBody, await readJson(services, exchange));
  const { dataDir, thread, log } = services;
  const isBegun = await thread
    .ask("begin-import", { id: importId })
    .catch(async (error: unknown) => {
      if (isRefused(error)) await removeUpload(folderOf(dataDir, importId));
      throw error;
    });
  sendJson(exchange.response, 200, null);
  if (!isBegun) return;
  idle.release(folderOf(dataDir, importId));
  carryOut(services, importId).catch((error: unknown) =>
    log.error("import.not-noted", { error: describeError(error) }),
  );
};

/**
 * Runs an import and notes its failure, because the command line polls the state until the import has ended. The
 * importing thread may be unable to note it.
 */
async function carryOut({ dataDir, log, thread }: HttpServices, id: string): Promise<void> {
  const reason = await thread.replace({ importId: id }).then(() => null, messageOf);
  // The upload is removed before the note, because a full disk may have refused the import.
  // A disk that refuses that too must not keep the end of the import from those who wait for it.
  await removeUpload(folderOf(dataDir, id)).catch((error: unknown) =>
    log.error("import.not-removed", { error: describeError(error) }),
  );
  if (reason === null) return log.info("admin.imported", { importId: id });
  log.warn("admin.import-failed", { importId: id, error: reason });
  // Removes the stack of a lost thread, which tells people nothing.
  const text = reason.replace(/(\n +at .*)+$/, ".");
  await thread.ask("fail-import", { id, reason: text });
}

/** Removes the uploads of earlier imports. */
export async function forgetUploads(dataDir: string): Promise<void> {
  for (const name of await readdir(join(dataDir, "imports")).catch(() => []))
    await removeUpload(folderOf(dataDir, name));
}

function folderOf(dataDir: string, uploadToken: string): string {
  return join(dataDir, "imports", uploadToken);
}

/** Throws when the next piece of an upload has no room. The upload is removed, because the room is needed. */
async function requireRoomFor(services: HttpServices, folder: string): Promise<void> {
  try {
    await requireFreeDisk(services);
  } catch (error) {
    await removeUpload(folder);
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/** True when the disk has no room for an upload or its import, or takes nothing: its files would keep the disk full. */
function isRefused(error: unknown): boolean {
  if (error instanceof HttpError) return error.status === 507;
  return isRefusedByDisk(error) || (error instanceof ThreadFailure && error.code === "NotStored");
}

async function removeUpload(folder: string): Promise<void> {
  idle.release(folder);
  await rm(folder, { recursive: true, force: true });
}

async function requireParts(folder: string, parts: readonly string[]): Promise<void> {
  const present = new Set(await readdir(folder));
  const missing = parts.find((part) => !present.has(part));
  if (missing === undefined) return;
  const message = `Part ${missing} was not uploaded. Start the import again.`;
  throw new HttpError(400, "UnknownPart", message);
}

/** Joins the parts to one file: the first becomes the file, and the others are added to it. */
async function joinParts(
  services: HttpServices,
  folder: string,
  [first, ...others]: readonly string[],
): Promise<void> {
  const whole = join(folder, uploadName);
  if (first !== undefined) await rename(join(folder, first), whole);
  const pieces = withinFreeDisk(services, usedUp(folder, others));
  await pipeline(pieces, createWriteStream(whole, { flags: "a" }));
}

/** The bytes of parts. Each part is removed after it was read. */
async function* usedUp(folder: string, parts: readonly string[]): AsyncGenerator<Buffer> {
  for (const part of parts) {
    const path = join(folder, part);
    yield* createReadStream(path) as AsyncIterable<Buffer>;
    await rm(path);
  }
}

async function requireUpload(dataDir: string, token: string | null): Promise<string> {
  const parsed = uuid.safeParse(token);
  const folder = folderOf(dataDir, parsed.data ?? "unknown");
  const exists = parsed.success && (await stat(folder).catch(() => null)) !== null;
  if (exists) return folder;
  throw new HttpError(400, "UnknownUpload", "There is no such upload. Start the import again.");
}

async function readJson(
  { limits }: HttpServices,
  { request }: Exchange,
): Promise<Record<string, unknown>> {
  return await readJsonObject(request, { bytes: jsonBytes, ms: limits.bodyMs });
}
