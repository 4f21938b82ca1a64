import type { IncomingMessage } from "node:http";
import type * as z from "zod";
import { messageOf } from "../../log.ts";
import { parseBoundedJson } from "../../values/bounded-json.ts";
import { Gathered } from "../bounds/gathered.ts";
import { Lateness } from "./lateness.ts";
import { HttpError } from "./respond.ts";

/**
 * The most bytes of a body, the milliseconds for which it may stand still, and a signal that ends it with an HttpError.
 */
export type BodyLimits = { bytes: number; ms: number; signal?: AbortSignal };

/** Reads a whole body, within a size and a time. */
export async function readBody(request: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  if (hasArrived(request)) return readArrived(request, limits);
  const gathered = new Gathered();
  for await (const piece of limitBody(request, limits)) gathered.add(piece);
  return gathered.whole();
}

/**
 * True when all bytes of a body are there. Node notes its end only after it has run what waits for the last piece, so a
 * body of a declared size is known by its bytes.
 */
function hasArrived({ complete, readableLength, headers }: IncomingMessage): boolean {
  return complete || String(readableLength) === headers["content-length"];
}

/**
 * Reads a body that came with its head, as most short ones do. An iterator and a timer would cost more than all other
 * work on it.
 */
function readArrived(request: IncomingMessage, { bytes, signal }: BodyLimits): Buffer {
  if (signal?.aborted === true) throw signal.reason;
  if (request.readableLength > bytes) throw tooLarge(bytes);
  const gathered = new Gathered();
  // From Node 26 on a read returns one piece; before, it returns all of them.
  for (let piece = readPiece(request); piece !== null; piece = readPiece(request))
    gathered.add(piece);
  // The end, which may be still to come, is read too.
  if (!request.complete) request.resume();
  return gathered.whole();
}

function readPiece(request: IncomingMessage): Buffer | null {
  return request.read() as Buffer | null;
}

/** The pieces of a body. Throws when it is too large, too slow or cut off. */
export async function* limitBody(
  request: IncomingMessage,
  limits: BodyLimits,
): AsyncGenerator<Buffer> {
  refuseDeclaredSize(request, limits.bytes);
  let size = 0;
  const lateness = new Lateness(limits.ms);
  const { signal } = limits;
  const onCut = () => lateness.cut(signal?.reason as HttpError);
  signal?.addEventListener("abort", onCut);
  if (signal?.aborted === true) onCut();
  // The request is not destroyed: a reader that stops early may still answer on this connection.
  const pieces = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  try {
    for (;;) {
      const step = await lateness.during(pieces.next());
      if (step.done === true) return;
      size += step.value.length;
      lateness.came(step.value.length);
      if (size > limits.bytes) throw tooLarge(limits.bytes);
      yield step.value;
    }
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw new HttpError(400, "IncompleteBody", "The request body was cut off.");
  } finally {
    lateness.end();
    signal?.removeEventListener("abort", onCut);
    void pieces.return?.().catch(() => undefined);
  }
}

/** Reads a JSON object from the body. */
export async function readJsonObject(
  request: IncomingMessage,
  limits: BodyLimits,
): Promise<Record<string, unknown>> {
  const body = await readBody(request, limits);
  const json = parseJson("The request body", textOf(body));
  if (typeof json !== "object" || json === null || Array.isArray(json))
    throw new HttpError(400, "BadJsonBody", "The request body must be a JSON object.");
  return json as Record<string, unknown>;
}

const decoder = new TextDecoder("utf-8", { fatal: true });

function textOf(body: Buffer): string {
  try {
    return decoder.decode(body);
  } catch {
    throw new HttpError(400, "BadJsonBody", "The request body is not JSON.");
  }
}

/** Parses JSON of a request; the error names its part, `what`. */
export function parseJson(what: string, text: string): unknown {
  try {
    return parseBoundedJson(text);
  } catch (error) {
    throw new HttpError(400, "BadJsonBody", `${what} ${messageOf(error)}.`);
  }
}

/** Checks a body against the schema of its address; the error names the first fault. */
export function parseBody<Body>(
  schema: z.ZodType<Body>,
  json: unknown,
  code = "BadRequestBody",
): Body {
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new HttpError(400, code, `${issue?.message} (${issue?.path.join(".")})`);
}

/** Throws when the declared size of a body is too large. */
export function refuseDeclaredSize(request: IncomingMessage, bytes: number): void {
  const declared = Number(request.headers["content-length"] ?? 0);
  if (declared > bytes) throw tooLarge(bytes);
}

function tooLarge(bytes: number): HttpError {
  return new HttpError(413, "BodyTooLarge", `The request body is larger than ${bytes} bytes.`);
}
