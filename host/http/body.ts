import type { IncomingMessage } from "node:http";
import { HttpError } from "./respond.ts";

/** Reads a whole body, within a size and a time. */
export async function readBody(
  request: IncomingMessage,
  limits: { bytes: number; ms: number },
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of limitBody(request, limits)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** The pieces of a body; fails when it is too large, too slow or cut off. */
export async function* limitBody(
  request: IncomingMessage,
  limits: { bytes: number; ms: number },
): AsyncGenerator<Buffer> {
  refuseDeclaredSize(request, limits.bytes);
  let size = 0;
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    request.destroy();
  }, limits.ms);
  try {
    // Whoever stops reading early may still answer on this connection.
    const pieces = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
    for await (const piece of pieces) {
      size += piece.length;
      if (size > limits.bytes) throw tooLarge(limits.bytes);
      yield piece;
    }
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw isLate
      ? new HttpError(408, "RequestTimeout", "The request body did not arrive in time.")
      : new HttpError(400, "IncompleteBody", "The request body was cut off.");
  } finally {
    clearTimeout(timer);
  }
}

/** Reads a JSON object from the body. */
export async function readJsonObject(
  request: IncomingMessage,
  limits: { bytes: number; ms: number },
): Promise<Record<string, unknown>> {
  const body = await readBody(request, limits);
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw new HttpError(400, "BadJsonBody", "The request body is not JSON.");
  }
  if (typeof json !== "object" || json === null || Array.isArray(json))
    throw new HttpError(400, "BadJsonBody", "The request body must be a JSON object.");
  return json as Record<string, unknown>;
}

function refuseDeclaredSize(request: IncomingMessage, bytes: number): void {
  const declared = Number(request.headers["content-length"] ?? 0);
  if (declared > bytes) throw tooLarge(bytes);
}

function tooLarge(bytes: number): HttpError {
  return new HttpError(413, "BodyTooLarge", `The request body is larger than ${bytes} bytes.`);
}
