import { AppError } from "../../lib/errors.ts";

// The maximum size of a JSON body in bytes. A form has a few thousand characters at most; files use other routes.
const longestBody = 1_000_000;
// The maximum length of a list, a limit of Convex for stored lists, and the maximum depth of nesting, which no real
// body reaches.
const longestList = 8192;
const deepestNesting = 32;
// The maximum number of fields. A project of 1,000 units has a few thousand. Each distinct field name costs the engine
// a microsecond or two.
const mostFields = 20_000;

/** The JSON object in a request's body; throws "invalid" for anything else. */
export async function readJsonObject(request: Request): Promise<Record<string, unknown>> {
  const body = await readJson(request);
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw new AppError("invalid", "Send a JSON object as the body.");
  return body as Record<string, unknown>;
}

/** The bytes of a request's body. Throws "too_large" as soon as there are more than `most`. */
export async function readBytes(request: Request, most: number): Promise<Blob> {
  if (Number(request.headers.get("Content-Length") ?? 0) > most) throw tooLarge();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  try {
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      length += next.value.length;
      if (length > most) break;
      pieces.push(next.value);
    }
  } catch {
    throw new AppError("invalid", "The body was cut off.");
  }
  if (length <= most) return new Blob(pieces);
  await reader?.cancel();
  throw tooLarge();
}

async function readJson(request: Request): Promise<unknown> {
  if (contentType(request) !== "application/json")
    throw new AppError("invalid", "Send the body as JSON.");
  const text = await (await readBytes(request, longestBody)).text();
  requireFewFields(text);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new AppError("invalid", "The body is not valid JSON.");
  }
  requireStorable(json, 0);
  return json;
}

/**
 * Counts possible field names before the text is parsed. A quoted text inside another text counts too, so the count may
 * be too high.
 */
function requireFewFields(text: string): void {
  let fields = 0;
  for (const _ of text.matchAll(/"[ \t\r\n]*:/g)) fields += 1;
  if (fields > mostFields) throw new AppError("invalid", "The body has too many fields.");
}

/** The media type of a request's body, without parameters. */
export function contentType(request: Request): string | undefined {
  return request.headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase();
}

/** Throws for values that JSON can express and Convex cannot store. */
function requireStorable(value: unknown, depth: number): void {
  if (depth > deepestNesting) throw new AppError("invalid", "The body is nested too deeply.");
  if (typeof value === "string" && /\p{Surrogate}/u.test(value))
    throw new AppError("invalid", "The body has a text with half a character.");
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value) && value.length > longestList)
    throw new AppError("invalid", `A list can have at most ${longestList} items.`);
  for (const item of Object.values(value)) requireStorable(item, depth + 1);
}

function tooLarge(): AppError {
  return new AppError("too_large", "The request is too large.");
}
