import type { IncomingMessage } from "node:http";
import type * as z from "zod";
import { messageOf } from "../../log.ts";
import { parseBoundedJson } from "../../values/bounded-json.ts";
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
  const lateness = newLateness(limits.ms);
  // A reader that stops early may still answer on this connection.
  const pieces = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  try {
    for (;;) {
      const next = pieces.next();
      const step = await Promise.race([next, lateness.promise]).catch((error: unknown) => {
        next.catch(() => undefined);
        throw error;
      });
      if (step.done === true) return;
      size += step.value.length;
      if (size > limits.bytes) throw tooLarge(limits.bytes);
      yield step.value;
    }
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw new HttpError(400, "IncompleteBody", "The request body was cut off.");
  } finally {
    lateness.end();
    void pieces.return?.().catch(() => undefined);
  }
}

/** A promise that fails when the time is over. */
function newLateness(ms: number): { promise: Promise<never>; end: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const promise = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const message = "The request body did not arrive in time.";
      reject(new HttpError(408, "RequestTimeout", message));
    }, ms);
  });
  promise.catch(() => undefined);
  return { promise, end: () => clearTimeout(timer) };
}

/** Reads a JSON object from the body. */
export async function readJsonObject(
  request: IncomingMessage,
  limits: { bytes: number; ms: number },
): Promise<Record<string, unknown>> {
  const body = await readBody(request, limits);
  const json = parseJson("The request body", textOf(body));
  if (typeof json !== "object" || json === null || Array.isArray(json))
    throw new HttpError(400, "BadJsonBody", "The request body must be a JSON object.");
  return json as Record<string, unknown>;
}

function textOf(body: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    throw new HttpError(400, "BadJsonBody", "The request body is not JSON.");
  }
}

/** Parses what a request holds; the failure names it. */
export function parseJson(what: string, text: string): unknown {
  try {
    return parseBoundedJson(text);
  } catch (error) {
    throw new HttpError(400, "BadJsonBody", `${what} ${messageOf(error)}.`);
  }
}

/** The body as its address wants it; says the first thing that is wrong with it. */
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

function refuseDeclaredSize(request: IncomingMessage, bytes: number): void {
  const declared = Number(request.headers["content-length"] ?? 0);
  if (declared > bytes) throw tooLarge(bytes);
}

function tooLarge(bytes: number): HttpError {
  return new HttpError(413, "BodyTooLarge", `The request body is larger than ${bytes} bytes.`);
}
