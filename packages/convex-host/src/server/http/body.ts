import type { IncomingMessage } from "node:http";
import type * as z from "zod";
import { messageOf } from "../../log.ts";
import { parseBoundedJson } from "../../values/bounded-json.ts";
import { Gathered } from "../bounds/gathered.ts";
import { HttpError } from "./respond.ts";

/** Reads a whole body, within a size and a time. */
export async function readBody(
  request: IncomingMessage,
  limits: { bytes: number; ms: number },
): Promise<Buffer> {
  const gathered = new Gathered();
  for await (const piece of limitBody(request, limits)) gathered.add(piece);
  return gathered.whole();
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
      const step = await lateness.during(pieces.next());
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

/** Fails what is waited for when the time is over. Nothing is kept of a wait that has ended: a body may come byte by byte. */
function newLateness(ms: number) {
  const late = () =>
    new HttpError(408, "RequestTimeout", "The request body did not arrive in time.");
  let isLate = false;
  let fail: (error: Error) => void = () => undefined;
  const timer = setTimeout(() => {
    isLate = true;
    fail(late());
  }, ms);
  const during = <Value>(wait: Promise<Value>) =>
    new Promise<Value>((resolve, reject) => {
      fail = reject;
      wait.then(resolve, reject);
      if (isLate) reject(late());
    });
  return { during, end: () => clearTimeout(timer) };
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

/** Refuses a body that says by itself that it is too large. */
export function refuseDeclaredSize(request: IncomingMessage, bytes: number): void {
  const declared = Number(request.headers["content-length"] ?? 0);
  if (declared > bytes) throw tooLarge(bytes);
}

function tooLarge(bytes: number): HttpError {
  return new HttpError(413, "BodyTooLarge", `The request body is larger than ${bytes} bytes.`);
}
