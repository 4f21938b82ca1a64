import { AppError } from "../../lib/errors.ts";

// No form has more than a few thousand characters; files do not come this way.
const longestBody = 1_000_000;
// A stored list has no more items (a limit of Convex), and nothing that people send is nested deeper.
const longestList = 8192;
const deepestNesting = 32;
// A project of 1,000 units has a few thousand. Each with a name of its own takes the engine a microsecond or two.
const mostFields = 20_000;

/** The JSON object of a request. */
export async function readJsonObject(request: Request): Promise<Record<string, unknown>> {
  const body = await readJson(request);
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw new AppError("invalid", "Send a JSON object as the body.");
  return body as Record<string, unknown>;
}

/** The bytes of a request, of at most this many; reading ends as soon as there are more. */
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

/** Counts what may be the name of a field before anything becomes one; a quoted text within a text counts as well. */
function requireFewFields(text: string): void {
  let fields = 0;
  for (const _ of text.matchAll(/"[ \t\r\n]*:/g)) fields += 1;
  if (fields > mostFields) throw new AppError("invalid", "The body has too many fields.");
}

/** The media type of a request's body, without parameters. */
export function contentType(request: Request): string | undefined {
  return request.headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase();
}

/** Refuses what JSON can say and no function can take. */
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
